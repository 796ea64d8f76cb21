package traceglass.ingest.tracker.machine;

import java.util.Arrays;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes the `sched_slice` table: which thread ran on which CPU and when. The last slice of a CPU is open (its
/// duration is -1) until the next one begins.
public final class SchedTracker {

    private final CpuTracker cpus;
    private final Table table;
    private final LongColumn ts;
    private final LongColumn dur;
    private final IntColumn utid;
    private final IntColumn endState;
    private final IntColumn priority;
    private final IntColumn ucpu;

    /// Creates a tracker for the CPUs of one machine.
    public SchedTracker(TraceStorage storage, CpuTracker cpus) {
        this.cpus = cpus;
        table = storage.table(TableNames.SchedSlice.TABLE);
        ts = table.longs(TableNames.SchedSlice.TS);
        dur = table.longs(TableNames.SchedSlice.DUR);
        utid = table.ints(TableNames.SchedSlice.UTID);
        endState = table.strings(TableNames.SchedSlice.END_STATE);
        priority = table.ints(TableNames.SchedSlice.PRIORITY);
        ucpu = table.ints(TableNames.SchedSlice.UCPU);
    }

    /// Adds an open slice and returns its row.
    public int begin(long time, int cpu, int threadUtid, int prio) {
        int row = table.addRow();
        table.hold(row);
        ts.set(row, time);
        dur.set(row, -1);
        utid.set(row, threadUtid);
        priority.set(row, prio);
        ucpu.set(row, cpus.ucpu(cpu));
        return row;
    }

    /// Ends an open slice. Its row is then complete unless [#setEndState] follows.
    ///
    /// @param stateId string id of the state letters, see [SystemInfoTracker#taskState]
    public void end(int row, long time, int stateId) {
        endAfter(row, time - ts.get(row), stateId);
    }

    /// Ends an open slice with a duration in ns.
    ///
    /// @param stateId string id of the state letters
    public void endAfter(int row, long duration, int stateId) {
        dur.set(row, duration);
        endState.set(row, stateId);
        table.release(row);
    }

    /// Sets the end state of a slice that ended without one.
    public void setEndState(int row, int stateId) {
        endState.set(row, stateId);
    }

    /// State of a CPU since its last context switch.
    public static final class CpuState {

        /// Row of the open slice; -1 if there is none.
        public int row = -1;
        /// Tid that was switched to; `Long.MIN_VALUE` before the first switch.
        public long tid = Long.MIN_VALUE;
        /// Utid that was switched to; -1 before the first switch.
        public int utid = -1;
        public int priority;
    }

    private CpuState[] states = new CpuState[16];

    /// Returns the state of a CPU.
    public CpuState cpu(int cpu) {
        if (cpu >= states.length) {
            states = Arrays.copyOf(states, Math.max(cpu + 1, states.length * 2));
        }
        CpuState state = states[cpu];
        if (state == null) {
            state = new CpuState();
            states[cpu] = state;
        }
        return state;
    }
}
