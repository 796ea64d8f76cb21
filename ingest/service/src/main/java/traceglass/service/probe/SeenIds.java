package traceglass.service.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Passes ids that occur in kernel events to the probes of the same session that resolve them. The ftrace probe calls
/// the methods after each read. All calls are on the probe thread.
public final class SeenIds {

    /// Resolves ids. The arrays belong to the caller and can change after the call.
    public interface Listener {

        /// Receives ids of threads.
        default void onThreads(int[] threads, int count) {}

        /// Receives ids of threads whose name or program changed.
        default void onRenames(int[] threads, int count) {}

        /// Receives files by inode and device (`st_dev` of `stat`).
        default void onFiles(long[] inodes, long[] devices, int count) {}

        /// Receives descriptors of open files, each with a thread that uses it.
        default void onDescriptors(int[] threads, long[] descriptors, int count) {}
    }

    private final Map<Long, List<Listener>> listeners = new HashMap<>();

    /// Adds a listener to a session.
    ///
    /// @param session `tracing_session_id` of the configs of its data sources
    public void add(long session, Listener listener) {
        listeners.computeIfAbsent(session, s -> new ArrayList<>()).add(listener);
    }

    public void remove(long session, Listener listener) {
        List<Listener> all = listeners.getOrDefault(session, List.of());
        if (all.remove(listener) && all.isEmpty()) {
            listeners.remove(session);
        }
    }

    /// Returns whether a session has listeners, so that ids need to be collected.
    public boolean isUsed(long session) {
        return listeners.containsKey(session);
    }

    /// Passes ids to the listeners of a session.
    public void notifyListeners(long session, Consumer<Listener> ids) {
        List.copyOf(listeners.getOrDefault(session, List.of())).forEach(ids);
    }
}
