package traceglass.ingest.etw;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.machine.SchedTracker;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.protos.system.CSwitchEtwEventDecoder;
import traceglass.protos.system.ReadyThreadEtwEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses events of Windows' scheduler: running threads, waits and wakeups. States and wait reasons are those in the
/// documentation of the `CSwitch` event.
final class EtwScheduling {

    /// Thread id that replaces ids removed from the trace.
    private static final long ANONYMIZED = 0xFFFF_FFFFL;
    private static final String ANONYMIZED_NAME = "Anonymized Process";
    private static final String[] STATES = {
        "Initialized", "Ready", "Running", "Standby", "Terminated", "Waiting", "Transition", "DeferredReady"
    };
    private static final int WAITING = 5;
    private static final String[] WAIT_REASONS = {
        "Executive",
        "FreePage",
        "PageIn",
        "PoolAllocation",
        "DelayExecution",
        "Suspended",
        "UserRequest",
        "WrExecutive",
        "WrFreePage",
        "WrPageIn",
        "WrPoolAllocation",
        "WrDelayExecution",
        "WrSuspended",
        "WrUserRequest",
        "WrEventPair",
        "WrQueue",
        "WrLpcReceive",
        "WrLpcReply",
        "WrVirtualMemory",
        "WrPageOut",
        "WrRendezvous",
        "WrKeyedEvent",
        "WrTerminated",
        "WrProcessInSwap",
        "WrCpuRateControl",
        "WrCalloutStack",
        "WrKernel",
        "WrResource",
        "WrPushLock",
        "WrMutex",
        "WrQuantumEnd",
        "WrDispatchInt",
        "WrPreempted",
        "WrYieldExecution",
        "WrFastMutex",
        "WrGuardedMutex",
        "WrRundown"
    };
    private static final int PAGE_IN = 2;
    private static final int FIRST_ALERTABLE = 7;
    private static final int LAST_ALERTABLE = 36;

    private final ImportContext context;
    private final ProcessTracker processes;
    private final SchedTracker sched;
    private final ThreadStateTracker states;
    /// Running thread per CPU, separate from the data of Linux events.
    private final Map<Integer, SchedTracker.CpuState> cpus = new HashMap<>();

    EtwScheduling(ImportContext context) {
        this.context = context;
        processes = context.processes();
        sched = context.sched();
        states = context.threadStates();
    }

    /// Reads a `CSwitchEtwEvent`.
    void onSwitched(long ts, int cpu, CSwitchEtwEventDecoder event) {
        long oldTid = event.hasOldThreadId() ? Integer.toUnsignedLong(event.oldThreadId()) : ANONYMIZED;
        long newTid = event.hasNewThreadId() ? Integer.toUnsignedLong(event.newThreadId()) : ANONYMIZED;
        if (oldTid == ANONYMIZED || newTid == ANONYMIZED) {
            processes.setThreadName(
                    processes.thread(ANONYMIZED), context.strings().intern(ANONYMIZED_NAME), NamePriority.OfThread.ETW);
        }
        int state = event.hasOldThreadState() ? event.oldThreadState() : event.oldThreadStateInt();
        int reason = event.oldThreadWaitReasonInt() & 0xff;
        onSwitched(ts, cpu, oldTid, state, reason, newTid, event.newThreadPriority());
    }

    private void onSwitched(long ts, int cpu, long oldTid, int oldState, int reason, long newTid, int priority) {
        int newUtid = processes.thread(newTid);
        SchedTracker.CpuState cpuState = cpus.computeIfAbsent(cpu, c -> new SchedTracker.CpuState());
        int stateId = name(STATES, oldState & 0xff);
        if (stateId == StringPool.NULL) {
            context.stats().increment(StatNames.TASK_STATE_INVALID);
        }
        if (cpuState.row >= 0) {
            if (oldTid == cpuState.tid) {
                sched.end(cpuState.row, ts, stateId);
            } else {
                context.stats().increment(StatNames.MISMATCHED_SCHED_SWITCH_TIDS);
            }
        }
        cpuState.row = sched.begin(ts, cpu, newUtid, priority);
        cpuState.tid = newTid;
        cpuState.utid = newUtid;
        cpuState.priority = priority;
        int oldUtid = processes.thread(oldTid);
        states.addSwitch(ts, cpu, oldUtid, stateId, newUtid);
        if (oldState == WAITING) {
            int reasonId = name(WAIT_REASONS, reason);
            states.setBlockedReason(oldUtid, isIoWait(reason), reasonId == StringPool.NULL ? -1 : reasonId);
        }
    }

    private int name(String[] names, int number) {
        return number < names.length ? context.strings().intern(names[number]) : StringPool.NULL;
    }

    /// Returns whether a wait counts as I/O: page-ins, and alertable waits, which are mostly for I/O.
    private static boolean isIoWait(int reason) {
        return reason == PAGE_IN || reason >= FIRST_ALERTABLE && reason <= LAST_ALERTABLE;
    }

    /// Returns the thread that runs on a CPU, 0 if it is unknown.
    long runningOn(int cpu) {
        SchedTracker.CpuState state = cpus.get(cpu);
        return state == null ? 0 : state.tid;
    }

    /// Reads a `ReadyThreadEtwEvent`.
    void onReady(long ts, long wakerTid, ReadyThreadEtwEventDecoder event) {
        int utid = processes.thread(Integer.toUnsignedLong(event.tThreadId()));
        states.addWakeup(ts, utid, processes.thread(wakerTid), ThreadStateTracker.NO_FLAGS);
    }
}
