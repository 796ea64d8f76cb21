package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.machine.SchedTracker;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.protos.system.GenericGpuFrequencyEventDecoder;
import traceglass.protos.system.GenericKernelCpuFrequencyEventDecoder;
import traceglass.protos.system.GenericKernelProcessDecoder;
import traceglass.protos.system.GenericKernelProcessTreeDecoder;
import traceglass.protos.system.GenericKernelTaskRenameEventDecoder;
import traceglass.protos.system.GenericKernelTaskStateEventDecoder;
import traceglass.protos.system.GenericKernelThreadDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Parses `GenericKernel…` packets: task states, names, processes and frequencies from kernels other than Linux.
///
/// Each event concerns only one task. When one task follows another on a CPU, the event that stops the first and the
/// event that runs the second may come in either order. Therefore, each slice is ended by the next one, and its end
/// state is set by a later event with the same time.
public final class GenericKernelParser implements PacketParser {

    private static final String[] STATES = {"Unknown", "Created", "R", "Running", "S", "D", "T", "Z", "X"};
    private static final int CREATED = 1;
    private static final int RUNNING = 3;
    private static final int DEAD = 7;
    private static final int DESTROYED = 8;
    private static final double HZ_IN_KHZ = 1000.0;

    private enum Change {
        NONE,
        STARTED,
        STARTED_AFTER_OTHER,
        ENDED,
        END_STATE
    }

    /// Ended scheduling slice and its end time, in ns.
    private record EndedSlice(int row, long ts) {}

    private final ImportContext context;
    private final ProcessTracker processes;
    private final SchedTracker sched;
    private final ThreadStateTracker states;
    private final int[] stateNames = new int[STATES.length];
    /// Running thread per CPU, separate from the data of Linux events.
    private final Map<Integer, SchedTracker.CpuState> cpus = new HashMap<>();
    /// Slices that were ended by the next slice and wait for their end state, by thread.
    private final Map<Integer, EndedSlice> endedSlices = new HashMap<>();

