package traceglass.ingest.ftrace;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.NamePriority;
import traceglass.ingest.tracker.ProcessTracker;
import traceglass.ingest.tracker.SchedTracker;
import traceglass.ingest.tracker.ThreadStateTracker;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SchedWakingFtraceEvent;
import traceglass.store.IntColumn;
import traceglass.store.StringPool;

/// What the scheduler's events say: which thread ran where, and what each thread did.
///
/// A `sched_switch` ends the slice of its CPU and begins the next. The compact form tells of the thread that was
/// switched to only; the one before is that of the switch before, so the first compact switch of a CPU makes no slice.
public final class SchedEvents {

    private final ImportContext context;
    private final ProcessTracker processes;
    private final SchedTracker sched;
    private final ThreadStateTracker states;
    private final RawEvents raw;
    private final ProtoBytes fields = new ProtoBytes();
    private final int switchName;
    private final int wakingName;

    /// For importers that have events of other formats.
    public SchedEvents(ImportContext context) {
        this(context, new RawEvents(context));
    }

    SchedEvents(ImportContext context, RawEvents raw) {
        this.context = context;
        this.raw = raw;
        processes = context.processes();
        sched = context.sched();
        states = context.threadStates();
        switchName = raw.name(FtraceEvent.SCHED_SWITCH_FIELD_NUMBER);
        wakingName = raw.name(FtraceEvent.SCHED_WAKING_FIELD_NUMBER);
    }

