package traceglass.ingest.gclog;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Writes pauses, concurrent phases and safepoints as slices of the process, and sizes as its counters.
final class GcEvents {

    /// Tracks of slices.
    enum Lane {
        PAUSES("GC pauses"),
        CONCURRENT("GC concurrent phases"),
        CYCLES("GC cycles"),
        SAFEPOINTS("Safepoints");

        final String title;

        Lane(String title) {
            this.title = title;
        }
    }

    private static final TrackType SLICES =
            TrackCompressor.compressed("jvm_gc", TrackType.UPID, TrackType.Dimension.ofString("gc_track"));
    private static final TrackType BYTES =
            TrackType.counter("jvm_gc_bytes", "bytes", TrackType.UPID, TrackType.Dimension.ofString("gc_counter"));
    private static final TrackType REGIONS =
            TrackType.counter("jvm_gc_regions", "regions", TrackType.UPID, TrackType.Dimension.ofString("gc_counter"));
    /// Pauses have times in ms but more precise durations, so neighboring slices may seem to overlap by up to
    /// this many ns.
    private static final long ROUNDING_NS = 2_000_000;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final Map<Lane, Long> ends = new HashMap<>();
    private ClockId clock;
    private boolean usesUptime;
    private int upid = ProcessTracker.NONE;

    /// A slice.
    ///
    /// @param args arguments, which may be changed until the next slice is added
    record Slice(Lane lane, String name, long dur, Map<String, Object> args) {}

    private record Size(String name, double value, boolean isRegionCount) {}

    GcEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> {
            if (ref instanceof Slice slice) {
                emit(ts, slice);
            } else {
                emit(ts, (Size) ref);
            }
        });
    }

    /// Returns the time of a line in ns of the file's clock; [LogLine#NONE] if the line has no time. The first line
    /// with a time determines the clock.
    long time(long wallNs, long uptimeNs) {
        if (clock == null && (wallNs != LogLine.NONE || uptimeNs != LogLine.NONE)) {
            usesUptime = uptimeNs != LogLine.NONE;
            clock = usesUptime ? ClockId.ofFile(context.traceId()) : ClockId.of(ClockId.REALTIME);
            context.clocks().useOnly(clock);
            if (usesUptime && wallNs > uptimeNs) {
                context.clocks()
                        .addSnapshot(List.of(
                                new ClockGraph.Reading(clock, 0),
                                new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), wallNs - uptimeNs)));
            }
        }
        return usesUptime ? uptimeNs : wallNs;
    }

    /// Sets the process; called before the first event.
    ///
    /// @param pid process id, or [LogLine#NONE] if unknown
    /// @param name name of the process
    void process(long pid, String name) {
        if (upid == ProcessTracker.NONE) {
            ProcessTracker processes = context.processes();
            upid = processes.processWithoutMainThread(pid == LogLine.NONE ? processes.unusedPid() : pid);
            processes.setProcessName(upid, strings.intern(name), NamePriority.OfProcess.OTHER);
        }
    }

    /// Adds a slice that ends at `endNs`, and returns its arguments, which may be extended.
    Map<String, Object> slice(Lane lane, String name, long endNs, long durNs) {
        long start = Math.max(0, endNs - Math.max(0, durNs));
        long last = ends.getOrDefault(lane, 0L);
        if (lane != Lane.CYCLES && start < last && last - start <= ROUNDING_NS) {
            start = last;
        }
        long dur = Math.max(0, durNs);
        if (start <= Long.MAX_VALUE - dur) {
            ends.merge(lane, start + dur, Math::max);
        }
        return push(start, new Slice(lane, name, dur, new LinkedHashMap<>()));
    }

    /// Adds a slice nested in the last one of its track.
    void addInner(Lane lane, String name, long startNs, long durNs) {
        push(startNs, new Slice(lane, name, durNs, Map.of()));
    }

    /// Returns whether the log has no collections or pauses.
    boolean isEmpty() {
        return ends.isEmpty();
    }

    private Map<String, Object> push(long ns, Slice slice) {
        long ts = context.clocks().defaultToTraceTime(ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, slice);
        }
        return slice.args;
    }

    /// Returns the start of the last slice on a track, given its duration.
    long startOfLast(Lane lane, long durNs) {
        return ends.getOrDefault(lane, 0L) - durNs;
    }

    void addBytes(long ns, String name, double value) {
        addSize(ns, new Size(name, value, false));
    }

    void addRegions(long ns, String name, double value) {
        addSize(ns, new Size(name, value, true));
    }

    private void addSize(long ns, Size size) {
        long ts = context.clocks().defaultToTraceTime(Math.max(0, ns));
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, size);
        }
    }

    private void emit(long ts, Slice s) {
        int title = strings.intern(s.lane.title);
        int track = context.compressor()
                .lanes(SLICES, title, null, null, upid, title)
                .nested(ts, s.dur);
        context.slices()
                .scoped(ts, s.dur, track, strings.intern("gc"), strings.intern(s.name), b -> addArgs(b, s.args));
    }

    private void addArgs(ArgSetBuilder b, Map<String, Object> args) {
        args.forEach((key, value) -> {
            int id = strings.intern(key);
            switch (value) {
                case Long n -> b.addInt(id, n);
                case Double d -> b.addReal(id, d);
                default -> b.addString(id, strings.intern(value.toString()));
            }
        });
    }

    private void emit(long ts, Size s) {
        int name = strings.intern(s.name);
        context.counters()
                .push(ts, s.value, context.tracks().intern(s.isRegionCount ? REGIONS : BYTES, name, upid, name));
    }
}
