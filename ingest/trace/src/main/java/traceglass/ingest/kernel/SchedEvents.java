package traceglass.ingest.kernel;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.machine.SchedTracker;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SchedWakingFtraceEvent;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Converts scheduler events to scheduling slices and thread states.
///
/// A `sched_switch` ends the slice of its CPU and begins the next one. The compact encoding contains only the next
/// thread; the previous one is taken from the preceding switch, so the first compact switch of a CPU adds no slice.
public final class SchedEvents {

    private final ImportContext context;
    private final ProcessTracker processes;
    private final SchedTracker sched;
    private final ThreadStateTracker states;
    private final RawEvents raw;
    private final ProtoBytes fields = new ProtoBytes();
    private final int switchName;
    private final int wakingName;

    /// Creates an instance for importers of other event formats.
    public SchedEvents(ImportContext context) {
        this(context, new RawEvents(context));
    }

    /// @param raw receives the raw rows
    public SchedEvents(ImportContext context, RawEvents raw) {
        this.context = context;
        this.raw = raw;
        processes = context.processes();
        sched = context.sched();
        states = context.threadStates();
        switchName = raw.name(FtraceEvent.SCHED_SWITCH_FIELD_NUMBER);
        wakingName = raw.name(FtraceEvent.SCHED_WAKING_FIELD_NUMBER);
    }

    /// Handles a switch of a CPU from one thread to another.
    ///
    /// @param prevComm string id of the name of the thread that stops
    /// @param prevState state of the thread that stops, as reported by the kernel, see `TaskState`
    /// @param nextComm string id of the name of the thread that continues
    public void addSwitch(
            long ts,
            int cpu,
            long prevTid,
            int prevComm,
            int prevPrio,
            long prevState,
            long nextTid,
            int nextComm,
            int nextPrio) {
        writeSwitchFields(prevComm, prevTid, prevPrio, prevState, nextComm, nextTid, nextPrio);
        addSwitch(
                ts, cpu, prevTid, prevComm, prevState, nextTid, nextComm, nextPrio, fields.buffer(), 0, fields.size());
    }

    /// Records the thread that runs on a CPU, as reported by one of the thread's events. If the last switch was to
    /// another thread, as in recordings that omit some switches, the slice of that thread ends here.
    public void markRunning(long ts, int cpu, long tid) {
        SchedTracker.CpuState state = sched.cpu(cpu);
        if (state.row >= 0 && state.tid != tid) {
            sched.end(state.row, ts, StringPool.NULL);
            state.row = -1;
            context.stats().increment(StatNames.SCHED_SWITCH_UNRECORDED);
        }
    }

    /// Handles a switch whose fields are already encoded.
    ///
    /// @param from buffer with the fields of a `SchedSwitchFtraceEvent`
    /// @param offset start of the fields
    /// @param length length of the fields in bytes
    public void addSwitch(
            long ts,
            int cpu,
            long prevTid,
            int prevComm,
            long prevState,
            long nextTid,
            int nextComm,
            int nextPrio,
            byte[] from,
            int offset,
            int length) {
        int nextUtid = processes.thread(nextTid);
        processes.setThreadName(nextUtid, nextComm, NamePriority.OfThread.FTRACE);
        SchedTracker.CpuState state = sched.cpu(cpu);
        int prevStateId = taskState(prevState);
        if (state.row >= 0) {
            if (prevTid == state.tid) {
                sched.end(state.row, ts, prevStateId);
            } else {
                context.stats().increment(StatNames.MISMATCHED_SCHED_SWITCH_TIDS);
            }
        }
        int prevUtid = processes.thread(prevTid);
        processes.setThreadName(prevUtid, prevComm, NamePriority.OfThread.FTRACE);
        raw.add(
                ts,
                switchName,
                prevUtid,
                cpu,
                IntColumn.NULL,
                FtraceEvent.SCHED_SWITCH_FIELD_NUMBER,
                from,
                offset,
                length);
        state.row = sched.begin(ts, cpu, nextUtid, nextPrio);
        state.tid = nextTid;
        state.utid = nextUtid;
        state.priority = nextPrio;
        states.addSwitch(ts, cpu, prevUtid, prevStateId, nextUtid);
    }

