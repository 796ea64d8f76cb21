package traceglass.record.local;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Collects reasons why probes record nothing or only part of the data. Problems that arrive before the first
/// recording listens are kept for it; later problems without a listener are dropped, because their recording
/// has ended.
final class ProbeProblems {

    private static final int MAX_PROBLEMS = 1000;

    private final List<String> problems = new ArrayList<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private boolean hadListener;

    /// Adds a problem, on any thread.
    void add(String problem) {
        synchronized (problems) {
            if (!hadListener && problems.size() < MAX_PROBLEMS) {
                problems.add(problem);
            }
        }
        listeners.forEach(l -> l.accept(problem));
    }

    /// Adds a listener. It receives the kept problems now, and later ones until [#removeListener].
    void addListener(Consumer<String> listener) {
        List<String> before;
        synchronized (problems) {
            before = List.copyOf(problems);
            problems.clear();
            hadListener = true;
            listeners.add(listener);
        }
        before.forEach(listener);
    }

    void removeListener(Consumer<String> listener) {
        listeners.remove(listener);
    }
}