    void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, this::switched);
        handlers.on(FtraceEvent.SCHED_WAKING_FIELD_NUMBER, this::waking);
    }

    private void switched(KernelEvent e) {
        switched(
                e.ts(),
                e.cpu(),
                e.asUint32(SchedSwitchFtraceEvent.PREV_PID_FIELD_NUMBER),
                e.stringId(SchedSwitchFtraceEvent.PREV_COMM_FIELD_NUMBER),
                e.asLong(SchedSwitchFtraceEvent.PREV_STATE_FIELD_NUMBER),
                e.asUint32(SchedSwitchFtraceEvent.NEXT_PID_FIELD_NUMBER),
                e.stringId(SchedSwitchFtraceEvent.NEXT_COMM_FIELD_NUMBER),
                e.asInt(SchedSwitchFtraceEvent.NEXT_PRIO_FIELD_NUMBER),
                e.buffer(),
                e.offset(),
                e.length());
    }

    /// A CPU went from one thread to another.
    ///
    /// @param prevComm id of the name of the thread that stops
    /// @param prevState as the kernel reports it, see [traceglass.ingest.tracker.TaskState]
    /// @param nextComm id of the name of the thread that goes on
    public void switched(
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
        switched(ts, cpu, prevTid, prevComm, prevState, nextTid, nextComm, nextPrio, fields.buffer(), 0, fields.size());
    }

    private void switched(
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
                context.stats().increment("mismatched_sched_switch_tids");
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
        states.switched(ts, cpu, prevUtid, prevStateId, nextUtid);
    }

    /// A switch in the compact form.
    ///
    /// @param rawOnly whether the event is too early to be trusted, so that it makes no slice
    void switchedCompact(long ts, CompactSched events, int i, int cpu, boolean rawOnly) {
        long nextTid = events.nextPid[i] & 0xFFFF_FFFFL;
        int nextPrio = events.nextPrio[i];
        int nextComm = events.nextComm[i];
        int nextUtid = processes.thread(nextTid);
        processes.setThreadName(nextUtid, nextComm, NamePriority.OfThread.FTRACE);
        SchedTracker.CpuState state = sched.cpu(cpu);
        int prevUtid = state.utid;
        if (prevUtid < 0) {
            context.stats().increment("compact_sched_switch_skipped");
        } else {
            long prevState = events.prevState[i];
            int prevStateId = taskState(prevState);
            if (state.row >= 0) {
                sched.end(state.row, ts, prevStateId);
            }
            // Not the name it was switched to with: it may have been renamed while it ran.
            writeSwitchFields(
                    processes.threadName(prevUtid), state.tid, state.priority, prevState, nextComm, nextTid, nextPrio);
            raw.add(ts, switchName, prevUtid, cpu, IntColumn.NULL, FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, fields);
            if (!rawOnly) {
                state.row = sched.begin(ts, cpu, nextUtid, nextPrio);
                states.switched(ts, cpu, prevUtid, prevStateId, nextUtid);
            }
        }
        state.tid = nextTid;
        state.utid = nextUtid;
        state.priority = nextPrio;
    }

    private int taskState(long prevState) {
        int id = context.system().taskState(prevState);
        if (id == StringPool.NULL) {
            context.stats().increment("task_state_invalid");
        }
        return id;
    }

    private void writeSwitchFields(
            int prevComm, long prevTid, int prevPrio, long prevState, int nextComm, long nextTid, int nextPrio) {
        fields.clear();
        text(SchedSwitchFtraceEvent.PREV_COMM_FIELD_NUMBER, prevComm);
        fields.number(SchedSwitchFtraceEvent.PREV_PID_FIELD_NUMBER, prevTid)
                .number(SchedSwitchFtraceEvent.PREV_PRIO_FIELD_NUMBER, prevPrio)
                .number(SchedSwitchFtraceEvent.PREV_STATE_FIELD_NUMBER, prevState);
        text(SchedSwitchFtraceEvent.NEXT_COMM_FIELD_NUMBER, nextComm);
        fields.number(SchedSwitchFtraceEvent.NEXT_PID_FIELD_NUMBER, nextTid)
                .number(SchedSwitchFtraceEvent.NEXT_PRIO_FIELD_NUMBER, nextPrio);
    }

    private void text(int field, int id) {
        if (id != StringPool.NULL) {
            fields.bytes(field, context.strings().utf8(id));
        }
    }

    private void waking(KernelEvent e) {
        int wakee = processes.thread(e.asUint32(SchedWakingFtraceEvent.PID_FIELD_NUMBER));
        processes.setThreadName(
                wakee, e.stringId(SchedWakingFtraceEvent.COMM_FIELD_NUMBER), NamePriority.OfThread.FTRACE);
        int waker = processes.thread(e.tid());
        states.woken(e.ts(), wakee, waker, ThreadStateTracker.NO_FLAGS);
    }

    /// A thread was woken by the one with this tid.
    ///
    /// @param comm id of the name of the thread that was woken
    public void woken(long ts, long wakeeTid, int comm, long wakerTid) {
        int wakee = processes.thread(wakeeTid);
        processes.setThreadName(wakee, comm, NamePriority.OfThread.FTRACE);
        states.woken(ts, wakee, processes.thread(wakerTid), ThreadStateTracker.NO_FLAGS);
    }

    /// A waking in the compact form, by the thread that runs on the CPU.
    void wakingCompact(long ts, CompactSched events, int i, int cpu, boolean rawOnly) {
        int waker = sched.cpu(cpu).utid;
        if (waker < 0) {
            context.stats().increment("compact_sched_waking_skipped");
            return;
        }
        long wakeeTid = events.wakeePid[i] & 0xFFFF_FFFFL;
        int flags = events.commonFlags[i];
        fields.clear();
        text(SchedWakingFtraceEvent.COMM_FIELD_NUMBER, events.wakeeComm[i]);
        fields.number(SchedWakingFtraceEvent.PID_FIELD_NUMBER, wakeeTid)
                .number(SchedWakingFtraceEvent.PRIO_FIELD_NUMBER, events.wakeePrio[i] & 0xffff)
                .number(SchedWakingFtraceEvent.TARGET_CPU_FIELD_NUMBER, events.targetCpu[i] & 0xffff);
        raw.add(ts, wakingName, waker, cpu, flags, FtraceEvent.SCHED_WAKING_FIELD_NUMBER, fields);
        if (!rawOnly) {
            states.woken(ts, processes.thread(wakeeTid), waker, flags);
        }
    }
}
