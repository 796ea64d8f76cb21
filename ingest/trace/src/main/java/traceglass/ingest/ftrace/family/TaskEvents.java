package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.MarkVictimFtraceEvent;
import traceglass.protos.ftrace.SchedBlockedReasonFtraceEvent;
import traceglass.protos.ftrace.SchedProcessFreeFtraceEvent;
import traceglass.protos.ftrace.SignalDeliverFtraceEvent;
import traceglass.protos.ftrace.SignalGenerateFtraceEvent;
import traceglass.protos.ftrace.TaskNewtaskFtraceEvent;
import traceglass.protos.ftrace.TaskRenameFtraceEvent;

/// Handles the lifecycle of tasks: creation, renaming, blocking, signals and exit.
final class TaskEvents extends EventFamily {

    /// `CLONE_THREAD` of `clone(2)`: the new task is a thread of the calling process.
    private static final long CLONE_THREAD = 0x10000;

    private final ProcessTracker processes;
    private final ThreadStateTracker states;
    private final int signalGenerate = id("signal_generate");
    private final int signalDeliver = id("signal_deliver");
    private final int signalNumber = id("signal.sig");
    private final int oomKill = id("mem.oom_kill");

    TaskEvents(ImportContext context) {
        super(context);
        processes = context.processes();
        states = context.threadStates();
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.TASK_NEWTASK_FIELD_NUMBER, this::handleNewTask);
        handlers.on(FtraceEvent.TASK_RENAME_FIELD_NUMBER, this::handleRename);
        handlers.on(
                FtraceEvent.SCHED_PROCESS_FREE_FIELD_NUMBER,
                e -> processes.endThread(e.ts(), e.asUint32(SchedProcessFreeFtraceEvent.PID_FIELD_NUMBER)));
        handlers.on(FtraceEvent.SCHED_BLOCKED_REASON_FIELD_NUMBER, this::handleBlockedReason);
        handlers.on(
                FtraceEvent.SIGNAL_GENERATE_FIELD_NUMBER,
                e -> addSignal(
                        e,
                        signalGenerate,
                        e.asUint32(SignalGenerateFtraceEvent.PID_FIELD_NUMBER),
                        e.asInt(SignalGenerateFtraceEvent.SIG_FIELD_NUMBER)));
        handlers.on(
                FtraceEvent.SIGNAL_DELIVER_FIELD_NUMBER,
                e -> addSignal(e, signalDeliver, e.tid(), e.asInt(SignalDeliverFtraceEvent.SIG_FIELD_NUMBER)));
        handlers.on(FtraceEvent.MARK_VICTIM_FIELD_NUMBER, e -> {
            int victim = processes.thread(e.asUint32(MarkVictimFtraceEvent.PID_FIELD_NUMBER));
            instant(e, context.tracks().threadTrack(victim), NULL, oomKill, null);
        });
    }

    private void handleNewTask(KernelEvent e) {
        long tid = e.asUint32(TaskNewtaskFtraceEvent.PID_FIELD_NUMBER);
        int comm = e.stringId(TaskNewtaskFtraceEvent.COMM_FIELD_NUMBER);
        long flags = e.asLong(TaskNewtaskFtraceEvent.CLONE_FLAGS_FIELD_NUMBER);
        if (tid == 0) {
            // The kernel creates the idle tasks of the CPUs while it boots.
            return;
        }
        int creator;
        int created;
        if ((flags & CLONE_THREAD) == 0) {
            int upid = processes.startProcess(e.ts(), ProcessTracker.NONE, tid, comm, NamePriority.OfThread.FTRACE);
            creator = utid(e);
            created = processes.thread(tid);
            processes.setCreator(upid, creator);
        } else {
            creator = utid(e);
            created = processes.startThread(e.ts(), tid);
            processes.setThreadName(created, comm, NamePriority.OfThread.FTRACE);
            processes.associateThreads(creator, created, true);
        }
        states.addNewThread(e.ts(), created, creator);
    }

    private void handleRename(KernelEvent e) {
        int utid = processes.thread(e.asUint32(TaskRenameFtraceEvent.PID_FIELD_NUMBER));
        processes.renameTask(
                utid, e.stringId(TaskRenameFtraceEvent.NEWCOMM_FIELD_NUMBER), NamePriority.OfThread.FTRACE);
    }

    private void handleBlockedReason(KernelEvent e) {
        int utid = processes.thread(e.asUint32(SchedBlockedReasonFtraceEvent.PID_FIELD_NUMBER));
        int function = e.symbol(e.asUint32(SchedBlockedReasonFtraceEvent.CALLER_FIELD_NUMBER));
        states.setBlockedReason(utid, e.asBool(SchedBlockedReasonFtraceEvent.IO_WAIT_FIELD_NUMBER), function);
    }

    private void addSignal(KernelEvent e, int name, long tid, int number) {
        int track = context.tracks().threadTrack(processes.thread(tid));
        instant(e, track, NULL, name, b -> b.addInt(signalNumber, number));
    }
}
