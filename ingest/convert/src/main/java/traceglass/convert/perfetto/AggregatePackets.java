package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.protos.profiling.StackSample;
import traceglass.protos.profiling.StackSample.CounterDescriptor;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes profiles without times, such as those of pprof, as samples at the start of the trace whose weights are the
/// values of the profile. Not used for traces with times, where they would look like events at the start.
final class AggregatePackets {

    private final TraceRows rows;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final CallstackPackets stacks;
    private final long start;
    private final InternedData.Builder descriptors = InternedData.newBuilder();
    private final Map<Long, Counter> counters = new HashMap<>();
    private final StackSample.Builder sample = StackSample.newBuilder();
    /// Counters of the values in [#sample], which has one value of each.
    private final Set<Counter> used = new HashSet<>();
    private @Nullable String scope;
    private long callsite;

    /// @param iid interning id of the descriptor
    private record Counter(long iid, @Nullable String scope) {}

    /// @param start start of the trace in ns
    AggregatePackets(TraceRows rows, PacketOutput out, ConversionLosses losses, CallstackPackets stacks, long start) {
        this.rows = rows;
        this.out = out;
        this.losses = losses;
        this.stacks = stacks;
        this.start = Math.max(0, start);
    }

    void write() throws IOException, ConvertProblem {
        if (rows.number("SELECT trace_end() - trace_start()") > 0) {
            losses.add(
                    "samples without a time, in a trace with times",
                    rows.number("SELECT count(*) FROM __intrinsic_aggregate_sample"));
            return;
        }
        describeCounters();
        if (counters.isEmpty()) {
            return;
        }
        int sequence = out.newSequence();
        TracePacket.Builder first = TracePacket.newBuilder().setInternedData(descriptors);
        first.getTracePacketDefaultsBuilder().getStackSampleDefaultsBuilder().setSource("profile");
        out.write(first, out.mainMachine(), sequence);
        stacks.write(
                "SELECT DISTINCT callsite_id FROM __intrinsic_aggregate_sample WHERE callsite_id IS NOT NULL",
                true,
                out.mainMachine(),
                sequence);
        // An importer writes the values of a sample into consecutive rows.
        rows.query("""
            SELECT aggregate_profile_id, coalesce(callsite_id, -1), value FROM __intrinsic_aggregate_sample ORDER BY id\
            """, c -> {
            while (c.next()) {
                add(c, sequence);
            }
        });
        flush(sequence);
        losses.add(
                "labels of samples without a time",
                rows.number("SELECT count(*) FROM __intrinsic_aggregate_sample_labels"));
    }

    private void describeCounters() throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, scope, sample_type_type, sample_type_unit FROM __intrinsic_aggregate_profile ORDER BY id\
            """, c -> {
            while (c.next()) {
                long iid = counters.size() + 1L;
                counters.put(c.getLong(0), new Counter(iid, c.getString(1)));
                CounterDescriptor.Builder descriptor =
                        CounterDescriptor.newBuilder().setIid(iid).setScope(CounterDescriptor.Scope.SCOPE_GLOBAL);
                if (c.getString(2) != null) {
                    descriptor.setName(c.getString(2));
                }
                if (c.getString(3) != null) {
                    descriptor.setUnitStr(c.getString(3));
                }
                descriptors.addStackSampleCounterDescriptors(descriptor);
            }
        });
    }

    private void add(ResultCursor c, int sequence) throws QueryException, IOException {
        Counter counter = counters.get(c.getLong(0));
        if (counter == null) {
            return;
        }
        boolean isSame = callsite == c.getLong(1) && Objects.equals(scope, counter.scope) && !used.contains(counter);
        if (!isSame) {
            flush(sequence);
        }
        callsite = c.getLong(1);
        scope = counter.scope;
        long weight = Math.round(c.getDouble(2));
        if (weight < 0) {
            losses.add("negative values of samples without a time", 1);
        } else if (used.isEmpty()) {
            sample.setPrimaryDescriptorIid(counter.iid).setPrimaryWeight(weight);
            used.add(counter);
        } else {
            sample.addFollowerDescriptorIids(counter.iid).addFollowerWeights(weight);
            used.add(counter);
        }
    }

    private void flush(int sequence) throws IOException {
        if (!used.isEmpty()) {
            if (callsite >= 0) {
                sample.setCallstackIid(callsite + 1);
            }
            out.write(TracePacket.newBuilder().setTimestamp(start).setStackSample(sample), out.mainMachine(), sequence);
        }
        sample.clear();
        used.clear();
    }
}
