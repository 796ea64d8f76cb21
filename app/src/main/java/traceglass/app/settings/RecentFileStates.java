package traceglass.app.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import traceglass.app.task.FxThread;

/// Finds out which recent traces still exist and which are in the cache. Their files are only accessed in the
/// background, because a network disk may take seconds to respond. Used on the JavaFX thread.
public final class RecentFileStates {

    /// @param isCached whether the trace opens from the cache
    private record State(boolean exists, boolean isCached) {

        /// The state of a file that has not been checked yet.
        static final State UNKNOWN = new State(true, false);
    }

    private final RecentTraces recent;
    private final Predicate<Path> exists;
    private final Predicate<Path> cached;
    private final Consumer<Runnable> fxThread;
    private final Map<Path, State> states = new HashMap<>();
    /// Files whose check has not ended.
    private final Set<Path> pending = new HashSet<>();
    private final List<Runnable> listeners = new ArrayList<>();

    /// @param cached returns whether a file is in the cache; called in the background
    public RecentFileStates(RecentTraces recent, Predicate<Path> cached) {
        this(recent, Files::exists, cached, FxThread::later);
    }

    RecentFileStates(RecentTraces recent, Predicate<Path> exists, Predicate<Path> cached, Consumer<Runnable> fxThread) {
        this.recent = recent;
        this.exists = exists;
        this.cached = cached;
        this.fxThread = fxThread;
    }

    /// Returns the recent traces, newest first, without those that did not exist when they were last checked.
    public List<RecentTraces.Entry> existing() {
        return recent.entries().stream().filter(e -> state(e.file()).exists).toList();
    }

    /// Returns whether the trace was in the cache when it was last checked.
    public boolean isCached(Path file) {
        return state(file).isCached;
    }

    private State state(Path file) {
        return states.getOrDefault(file, State.UNKNOWN);
    }

    /// @param listener called on the JavaFX thread whenever a check finds another state of a file than before
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /// Checks all recent traces in the background. Files whose last check has not ended are not checked again.
    public void check() {
        for (Path file : recent.files()) {
            if (pending.add(file)) {
                // Each has its own thread, so that a disk that does not respond does not hold up the others. It would
                // block a carrier thread of virtual threads.
                Thread.ofPlatform().daemon().name("recent-file").start(() -> {
                    boolean isThere = exists.test(file);
                    State found = new State(isThere, isThere && cached.test(file));
                    fxThread.accept(() -> checked(file, found));
                });
            }
        }
    }

    private void checked(Path file, State found) {
        pending.remove(file);
        if (!found.equals(state(file))) {
            states.put(file, found);
            listeners.forEach(Runnable::run);
        }
    }
}
