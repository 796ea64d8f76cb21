package traceglass.ingest.database;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;

/// Finds the processes and threads of a table's rows. Each may have a number, a name or both; those with only a name
/// are assigned numbers.
final class TableIds {

    private static final int NONE = -1;
    /// Base of the numbers assigned to named processes and threads if other rows have numbers of their own.
    private static final long NAMED_BASE = 10_000_000;
    /// Base of the numbers assigned to threads, so that none looks like the main thread of a process.
    private static final long TID_BASE = 100_000;

    private static final long MAX_ID = Integer.MAX_VALUE;

    private final ImportContext context;
    private final ProcessTracker processes;
    private final Ids processIds;
    private final Ids threadIds;
    private final Map<String, Long> pids = new HashMap<>();
    private final Map<String, Long> tids = new HashMap<>();
    private int upid = NONE;
    private int utid = NONE;

    /// Indexes of the columns with the number and with the name; -1 if missing.
    private record Ids(int number, int name) {

        static Ids of(List<TableColumn> columns, int[] positions) {
            int number = NONE;
            int name = NONE;
            for (int p : positions) {
                if (columns.get(p).isNumber()) {
                    number = number == NONE ? p : number;
                } else {
                    name = name == NONE ? p : name;
                }
            }
            return new Ids(number, name);
        }

        boolean isEmpty() {
            return number == NONE && name == NONE;
        }
    }

    TableIds(ImportContext context, List<TableColumn> columns, int[] process, int[] thread) {
        this.context = context;
        processes = context.processes();
        processIds = Ids.of(columns, process);
        threadIds = Ids.of(columns, thread);
    }

    /// Finds the process and the thread of a row.
    void read(String[] row) {
        upid = NONE;
        utid = NONE;
        String process = text(row, processIds.name());
        long pid = number(row, processIds.number());
        if (pid < 0 && process != null) {
            pid = pids.computeIfAbsent(process, p -> (processIds.number() == NONE ? 1 : NAMED_BASE) + pids.size());
        }
        if (pid >= 0) {
            upid = processes.process(pid);
            if (process != null) {
                processes.setProcessName(upid, context.strings().intern(process), NamePriority.OfProcess.OTHER);
            }
        }
        if (!threadIds.isEmpty()) {
            readThread(row, pid);
        }
    }

    private void readThread(String[] row, long pid) {
        String thread = text(row, threadIds.name());
        long tid = number(row, threadIds.number());
        if (tid < 0 && thread != null) {
            tid = tids.computeIfAbsent(
                    pid + " " + thread,
                    t -> (threadIds.number() == NONE ? TID_BASE : 2 * NAMED_BASE) + 1 + tids.size());
        }
        if (tid >= 0) {
            utid = pid >= 0 ? processes.updateThread(tid, pid) : processes.thread(tid);
            if (thread != null) {
                processes.setThreadName(utid, context.strings().intern(thread), NamePriority.OfThread.OTHER);
            }
        }
    }

    /// Returns the process of the last row, or -1.
    int upid() {
        return upid;
    }

    /// Returns the thread of the last row, or -1.
    int utid() {
        return utid;
    }

    private static String text(String[] row, int column) {
        return column == NONE || row[column] == null || row[column].isBlank() ? null : row[column].strip();
    }

    private static long number(String[] row, int column) {
        long id = column == NONE ? -1 : TimeValues.parseNs(row[column], ColumnUnit.NS);
        return id >= 0 && id <= MAX_ID ? id : -1;
    }
}
