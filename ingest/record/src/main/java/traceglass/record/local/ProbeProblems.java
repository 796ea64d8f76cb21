package traceglass.record.local;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reasons why probes record nothing, or not all. Those that arrive before a recording listens are kept for it.
final class ProbeProblems {

    private static final int MOST = 1000;

    private final List<String> kept = new ArrayList<>();
    private @Nullable Consumer<String> receiver;

    /// Adds a problem, on any thread.
    void add(String problem) {
        Consumer<String> to;
        synchronized (this) {
            to = receiver;
            if (to == null && kept.size() < MOST) {
                kept.add(problem);
            }
        }
        if (to != null) {
            to.accept(problem);
        }
    }

    /// Passes on what was kept, and what arrives from now on.
    void passTo(Consumer<String> listener) {
        List<String> before;
        synchronized (this) {
            before = List.copyOf(kept);
            kept.clear();
            receiver = listener;
        }
        before.forEach(listener);
    }
}
