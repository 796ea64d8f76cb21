package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.profiling.StackSample;
import traceglass.protos.profiling.StackSample.CounterDescriptor;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes the samples of a session of a profiler (profiling/stack_sample.proto). They have a sequence of their own for
/// each machine, because the name of the profiler is a default of their sequence.
final class SessionPackets {

    private static final Map<String, StackSample.Mode> MODES = Map.of(
            "user", StackSample.Mode.MODE_USER,
            "kernel", StackSample.Mode.MODE_KERNEL,
            "hypervisor", StackSample.Mode.MODE_HYPERVISOR,
            "guest_user", StackSample.Mode.MODE_GUEST_USER,
            "guest_kernel", StackSample.Mode.MODE_GUEST_KERNEL);
    /// Interning id of the counter of sessions that have a unit, but no weights.
    private static final long WITHOUT_WEIGHTS = 1;

    private final SampleSession session;
    private final TraceRows rows;
    private final TaskIds ids;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final CallstackPackets stacks;
    private final InternedData.Builder descriptors = InternedData.newBuilder();
    private final Map<Long, Counter> counters = new HashMap<>();
    private boolean hasPrimary;
    /// Sequences by machine.
    private final Map<Integer, Integer> sequences = new HashMap<>();
    private final StackSample.Builder sample = StackSample.newBuilder();
    /// Row of the sample in [#sample]; -1 before the first one.
    private long row = -1;
    private long ts;
    private int machine;

    /// @param iid interning id of the descriptor
    /// @param isPrimary whether the counter determines when samples are taken
    private record Counter(long iid, boolean isPrimary) {}

    SessionPackets(
            SampleSession session,
            TraceRows rows,
            TaskIds ids,
            PacketOutput out,
            ConversionLosses losses,
            CallstackPackets stacks) {
        this.session = session;
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.losses = losses;
        this.stacks = stacks;
    }

    void write() throws IOException, ConvertProblem {
        describeCounters();
        rows.query("""
            SELECT s.id, s.ts, t.utid, coalesce(t.upid, -1), cpu.cpu, e.cpu_mode, s.callsite_id, s.unwind_error, w.track_id, w.weight
            FROM __intrinsic_profiler_sample AS s
            LEFT JOIN __intrinsic_profiler_task_context AS t ON t.id = s.task_context_id
            LEFT JOIN __intrinsic_profiler_execution_context AS e ON e.id = s.execution_context_id
            LEFT JOIN __intrinsic_cpu AS cpu ON cpu.id = e.ucpu
            LEFT JOIN _sample_weight AS w ON w.counter_set_id = s.counter_set_id
            WHERE %s ORDER BY s.ts, s.id, w.track_id\
            """.formatted(session.condition()), c -> {
            while (c.next()) {
                if (c.getLong(0) != row) {
                    flush();
                    begin(c);
                }
                addWeight(c);
            }
        });
        flush();
    }

    private void describeCounters() throws IOException, ConvertProblem {
        Map<CounterDescriptor, Long> iids = new HashMap<>();
        rows.query("""
            SELECT k.id, k.name, k.unit, k.description, coalesce(k.is_timebase, 0), k.cpu IS NOT NULL
            FROM stack_sample_counter_track AS k WHERE k.id IN (
              SELECT c.track_id FROM __intrinsic_profiler_sample AS s
              JOIN __intrinsic_profiler_counter_set AS m ON m.counter_set_id = s.counter_set_id
              JOIN __intrinsic_counter AS c ON c.id = m.counter_id WHERE %s)
            ORDER BY k.id\
            """.formatted(session.condition()), c -> {
            while (c.next()) {
                boolean isPrimary = c.getLong(4) != 0;
                hasPrimary |= isPrimary;
                CounterDescriptor.Builder descriptor = CounterDescriptor.newBuilder()
                        .setScope(
                                c.getLong(5) != 0
                                        ? CounterDescriptor.Scope.SCOPE_CPU
                                        : CounterDescriptor.Scope.SCOPE_GLOBAL);
                String unit = c.getString(2) == null && isPrimary ? session.unit() : c.getString(2);
                if (c.getString(1) != null) {
                    descriptor.setName(c.getString(1));
                }
                if (unit != null) {
                    descriptor.setUnitStr(unit);
                }
                if (c.getString(3) != null) {
                    descriptor.setDescription(c.getString(3));
                }
                // The counters of all CPUs have the same descriptor.
                long iid = iids.computeIfAbsent(descriptor.build(), d -> {
                    long next = WITHOUT_WEIGHTS + 1 + iids.size();
                    descriptors.addStackSampleCounterDescriptors(d.toBuilder().setIid(next));
                    return next;
                });
                counters.put(c.getLong(0), new Counter(iid, isPrimary));
            }
        });
        if (!hasPrimary && session.unit() != null) {
            descriptors.addStackSampleCounterDescriptors(
                    CounterDescriptor.newBuilder().setIid(WITHOUT_WEIGHTS).setUnitStr(session.unit()));
        }
    }