    public GenericKernelParser(ImportContext context) {
        this.context = context;
        processes = context.processes();
        sched = context.sched();
        states = context.threadStates();
        for (int i = 0; i < STATES.length; i++) {
            stateNames[i] = context.strings().intern(STATES[i]);
        }
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.GENERIC_KERNEL_TASK_STATE_EVENT_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_TASK_RENAME_EVENT_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_PROCESS_TREE_FIELD_NUMBER,
            TracePacket.GENERIC_KERNEL_CPU_FREQ_EVENT_FIELD_NUMBER,
            TracePacket.GENERIC_GPU_FREQUENCY_EVENT_FIELD_NUMBER
        };
    }

    @Override
    public void parse(long ts, Packet packet) {
        switch (packet.field()) {
            case TracePacket.GENERIC_KERNEL_TASK_STATE_EVENT_FIELD_NUMBER ->
                handleTaskState(ts, packet.decode(new GenericKernelTaskStateEventDecoder()));
            case TracePacket.GENERIC_KERNEL_TASK_RENAME_EVENT_FIELD_NUMBER ->
                rename(packet.decode(new GenericKernelTaskRenameEventDecoder()));
            case TracePacket.GENERIC_KERNEL_PROCESS_TREE_FIELD_NUMBER ->
                processTree(packet.decode(new GenericKernelProcessTreeDecoder()));
            case TracePacket.GENERIC_KERNEL_CPU_FREQ_EVENT_FIELD_NUMBER ->
                handleCpuFrequency(ts, packet.decode(new GenericKernelCpuFrequencyEventDecoder()));
            default -> handleGpuFrequency(ts, packet.decode(new GenericGpuFrequencyEventDecoder()));
        }
    }

    private void handleTaskState(long ts, GenericKernelTaskStateEventDecoder event) {
        int cpu = event.cpu();
        long tid = event.tid();
        int state = event.state();
        if (cpu < 0 || cpu >= CpuTracker.MAX_CPUS) {
            context.stats().increment(StatNames.TASK_STATE_INVALID);
            return;
        }
        int utid = thread(ts, tid, event.commId(context.strings()), state);
        if (utid == ProcessTracker.NONE) {
            return;
        }
        SchedTracker.CpuState cpuState = cpus.computeIfAbsent(cpu, c -> new SchedTracker.CpuState());
        int before = cpuState.utid;
        switch (updateCpu(cpuState, ts, cpu, tid, utid, state, event.prio())) {
            case END_STATE -> states.changeOpen(utid, stateNames[state], -1, -1, ThreadStateTracker.NO_FLAGS);
            case STARTED_AFTER_OTHER -> {
                // The new state of the other task is not yet known.
                states.setState(ts, before, StringPool.NULL, -1);
                states.setState(ts, utid, stateNames[state], cpu);
            }
            default -> states.setState(ts, utid, stateNames[state], state == RUNNING ? cpu : -1);
        }
    }

    /// Returns the thread of the event; counts an error and returns [ProcessTracker#NONE] if the thread cannot be
    /// in this state.
    private int thread(long ts, long tid, int comm, int state) {
        int utid = processes.threadOrNone(tid);
        switch (state) {
            case CREATED -> {
                if (utid != ProcessTracker.NONE) {
                    return countInvalidOrder();
                }
                utid = processes.startThread(ts, tid);
                processes.setThreadName(utid, comm, NamePriority.OfThread.GENERIC_KERNEL);
            }
            case DESTROYED -> {
                if (utid == ProcessTracker.NONE) {
                    utid = processes.thread(tid);
                    processes.setThreadName(utid, comm, NamePriority.OfThread.GENERIC_KERNEL);
                }
                processes.endThread(ts, tid);
            }
            default -> {
                if (state <= 0 || state > DESTROYED) {
                    context.stats().increment(StatNames.TASK_STATE_INVALID);
                    return ProcessTracker.NONE;
                }
                if (utid == ProcessTracker.NONE) {
                    utid = processes.thread(tid);
                } else {
                    int before = states.openState(utid);
                    if (before == stateNames[DEAD] || state == RUNNING && before == stateNames[RUNNING]) {
                        return countInvalidOrder();
                    }
                }
                processes.setThreadName(utid, comm, NamePriority.OfThread.GENERIC_KERNEL);
            }
        }
        return utid;
    }

    private int countInvalidOrder() {
        context.stats().increment(StatNames.GENERIC_TASK_STATE_INVALID_ORDER);
        return ProcessTracker.NONE;
    }

    private Change updateCpu(
            SchedTracker.CpuState cpuState, long ts, int cpu, long tid, int utid, int state, int priority) {
        if (state == RUNNING) {
            Change change = Change.STARTED;
            if (cpuState.row >= 0) {
                sched.end(cpuState.row, ts, StringPool.NULL);
                endedSlices.put(cpuState.utid, new EndedSlice(cpuState.row, ts));
                change = Change.STARTED_AFTER_OTHER;
            }
            cpuState.row = sched.begin(ts, cpu, utid, priority);
            cpuState.tid = tid;
            cpuState.utid = utid;
            cpuState.priority = priority;
            return change;
        }
        if (cpuState.row >= 0 && tid == cpuState.tid) {
            sched.end(cpuState.row, ts, stateNames[state]);
            cpuState.row = -1;
            cpuState.utid = -1;
            cpuState.tid = Long.MIN_VALUE;
            return Change.ENDED;
        }
        EndedSlice ended = endedSlices.get(utid);
        if (ended != null && ended.ts == ts) {
            sched.setEndState(ended.row, stateNames[state]);
            endedSlices.remove(utid);
            return Change.END_STATE;
        }
        return Change.NONE;
    }

    private void rename(GenericKernelTaskRenameEventDecoder event) {
        processes.renameTask(
                processes.thread(event.tid()), event.commId(context.strings()), NamePriority.OfThread.GENERIC_KERNEL);
    }

    private void processTree(GenericKernelProcessTreeDecoder tree) {
        GenericKernelProcessDecoder process = new GenericKernelProcessDecoder();
        for (int i = 0; i < tree.processesCount(); i++) {
            addProcess(tree.processes(i, process));
        }
        GenericKernelThreadDecoder thread = new GenericKernelThreadDecoder();
        for (int i = 0; i < tree.threadsCount(); i++) {
            addThread(tree.threads(i, thread));
        }
    }

    private void addProcess(GenericKernelProcessDecoder process) {
        if (!process.hasCmdline()) {
            return;
        }
        String cmdline = process.cmdline();
        int space = cmdline.indexOf(' ');
        int parentUpid = processes.processWithoutMainThread(process.ppid());
        int upid = processes.processWithoutMainThread(process.pid());
        processes.setParent(upid, parentUpid, LongColumn.NULL);
        processes.setProcessMetadata(
                upid,
                context.strings().intern(space < 0 ? cmdline : cmdline.substring(0, space)),
                context.strings().intern(cmdline));
    }

    private void addThread(GenericKernelThreadDecoder thread) {
        int upid = processes.processWithoutMainThread(thread.pid());
        int utid = processes.threadWithParent(thread.tid(), upid, false);
        processes.setMainThread(utid, thread.isMainThread());
        processes.setIdleThread(utid, thread.isIdle());
        processes.setThreadName(utid, thread.commId(context.strings()), NamePriority.OfThread.PROCESS_TREE);
    }

    private void handleCpuFrequency(long ts, GenericKernelCpuFrequencyEventDecoder event) {
        context.counters()
                .push(
                        ts,
                        event.freqHz() / HZ_IN_KHZ,
                        context.tracks()
                                .intern(
                                        CommonTrackTypes.CPU_FREQUENCY,
                                        context.strings().intern("cpufreq"),
                                        event.cpu()));
    }

    private void handleGpuFrequency(long ts, GenericGpuFrequencyEventDecoder event) {
        long gpu = Integer.toUnsignedLong(event.gpuId());
        context.counters()
                .push(
                        ts,
                        Integer.toUnsignedLong(event.frequencyKhz()),
                        context.tracks()
                                .intern(
                                        CommonTrackTypes.GPU_FREQUENCY,
                                        context.strings().intern("gpufreq"),
                                        context.gpus().ugpu(gpu),
                                        gpu));
    }
}
