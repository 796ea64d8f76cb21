package traceglass.ingest.v8files;

import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes the samples of a CPU profile, except those taken while the virtual machine was idle.
final class CpuProfileWriter {

    private final ImportContext context;
    private final CpuProfile profile;
    private final V8Nodes nodes;
    private final ProfilerSamples samples;
    private V8Files.Task task;
    private int session;

    CpuProfileWriter(ImportContext context, CpuProfile profile) {
        this.context = context;
        this.profile = profile;
        nodes = profile.nodes();
        samples = context.session().profilerSamples();
    }

    void write(TraceInput input) {
        if (!profile.hasTimes()) {
            aggregate();
            return;
        }
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        task = V8Files.task(input, context);
        session = samples.session(
                context.strings().intern("v8"), context.strings().intern("ns"), StringPool.NULL);
        EventSorter.Queue queue = context.sorter().queue((ts, node, ref) -> writeSample(ts, (int) node));
        long[] times = profile.timesNs();
        for (int i = 0; i < times.length; i++) {
            int node = profile.node(i);
            if (node == V8Nodes.NONE) {
                context.stats().increment(StatNames.V8_PROFILE_INVALID_SAMPLE);
            } else {
                push(queue, times[i], node);
            }
        }
    }

    private void push(EventSorter.Queue queue, long ns, int node) {
        long ts = context.clocks().defaultToTraceTime(ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, node, null);
        }
    }

    /// @param node node of the innermost function
    private void writeSample(long ts, int node) {
        if (nodes.isRoot(node) || nodes.name(node).equals(V8Nodes.IDLE)) {
            return;
        }
        int row = samples.add(
                ts, context.strings().intern("v8"), samples.task(task.upid(), task.utid()), nodes.callsite(node));
        samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
    }

    /// Writes how many times each function was sampled, for profiles without sample times.
    private void aggregate() {
        double[] counts = new double[nodes.count()];
        for (int i = 0; i < profile.sampleCount(); i++) {
            int node = profile.node(i);
            if (node == V8Nodes.NONE) {
                context.stats().increment(StatNames.V8_PROFILE_INVALID_SAMPLE);
            } else {
                counts[node]++;
            }
        }
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int row = profiles.profile("cpuprofile_file", "cpuprofile samples", "samples", "count");
        for (int node = 0; node < counts.length; node++) {
            double count = profile.sampleCount() > 0 ? counts[node] : nodes.value(node);
            if (count > 0 && nodes.callsite(node) != V8Nodes.NONE) {
                profiles.add(row, nodes.callsite(node), count);
            }
        }
    }
}
