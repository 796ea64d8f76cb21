package traceglass.ingest.perf;

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

/// Names, starts and ends of threads and processes. Starts and ends are written only for threads that other records
/// refer to, and only at the end, because samples of a thread may follow the record of its exit.
final class TaskRows {

    private final ProcessTracker processes;
    private final StringPool strings;
    private final Map<Long, Fork> forks = new HashMap<>();
    private final Map<Long, Exit> exits = new HashMap<>();

    /// @param name string id of the parent process's name at that time
    private record Fork(long ts, long pid, long parentPid, long tid, int name) {}

    private record Exit(long ts, long pid, long tid) {}

    TaskRows(ImportContext context) {
        processes = context.processes();
        strings = context.strings();
    }

    void onNamed(long pid, long tid, byte[] b, int offset, int end) {
        processes.updateThread(tid, pid);
        int name = strings.intern(b, offset, RecordBytes.textEnd(b, offset, end) - offset);
        processes.renameTask(processes.thread(tid), name, NamePriority.OfThread.PERF_COMM);
    }

    void onForked(long ts, long pid, long parentPid, long tid) {
        Fork earlier = forks.remove(tid);
        if (earlier != null) {
            write(earlier);
        }
        Exit exit = exits.remove(tid);
        if (exit != null) {
            // The thread id is being reused by another thread.
            processes.endThread(exit.ts, tid);
        }
        int parent = processes.processOrNone(parentPid);
        int name = parent == ProcessTracker.NONE ? StringPool.NULL : processes.processName(parent);
        forks.put(tid, new Fork(ts, pid, parentPid, tid, name));
    }

    void onExited(long ts, long pid, long tid) {
        exits.putIfAbsent(tid, new Exit(ts, pid, tid));
    }

    private void write(Fork f) {
        int utid = processes.threadOrNone(f.tid);
        if (utid == ProcessTracker.NONE) {
            return;
        }
        processes.setThreadStartIfUnset(utid, f.ts);
        int upid = processes.upidOf(utid);
        if (f.pid != f.tid || upid == ProcessTracker.NONE || f.parentPid == f.pid) {
            return;
        }
        processes.setStartIfUnset(upid, f.ts);
        int parent = processes.processOrNone(f.parentPid);
        if (parent != ProcessTracker.NONE) {
            processes.setParent(upid, parent, LongColumn.NULL);
        }
        if (processes.processName(upid) == StringPool.NULL) {
            processes.setProcessName(upid, f.name, NamePriority.OfProcess.OTHER);
        }
    }

    /// Writes the starts and ends of threads. Called after the last event.
    void finish() {
        List<Fork> started = new ArrayList<>(forks.values());
        started.sort(Comparator.comparingLong(Fork::ts));
        started.forEach(this::write);
        List<Exit> ended = new ArrayList<>(exits.values());
        // The end of a main thread ends its process, after which the other threads cannot be found.
        ended.sort(Comparator.comparing((Exit e) -> e.pid == e.tid).thenComparingLong(Exit::ts));
        for (Exit e : ended) {
            if (processes.threadOrNone(e.tid) != ProcessTracker.NONE) {
                processes.endThread(e.ts, e.tid);
            }
        }
    }
}
