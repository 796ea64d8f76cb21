package traceglass.ingest.sysprof;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Starts and ends of threads and processes. Sysprof records only thread ids, so a started task is treated as a
/// process only if other frames refer to a process with its id. Starts and ends are therefore written after the last
/// frame, and only for tasks that other frames refer to.
final class CaptureTasks {

    private final ProcessTracker processes;
    private final Map<Integer, Fork> forks = new HashMap<>();
    private final Map<Integer, Long> exits = new HashMap<>();

    /// @param parent thread or process that started the task
    /// @param name string id of the name that the parent's process had at that time
    private record Fork(long ts, int parent, int tid, int name) {}

    CaptureTasks(ImportContext context) {
        processes = context.processes();
    }

    void onForked(long ts, int parent, int tid) {
        Fork earlier = forks.remove(tid);
        if (earlier != null) {
            write(earlier);
        }
        Long exit = exits.remove(tid);
        if (exit != null) {
            // The id is being reused by another task.
            processes.endThread(exit, tid);
        }
        int upid = processOf(parent);
        int name = upid == ProcessTracker.NONE ? StringPool.NULL : processes.processName(upid);
        forks.put(tid, new Fork(ts, parent, tid, name));
    }

    void onExited(long ts, int tid) {
        exits.putIfAbsent(tid, ts);
    }

    private int processOf(int tid) {
        int utid = processes.threadOrNone(tid);
        int upid = utid == ProcessTracker.NONE ? ProcessTracker.NONE : processes.upidOf(utid);
        return upid == ProcessTracker.NONE ? processes.processOrNone(tid) : upid;
    }

    private void write(Fork fork) {
        int utid = processes.threadOrNone(fork.tid);
        if (utid == ProcessTracker.NONE) {
            return;
        }
        processes.setThreadStartIfUnset(utid, fork.ts);
        int upid = processes.processOrNone(fork.tid);
        if (upid == ProcessTracker.NONE || upid != processes.upidOf(utid)) {
            return;
        }
        processes.setStartIfUnset(upid, fork.ts);
        int parent = processOf(fork.parent);
        if (parent != ProcessTracker.NONE && parent != upid) {
            processes.setParent(upid, parent, LongColumn.NULL);
        }
        if (processes.processName(upid) == StringPool.NULL) {
            processes.setProcessName(upid, fork.name, NamePriority.OfProcess.OTHER);
        }
    }

    /// Writes the starts and ends. Called after the last event.
    void finish() {
        List<Fork> started = new ArrayList<>(forks.values());
        started.sort(Comparator.comparingLong(Fork::ts));
        started.forEach(this::write);
        // The end of a main thread ends its process, after which the other threads cannot be found.
        List<Map.Entry<Integer, Long>> ended = new ArrayList<>(exits.entrySet());
        ended.sort(Comparator.comparing((Map.Entry<Integer, Long> e) -> isProcess(e.getKey()))
                .thenComparingLong(Map.Entry::getValue));
        ended.forEach(e -> processes.endThread(e.getValue(), e.getKey()));
    }

    private boolean isProcess(int tid) {
        return processes.processOrNone(tid) != ProcessTracker.NONE;
    }
}
