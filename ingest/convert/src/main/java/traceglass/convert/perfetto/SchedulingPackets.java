package traceglass.convert.perfetto;

import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.ingest.tracker.machine.KernelVersion;
import traceglass.ingest.tracker.machine.TaskState;
import traceglass.protos.ftrace.CpuFrequencyFtraceEvent;
import traceglass.protos.ftrace.CpuIdleFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SchedWakingFtraceEvent;

/// Writes scheduling as ftrace events: a switch at the start of each scheduling slice and of each gap, wakeups with a
/// known waker, and frequencies and idle states of CPUs.
final class SchedulingPackets {

    /// Scheduling slices, each with a thread that stopped when the slice started although its own slice is missing.
    private static final String SLICES = """
        WITH stopped AS (
            SELECT ts, min(utid) AS utid, min(state) AS state FROM (
                SELECT ts, utid, state, waker_utid, lag(state) OVER (PARTITION BY utid ORDER BY ts, id) AS earlier
                FROM thread_state)
            WHERE state != 'Running' AND coalesce(earlier, '') != 'Running' AND waker_utid IS NULL GROUP BY ts)
        SELECT s.ucpu, s.ts, s.dur, s.utid, s.end_state, coalesce(s.priority, 120), t.utid, t.state
        FROM sched_slice AS s LEFT JOIN stopped AS t ON t.ts = s.ts AND t.utid != s.utid
        WHERE s.ts >= 0 ORDER BY s.ucpu, s.ts, s.id\
        """;

    private static final int BATCH_SIZE = 1024;
    /// Bit of ftrace's flags for interrupts.
    private static final int IN_INTERRUPT = 0x8;
    /// All state numbers with at most two bits, and an invalid number.
    private static final int[] STATES = IntStream.concat(
                    IntStream.range(0, 0x2000).filter(raw -> Integer.bitCount(raw) <= 2), IntStream.of(0xffff))
            .toArray();
    private static final int DEFAULT_PRIORITY = 120;

    private final TraceRows rows;
    private final TaskIds ids;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final MachineIds machines;
    /// Kernel versions by machine.
    private final Map<Integer, KernelVersion> kernels;
    private MachineIds.@Nullable Cpu cpu;
    private @Nullable KernelEventBundle bundle;
    private @Nullable RunningThread running;

    /// A thread on a CPU.
    ///
    /// @param end end in ns; -1 if unknown
    private record RunningThread(
            long utid, long end, @Nullable String endState, long priority) {
        static final RunningThread IDLE = new RunningThread(0, -1, "R", DEFAULT_PRIORITY);
    }

    /// @param kernels kernel versions by machine, which determine the numbers of thread states
    SchedulingPackets(
            TraceRows rows,
            TaskIds ids,
            MachineIds machines,
            PacketOutput out,
            ConversionLosses losses,
            Map<Integer, KernelVersion> kernels) {
        this.kernels = kernels;
        this.machines = machines;
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        rows.query(SLICES, c -> {
            while (c.next()) {
                moveTo(machines.cpu(c.getLong(0)));
                long dur = c.getLong(2);
                long end = dur < 0 ? -1 : c.getLong(1) + dur;
                RunningThread next = new RunningThread(c.getLong(3), end, c.getString(4), c.getLong(5));
                long stopped = c.getLong(6);
                start(
                        c.getLong(1),
                        next,
                        c.wasNull() ? null : new RunningThread(stopped, -1, c.getString(7), DEFAULT_PRIORITY));
            }
        });
        finish();
        writeWakeups();
        writeFrequencies();
        losses.add("scheduling before time 0", rows.number("SELECT count(*) FROM sched_slice WHERE ts < 0"));
    }

    /// @param stopped thread that stopped at this time although its scheduling slice is missing, or null
    private void start(long ts, RunningThread next, @Nullable RunningThread stopped) throws IOException {
        RunningThread previous = running;
        if (previous != null && previous.end >= 0 && previous.end < ts) {
            change(previous.end, previous, RunningThread.IDLE);
            previous = RunningThread.IDLE;
        }
        boolean isKnown = previous != null && previous.endState != null && previous != RunningThread.IDLE;
        change(ts, stopped != null && !isKnown ? stopped : previous == null ? RunningThread.IDLE : previous, next);
        running = next;
    }

    private void moveTo(MachineIds.Cpu next) throws IOException {
        if (!next.equals(cpu)) {
            finish();
            cpu = next;
        }
    }

    private void finish() throws IOException {
        if (running != null && running.end >= 0) {
            change(running.end, running, RunningThread.IDLE);
        }
        running = null;
        flush();
    }

    private void flush() throws IOException {
        if (bundle != null && cpu != null) {
            out.write(bundle.packet(), cpu.machine());
        }
        bundle = null;
    }

