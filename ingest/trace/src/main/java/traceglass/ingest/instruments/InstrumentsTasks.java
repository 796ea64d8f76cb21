package traceglass.ingest.instruments;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;

/// Processes and threads as cells of rows: `<thread fmt="main"><tid>7</tid><process fmt="app (6)"><pid>6</pid>…`.
final class InstrumentsTasks {

    private final ImportContext context;

    InstrumentsTasks(ImportContext context) {
        this.context = context;
    }

    /// Returns the process of a cell; [ProcessTracker#NONE] if it is not a process or has no id.
    int process(Cell cell) {
        long pid = id(cell, "pid");
        if (pid < 0) {
            return ProcessTracker.NONE;
        }
        int upid = context.processes().process(pid);
        if (cell.displayText != null) {
            context.processes()
                    .setProcessName(upid, context.strings().intern(cell.displayText), NamePriority.OfProcess.OTHER);
        }
        return upid;
    }

    /// Returns the thread of a cell; [ProcessTracker#NONE] if it is not a thread or has no id.
    ///
    /// @param owner cell of the process, for thread cells that do not contain their process; or null
    int thread(Cell cell, Cell owner) {
        long tid = id(cell, "tid");
        if (tid < 0) {
            return ProcessTracker.NONE;
        }
        Cell process = cell.part("process") == null ? owner : cell.part("process");
        long pid = id(process, "pid");
        int utid =
                pid < 0 ? context.processes().thread(tid) : context.processes().updateThread(tid, pid);
        if (pid >= 0) {
            process(process);
        }
        if (cell.displayText != null) {
            context.processes()
                    .setThreadName(utid, context.strings().intern(cell.displayText), NamePriority.OfThread.OTHER);
        }
        return utid;
    }

    private static long id(Cell cell, String part) {
        Cell id = cell == null ? null : cell.part(part);
        return id == null || id.number() == Cell.NONE ? -1 : id.number();
    }
}
