package traceglass.ingest.database;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Samples of ClickHouse's query profiler: one session for each kind of sample. Memory samples are weighted by the
/// number of bytes allocated; samples of freed memory are skipped, because no stack caused them.
final class ClickHouseSamples {

    private static final int NO_CALLSITE = -1;
    private static final String SERVER = "clickhouse-server";

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final NamedFrames frames;
    private final EventSorter.Queue queue;
    private final int source;
    private final Map<String, Kind> kinds = new HashMap<>();
    private final int upid;

    /// Samples of one reason.
    private final class Kind {
        final String unit;
        final int session;
        SampleWeights weights;

        Kind(String unit) {
            this.unit = unit;
            session = samples.session(source, strings.intern(unit), StringPool.NULL);
        }
    }

    private record Sample(Kind kind, int task, int callsite, double weight) {}

    ClickHouseSamples(ImportContext context) {
        this.context = context;
        strings = context.strings();
        samples = context.session().profilerSamples();
        frames = new NamedFrames(context.stackProfiles(), strings, SERVER);
        source = strings.intern("clickhouse");
        queue = context.sorter().queue((ts, data, sample) -> emit(ts, (Sample) sample));
        long pid = context.processes().unusedPid();
        upid = context.processes().processWithoutMainThread(pid);
        context.processes().setProcessName(upid, strings.intern(SERVER), NamePriority.OfProcess.OTHER);
    }

    /// Returns the unit of the event that triggers samples.
    private static String unit(String type) {
        return switch (type) {
            case "CPU" -> "ns";
            case "Real" -> "wall_ns";
            case "Memory", "MemorySample", "MemoryPeak", "JemallocSample", "MemoryAllocatedWithoutCheck" -> "bytes";
            default -> "count";
        };
    }

    /// Adds a row of the table.
    ///
    /// @return false if it has no time
    boolean add(Object row) {
        long ns = time(row);
        long ts = ns == TimeValues.NONE ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
        if (ts == ClockTracker.NONE) {
            return false;
        }
        String type = JsonTree.text(row, "trace_type");
        Kind kind = kinds.computeIfAbsent(type, t -> new Kind(unit(t)));
        double weight = Double.NaN;
        if (kind.unit.equals("bytes")) {
            weight = JsonTree.number(row, "size");
        } else if (type.equals("ProfileEvent")) {
            weight = JsonTree.number(row, "increment");
        }
        int callsite = callsite(row);
        if (weight <= 0 || callsite == NO_CALLSITE) {
            return true;
        }
        int utid = context.processes().threadWithParent(JsonTree.number(row, "thread_id"), upid, false);
        String name = JsonTree.text(row, "thread_name");
        if (!name.isEmpty()) {
            context.processes().setThreadName(utid, strings.intern(name), NamePriority.OfThread.OTHER);
        }
        queue.push(ts, 0, new Sample(kind, samples.task(upid, utid), callsite, weight));
        return true;
    }

    private static long time(Object row) {
        long ns = JsonTree.number(row, "timestamp_ns");
        return ns > 0
                ? ns
                : TimeValues.parseNs(JsonTree.text(row, "event_time_microseconds", "event_time"), ColumnUnit.DATE);
    }

    /// Returns the callsite of a stack, whose addresses have names if the server resolved them.
    private int callsite(Object row) {
        List<?> addresses = JsonTree.list(row, "trace");
        List<?> symbols = JsonTree.list(row, "symbols");
        List<?> lines = JsonTree.list(row, "lines");
        int callsite = NO_CALLSITE;
        for (int i = Math.max(addresses.size(), symbols.size()) - 1; i >= 0; i--) {
            String name = i < symbols.size() && symbols.get(i) instanceof String s ? s : "";
            if (name.isEmpty()) {
                name = i < addresses.size() ? "0x" + Long.toHexString(JsonTree.toLong(addresses.get(i))) : "[unknown]";
            }
            String location = i < lines.size() && lines.get(i) instanceof String s ? s : "";
            int colon = location.lastIndexOf(':');
            callsite = frames.callsite(
                    callsite,
                    colon > 0 && location.substring(colon + 1).matches("\\d{1,9}")
                            ? frames.frame(
                                    null,
                                    name,
                                    location.substring(0, colon),
                                    Long.parseLong(location.substring(colon + 1)))
                            : frames.frame(null, name));
        }
        return callsite;
    }

    private void emit(long ts, Sample s) {
        int row = samples.add(ts, source, s.task, s.callsite);
        long counters = LongColumn.NULL;
        if (!Double.isNaN(s.weight)) {
            if (s.kind.weights == null) {
                s.kind.weights = new SampleWeights(
                        context.tracks(),
                        context.counters(),
                        samples,
                        strings,
                        s.kind.session,
                        source,
                        strings.intern(s.kind.unit.equals("bytes") ? "allocated" : "events"),
                        strings.intern(s.kind.unit),
                        s.kind.unit.equals("bytes"));
            }
            counters = s.kind.weights.add(ts, s.weight);
        }
        samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, s.kind.session, counters);
    }
}
