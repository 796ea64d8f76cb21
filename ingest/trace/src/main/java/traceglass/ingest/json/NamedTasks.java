package traceglass.ingest.json;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Processes and threads that the events identify by name instead of by number. They have ids above [JsonEvents#NAMED]
/// during the import and none afterwards.
final class NamedTasks {

    private record Task(long pid, long tid) {}

    private final ImportContext context;
    private final ProcessTracker processes;
    private final Set<Task> tasks = new HashSet<>();
    private Task last = new Task(-1, -1);

    NamedTasks(ImportContext context) {
        this.context = context;
        processes = context.processes();
    }

    /// Sets the names of a process, of a thread, or of both.
    void add(long pid, long tid) {
        if (last.pid == pid && last.tid == tid) {
            return;
        }
        if (tasks.isEmpty()) {
            context.session().atEnd(this::removeIds);
        }
        last = new Task(pid, tid);
        if (!tasks.add(last)) {
            return;
        }
        if (pid >= JsonEvents.NAMED) {
            processes.setProcessMetadata(processes.process(pid), (int) (pid - JsonEvents.NAMED), StringPool.NULL);
        }
        if (tid >= JsonEvents.NAMED) {
            processes.setThreadName(
                    processes.updateThread(tid, pid), (int) (tid - JsonEvents.NAMED), NamePriority.OfThread.OTHER);
        }
    }

    private void removeIds() {
        removeIds(context.storage().table(TableNames.Process.TABLE), "pid");
        removeIds(context.storage().table(TableNames.Thread.TABLE), "tid");
    }

    private static void removeIds(Table table, String column) {
        LongColumn ids = table.longs(column);
        for (int row = 0; row < table.rowCount(); row++) {
            long id = ids.get(row);
            if (id >= JsonEvents.NAMED && id <= JsonEvents.NAMED + Integer.MAX_VALUE) {
                ids.set(row, LongColumn.NULL);
            }
        }
    }
}