    /// Handles a switch in compact encoding.
    ///
    /// @param nextComm string id of the name of the thread that continues
    /// @param prevState state of the thread that stops, as reported by the kernel
    /// @param isRawOnly whether the event is too early to be reliable, so that no slice is added
    public void addCompactSwitch(
            long ts, int cpu, long nextTid, int nextPrio, int nextComm, long prevState, boolean isRawOnly) {
        int nextUtid = processes.thread(nextTid);
        processes.setThreadName(nextUtid, nextComm, NamePriority.OfThread.FTRACE);
        SchedTracker.CpuState state = sched.cpu(cpu);
        int prevUtid = state.utid;
        if (prevUtid < 0) {
            context.stats().increment(StatNames.COMPACT_SCHED_SWITCH_SKIPPED);
        } else {
            int prevStateId = taskState(prevState);
            if (state.row >= 0) {
                sched.end(state.row, ts, prevStateId);
            }
            // Use the current name rather than the name at the switch: the thread may have been renamed while running.
            writeSwitchFields(
                    processes.threadName(prevUtid), state.tid, state.priority, prevState, nextComm, nextTid, nextPrio);
            raw.add(ts, switchName, prevUtid, cpu, IntColumn.NULL, FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, fields);
            if (!isRawOnly) {
                state.row = sched.begin(ts, cpu, nextUtid, nextPrio);
                states.addSwitch(ts, cpu, prevUtid, prevStateId, nextUtid);
            }
        }
        state.tid = nextTid;
        state.utid = nextUtid;
        state.priority = nextPrio;
    }

    private int taskState(long prevState) {
        int id = context.system().taskState(prevState);
        if (id == StringPool.NULL) {
            context.stats().increment(StatNames.TASK_STATE_INVALID);
        }
        return id;
    }

    private void writeSwitchFields(
            int prevComm, long prevTid, int prevPrio, long prevState, int nextComm, long nextTid, int nextPrio) {
        fields.clear();
        addText(SchedSwitchFtraceEvent.PREV_COMM_FIELD_NUMBER, prevComm);
        fields.number(SchedSwitchFtraceEvent.PREV_PID_FIELD_NUMBER, prevTid)
                .number(SchedSwitchFtraceEvent.PREV_PRIO_FIELD_NUMBER, prevPrio)
                .number(SchedSwitchFtraceEvent.PREV_STATE_FIELD_NUMBER, prevState);
        addText(SchedSwitchFtraceEvent.NEXT_COMM_FIELD_NUMBER, nextComm);
        fields.number(SchedSwitchFtraceEvent.NEXT_PID_FIELD_NUMBER, nextTid)
                .number(SchedSwitchFtraceEvent.NEXT_PRIO_FIELD_NUMBER, nextPrio);
    }

    private void addText(int field, int id) {
        if (id != StringPool.NULL) {
            fields.bytes(field, context.strings().utf8(id));
        }
    }

    /// Handles the wakeup of a thread by another thread.
    ///
    /// @param comm string id of the name of the woken thread
    public void addWakeup(long ts, long wakeeTid, int comm, long wakerTid) {
        int wakee = processes.thread(wakeeTid);
        processes.setThreadName(wakee, comm, NamePriority.OfThread.FTRACE);
        states.addWakeup(ts, wakee, processes.thread(wakerTid), ThreadStateTracker.NO_FLAGS);
    }

    /// Handles a waking in compact encoding, by the thread that runs on the CPU.
    ///
    /// @param comm string id of the name of the woken thread
    /// @param flags the event's `common_flags`
    /// @param isRawOnly whether the event is too early to be reliable, so that no state is added
    public void addCompactWaking(
            long ts, int cpu, long wakeeTid, int comm, int prio, int targetCpu, int flags, boolean isRawOnly) {
        int waker = sched.cpu(cpu).utid;
        if (waker < 0) {
            context.stats().increment(StatNames.COMPACT_SCHED_WAKING_SKIPPED);
            return;
        }
        fields.clear();
        addText(SchedWakingFtraceEvent.COMM_FIELD_NUMBER, comm);
        fields.number(SchedWakingFtraceEvent.PID_FIELD_NUMBER, wakeeTid)
                .number(SchedWakingFtraceEvent.PRIO_FIELD_NUMBER, prio)
                .number(SchedWakingFtraceEvent.TARGET_CPU_FIELD_NUMBER, targetCpu);
        raw.add(ts, wakingName, waker, cpu, flags, FtraceEvent.SCHED_WAKING_FIELD_NUMBER, fields);
        if (!isRawOnly) {
            states.addWakeup(ts, processes.thread(wakeeTid), waker, flags);
        }
    }
}
