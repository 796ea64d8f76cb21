package traceglass.ingest.jfr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Events that are samples of callstacks: one profiler session for each kind.
final class JfrSamples {

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final JfrThreads threads;
    private final JfrStacks stacks;
    private final EventSorter.Queue queue;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<String, Totals> totals = new HashMap<>();
    private final List<Totals> totalsInOrder = new ArrayList<>();

    /// Kind of samples.
    private final class Kind {
        final String unit;
        final int sourceId;
        final String weightName;
        final String weightUnit;
        int session = ProfilerSamples.NONE;
        SampleWeights weights;

        Kind(String source, String unit, String weightName, String weightUnit) {
            this.unit = unit;
            this.weightName = weightName;
            this.weightUnit = weightUnit;
            sourceId = strings.intern(source);
        }

        void add(long ts, int task, int callsite, boolean isTruncated, double weight) {
            if (session == ProfilerSamples.NONE) {
                session = samples.session(sourceId, strings.intern(unit), StringPool.NULL);
            }
            long counters = LongColumn.NULL;
            if (weightName != null && !Double.isNaN(weight)) {
                if (weights == null) {
                    weights = new SampleWeights(
                            context.tracks(),
                            context.counters(),
                            samples,
                            strings,
                            session,
                            sourceId,
                            strings.intern(weightName),
                            strings.intern(weightUnit),
                            unit.equals(weightUnit));
                }
                counters = weights.add(ts, weight);
            }
            int row = samples.add(ts, sourceId, task, callsite);
            samples.describe(
                    row,
                    ProfilerSamples.NONE,
                    isTruncated ? strings.intern("truncated") : StringPool.NULL,
                    session,
                    counters);
        }
    }

    /// A sample waiting to be sorted; its task and callsite are in the number pushed with it.
    private record QueuedSample(Kind kind, boolean isTruncated, double weight) {}

    /// Totals of a profile without times.
    private static final class Totals {
        final String name;
        final String type;
        final Map<Integer, Double> byCallsite = new HashMap<>();

        Totals(String name, String type) {
            this.name = name;
            this.type = type;
        }
    }

    JfrSamples(ImportContext context, JfrThreads threads, JfrStacks stacks) {
        this.context = context;
        this.threads = threads;
        this.stacks = stacks;
        strings = context.strings();
        samples = context.session().profilerSamples();
        queue = context.sorter().queue((ts, data, ref) -> {
            QueuedSample w = (QueuedSample) ref;
            w.kind.add(ts, (int) (data >> 32), (int) data, w.isTruncated, w.weight);
        });
    }

    /// Returns a consumer of events that are samples.
    ///
    /// @param source name of the session, e.g. `jfr.execution`
    /// @param unit unit of the event that triggers samples
    /// @param weight field with the weight, or null
    /// @param weightName name of the counter of the weights, or null
    /// @param weightUnit unit of that counter, or null
    JfrEvent.Sink sink(JfrType type, String source, String unit, String weight, String weightName, String weightUnit) {
        Kind kind = kind(source, unit, weightName, weightUnit);
        int thread = type.indexOf("sampledThread") >= 0 ? type.indexOf("sampledThread") : type.indexOf("eventThread");
        int stack = type.indexOf("stackTrace");
        int weightField = weight == null ? -1 : type.indexOf(weight);
        boolean isSpan = weightField >= 0 && type.fields.get(weightField).content() == JfrType.Content.TIMESPAN;
        QueuedSample defaultWaiting = new QueuedSample(kind, false, Double.NaN);
        return e -> {
            double value = weightField < 0
                    ? Double.NaN
                    : isSpan ? e.spanNs(type.fields.get(weightField), e.number(weightField)) : e.real(weight);
            add(e, kind, defaultWaiting, thread, stacks.of(e, stack), value);
        };
    }

    private Kind kind(String source, String unit, String weightName, String weightUnit) {
        return kinds.computeIfAbsent(source, s -> new Kind(source, unit, weightName, weightUnit));
    }

    private void add(
            JfrEvent e, Kind kind, QueuedSample defaultWaiting, int thread, JfrStacks.Stack stack, double weight) {
        JfrThreads.Thread t = thread < 0
                ? null
                : threads.of(e.chunk, e.type().fields.get(thread).type(), e.number(thread));
        int task = t == null
                ? samples.task(threads.upid(), ProfilerSamples.NONE)
                : samples.task(threads.upid(), t.utid(), t.asyncContext());
        QueuedSample w = stack.isTruncated() || !Double.isNaN(weight)
                ? new QueuedSample(kind, stack.isTruncated(), weight)
                : defaultWaiting;
        queue.push(e.startNs(), (long) task << 32 | stack.callsite() & 0xFFFF_FFFFL, w);
    }

    /// Returns a consumer that adds a sample of the time that a thread was blocked, and passes the event on.
    JfrEvent.Sink blocking(JfrType type, JfrEvent.Sink next) {
        Kind kind = kind("jfr.lock", "count", "Blocked time", "ns");
        QueuedSample defaultWaiting = new QueuedSample(kind, false, Double.NaN);
        int thread = type.indexOf("eventThread");
        int stack = type.indexOf("stackTrace");
        return e -> {
            add(e, kind, defaultWaiting, thread, stacks.of(e, stack), e.durationNs());
            next.onEvent(e);
        };
    }

    /// Returns a consumer of allocation samples, which are also totaled by class.
    JfrEvent.Sink allocations(JfrType type, String source, String weight) {
        JfrEvent.Sink sink = sink(type, source, "bytes", weight, "Allocated bytes", "bytes");
        JfrEvent.Sink byClass = totals(type, "Allocated bytes by class", "alloc_space", weight);
        return e -> {
            sink.onEvent(e);
            byClass.onEvent(e);
        };
    }

    /// Returns a consumer of objects, whose sizes are totaled by callstack and class.
    JfrEvent.Sink totals(JfrType type, String name, String kind, String size) {
        Totals sums = totals.computeIfAbsent(name, n -> {
            Totals created = new Totals(n, kind);
            totalsInOrder.add(created);
            return created;
        });
        int stack = type.indexOf("stackTrace");
        int classField = Math.max(type.indexOf("objectClass"), type.indexOf("object"));
        return e -> {
            double value = e.real(size);
            int named = e.text(classField, strings);
            if (value > 0) {
                int callsite = stacks.callsiteBelow(
                        stacks.of(e, stack), named == StringPool.NULL ? "[unknown]" : strings.get(named));
                sums.byCallsite.merge(callsite, value, Double::sum);
            }
        };
    }

    /// Writes the profiles without times.
    void finish() {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        for (Totals t : totalsInOrder) {
            if (!t.byCallsite.isEmpty()) {
                int profile = profiles.profile("jfr_file", t.name, t.type, "bytes");
                t.byCallsite.forEach((callsite, value) -> profiles.add(profile, callsite, value));
            }
        }
    }
}
