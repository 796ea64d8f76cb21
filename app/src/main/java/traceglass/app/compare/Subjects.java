package traceglass.app.compare;

import java.util.List;
import java.util.Optional;

/// Everything that traces are compared by, one line each, in the order of the tabs.
final class Subjects {

    static final List<Subject> ALL = List.of(
            new SliceSubject(),
            new ThreadStateSubject(),
            new CounterSubject(),
            new FrameSubject(),
            new StartupSubject());

    private Subjects() {}

    static Optional<Subject> find(String id) {
        return ALL.stream().filter(s -> s.id().equals(id)).findFirst();
    }
}
