package traceglass.ingest.perf;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.SchedTracker;

/// Converts context switches (`perf record --switch-events`) to scheduling slices and thread states. They
/// record when a thread starts and stops running, but neither its priority nor why it stopped.
final class SwitchRows {

    /// Priority of a thread with the default nice value.
    private static final int DEFAULT_PRIORITY = 120;

    private final ImportContext context;
    private final int running;
    private final int preempted;
    private final int sleeping;

    SwitchRows(ImportContext context) {
        this.context = context;
        running = context.strings().intern("Running");
        preempted = context.strings().intern("R");
        sleeping = context.strings().intern("S");
    }

    /// @param misc flags of the record
    void onSwitched(long ts, int misc, int cpu, long pid, long tid) {
        if (cpu < 0 || cpu >= CpuTracker.MAX_CPUS) {
            return;
        }
        int utid = tid == 0
                ? context.processes().swapperUtid()
                : context.processes().updateThread(tid, pid);
        boolean isOut = (misc & RecordTypes.MISC_SWITCH_OUT) != 0;
        int next = (misc & RecordTypes.MISC_SWITCH_PREEMPT) != 0 ? preempted : sleeping;
        SchedTracker.CpuState state = context.sched().cpu(cpu);
        if (state.row >= 0) {
            context.sched().end(state.row, ts, next);
            state.row = -1;
        }
        if (!isOut) {
            state.row = context.sched().begin(ts, cpu, utid, DEFAULT_PRIORITY);
            state.tid = tid;
            state.utid = utid;
        }
        if (tid != 0) {
            context.threadStates().setState(ts, utid, isOut ? next : running, isOut ? -1 : cpu);
        }
    }
}
