package traceglass.ingest.nettrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Events that are callstack samples: of threads inside and outside managed code, and of allocations.
final class NettraceSamples {

    private static final int EXTERNAL = 1;
    private static final int MANAGED = 2;

    private final ImportContext context;
    private final StringPool strings;
    private final NettraceEvents events;
    private final MethodNames methods;
    private final ProfilerSamples samples;
    private final Map<String, Kind> kinds = new HashMap<>();

    /// Samples of one profiler session.
    private final class Kind {
        final int source;
        final int session;
        SampleWeights weights;

        Kind(String name, String unit) {
            source = strings.intern(name);
            session = samples.session(source, strings.intern(unit), StringPool.NULL);
        }
    }

    NettraceSamples(ImportContext context, NettraceEvents events, MethodNames methods) {
        this.context = context;
        this.events = events;
        this.methods = methods;
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    /// Adds a sample of a thread. A thread outside managed code may be waiting, so its time does not count as
    /// CPU time.
    void addThreadSample(NettraceEvents.Event e, NettraceCursor payload) {
        int type = payload.remaining() >= 4 ? payload.readInt() : 0;
        String mode = type == MANAGED ? "managed" : type == EXTERNAL ? "external" : "error";
        add(e, "nettrace", type == MANAGED ? "ns" : "wall_ns", mode, 0, null);
    }

    /// Returns a consumer of samples written by a machine-wide recorder.
    NettraceEvents.Sink universalSink(EventTypeInfo type) {
        boolean isCpu = type.name.equals("cpu");
        String source = isCpu ? "nettrace" : "nettrace." + type.name;
        return (e, payload) -> {
            long value = payload.hasMore() ? payload.readNumber() : 0;
            add(e, source, isCpu ? "ns" : "count", null, value, isCpu ? null : "Value");
        };
    }

    /// Adds a sample of an allocation.
    void addAllocation(NettraceEvents.Event e, long bytes) {
        add(e, "nettrace.alloc", "bytes", null, bytes, "Allocated bytes");
    }

    private void add(
            NettraceEvents.Event e, String source, String unit, String mode, double weight, String weightName) {
        int utid = events.utid(e);
        int upid = events.upid(e.pid());
        events.push(e, ts -> {
            Kind kind = kinds.computeIfAbsent(source + " " + unit, k -> new Kind(source, unit));
            long counters = LongColumn.NULL;
            if (weightName != null) {
                if (kind.weights == null) {
                    kind.weights = new SampleWeights(
                            context.tracks(),
                            context.counters(),
                            samples,
                            strings,
                            kind.session,
                            kind.source,
                            strings.intern(weightName),
                            strings.intern(unit),
                            true);
                }
                counters = kind.weights.add(ts, weight);
            }
            int row = samples.add(ts, kind.source, samples.task(upid, utid), methods.callsite(e.stack()));
            int execution =
                    mode == null ? ProfilerSamples.NONE : samples.execution(ProfilerSamples.NONE, strings.intern(mode));
            samples.describe(row, execution, StringPool.NULL, kind.session, counters);
        });
    }
}