    /// Adds an event of the current CPU.
    ///
    /// @param field number of the field of `FtraceEvent` with the content
    private void add(long ts, long pid, int flags, int field, MessageLite event) throws IOException {
        if (bundle == null) {
            bundle = new KernelEventBundle(cpu == null ? 0 : cpu.number());
        }
        bundle.add(ts, pid, flags, field, event);
        if (bundle.size() >= BATCH_SIZE) {
            flush();
        }
    }

    private void change(long ts, RunningThread previous, RunningThread next) throws IOException {
        TaskIds.Thread from = ids.thread(previous.utid);
        TaskIds.Thread to = ids.thread(next.utid);
        int state = previous.endState == null ? TaskState.INVALID : TaskState.ofText(previous.endState);
        if (state == TaskState.INVALID) {
            losses.add("thread states that are unknown or not states of Linux", 1);
        }
        SchedSwitchFtraceEvent.Builder event = SchedSwitchFtraceEvent.newBuilder()
                .setPrevPid((int) from.tid())
                .setPrevComm(comm(from))
                .setPrevPrio((int) previous.priority)
                .setPrevState(rawState(state))
                .setNextPid((int) to.tid())
                .setNextComm(comm(to))
                .setNextPrio((int) next.priority);
        add(ts, from.tid(), 0, FtraceEvent.SCHED_SWITCH_FIELD_NUMBER, event.build());
    }

    /// Returns the number of a state in the encoding of the trace's kernel.
    private long rawState(int state) {
        KernelVersion kernel = cpu == null ? null : kernels.get(cpu.machine());
        if (kernel == null) {
            return state == TaskState.INVALID ? 0 : TaskState.toRaw44(state);
        }
        for (int raw : STATES) {
            if (TaskState.ofRaw(raw, kernel) == state) {
                return raw;
            }
        }
        return TaskState.toRaw44(state);
    }

    private static String comm(TaskIds.Thread thread) {
        return thread.name() == null ? "" : thread.name();
    }

    private void writeWakeups() throws IOException, ConvertProblem {
        rows.query("""
            SELECT s.ts, s.utid, s.waker_utid, coalesce(w.ucpu, -1), coalesce(s.irq_context, 0)
            FROM thread_state AS s LEFT JOIN thread_state AS w ON w.id = s.waker_id
            WHERE s.state = 'R' AND s.waker_utid IS NOT NULL AND s.ts >= 0 ORDER BY 4, 1\
            """, c -> {
            while (c.next()) {
                TaskIds.Thread thread = ids.thread(c.getLong(1));
                long ucpu = c.getLong(3);
                moveTo(ucpu < 0 ? new MachineIds.Cpu(thread.machine(), 0) : machines.cpu(ucpu));
                SchedWakingFtraceEvent.Builder event = SchedWakingFtraceEvent.newBuilder()
                        .setPid((int) thread.tid())
                        .setComm(comm(thread))
                        .setPrio(DEFAULT_PRIORITY)
                        .setSuccess(1);
                add(
                        c.getLong(0),
                        ids.thread(c.getLong(2)).tid(),
                        c.getLong(4) == 0 ? 0 : IN_INTERRUPT,
                        FtraceEvent.SCHED_WAKING_FIELD_NUMBER,
                        event.build());
            }
        });
        flush();
    }

    /// Writes the frequencies and idle states of CPUs.
    private void writeFrequencies() throws IOException, ConvertProblem {
        rows.query("""
            SELECT t.cpu, c.ts, cast(c.value AS BIGINT), t.type = 'cpu_idle', coalesce(t.machine_id, 0) AS machine
            FROM counter AS c JOIN cpu_counter_track AS t ON t.id = c.track_id
            WHERE t.type IN ('cpu_frequency', 'cpu_idle') AND c.ts >= 0
            ORDER BY machine, t.cpu, c.ts, c.id\
            """, c -> {
            while (c.next()) {
                moveTo(new MachineIds.Cpu(machines.of(c.getLong(4)), (int) c.getLong(0)));
                int number = (int) c.getLong(0);
                int state = (int) c.getLong(2);
                boolean isIdle = c.getLong(3) != 0;
                add(
                        c.getLong(1),
                        0,
                        0,
                        isIdle ? FtraceEvent.CPU_IDLE_FIELD_NUMBER : FtraceEvent.CPU_FREQUENCY_FIELD_NUMBER,
                        isIdle
                                ? CpuIdleFtraceEvent.newBuilder()
                                        .setCpuId(number)
                                        .setState(state)
                                        .build()
                                : CpuFrequencyFtraceEvent.newBuilder()
                                        .setCpuId(number)
                                        .setState(state)
                                        .build());
            }
        });
        flush();
    }
}