    private void begin(ResultCursor c) throws QueryException {
        row = c.getLong(0);
        ts = c.getLong(1);
        long utid = c.getLong(2);
        TaskIds.Thread thread = c.wasNull() ? null : ids.thread(utid);
        TaskIds.Process process = ids.process(c.getLong(3));
        machine = out.mainMachine();
        if (thread != null) {
            sample.getTaskContextBuilder().setPid((int) thread.pid()).setTid((int) thread.tid());
            machine = thread.machine();
        } else if (process != null) {
            sample.getTaskContextBuilder().setPid((int) process.pid());
            machine = process.machine();
        }
        long cpu = c.getLong(4);
        if (!c.wasNull()) {
            sample.getExecutionContextBuilder().setCpu((int) cpu);
        }
        StackSample.Mode mode = MODES.get(String.valueOf(c.getString(5)));
        if (mode != null) {
            sample.getExecutionContextBuilder().setMode(mode);
        }
        long callsite = c.getLong(6);
        if (!c.wasNull()) {
            sample.setCallstackIid(callsite + 1);
        }
        String error = c.getString(7);
        if (error != null) {
            sample.setUnwindError(error);
        }
        if (!hasPrimary && session.unit() != null) {
            sample.setPrimaryDescriptorIid(WITHOUT_WEIGHTS);
        }
    }

    private void addWeight(ResultCursor c) throws QueryException {
        Counter counter = counters.get(c.getLong(8));
        if (c.wasNull() || counter == null) {
            return;
        }
        long weight = Math.round(c.getDouble(9));
        if (weight < 0) {
            losses.add("negative weights of samples", 1);
        } else if (counter.isPrimary && !sample.hasPrimaryDescriptorIid()) {
            sample.setPrimaryDescriptorIid(counter.iid).setPrimaryWeight(weight);
        } else {
            sample.addFollowerDescriptorIids(counter.iid).addFollowerWeights(weight);
        }
    }

    private void flush() throws IOException, ConvertProblem {
        if (row < 0) {
            return;
        }
        if (ts < 0) {
            losses.add("samples before time 0", 1);
        } else {
            out.write(TracePacket.newBuilder().setTimestamp(ts).setStackSample(sample), machine, sequence());
        }
        sample.clear();
    }

    /// Returns the sequence of the machine. Its first use writes the data to which its samples refer.
    private int sequence() throws IOException, ConvertProblem {
        Integer known = sequences.get(machine);
        if (known != null) {
            return known;
        }
        int sequence = out.newSequence();
        sequences.put(machine, sequence);
        TracePacket.Builder first = TracePacket.newBuilder().setInternedData(descriptors);
        if (session.source() != null) {
            first.getTracePacketDefaultsBuilder()
                    .getStackSampleDefaultsBuilder()
                    .setSource(session.source());
        }
        out.write(first, machine, sequence);
        stacks.write("""
            SELECT DISTINCT s.callsite_id FROM __intrinsic_profiler_sample AS s
            WHERE s.callsite_id IS NOT NULL AND %s\
            """.formatted(session.condition()), true, machine, sequence);
        return sequence;
    }
}
