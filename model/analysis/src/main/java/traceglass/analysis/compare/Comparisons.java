package traceglass.analysis.compare;

import java.util.List;
import java.util.Optional;

/// Everything that traces are compared by, one line each, in the order of the tabs.
public final class Comparisons {

    public static final List<ComparedBy> ALL = List.of(
            new SliceSubject(),
            new ThreadStateSubject(),
            new CounterSubject(),
            new FrameSubject(),
            new StartupSubject());

    private Comparisons() {}

    public static Optional<ComparedBy> find(String id) {
        return ALL.stream().filter(s -> s.id().equals(id)).findFirst();
    }
}
