package traceglass.ingest.gpuprofile;

import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Counters read for each dispatch of a kernel: the counter track has the value during the dispatch and 0 otherwise.
final class DispatchCounters {

    private static final TrackType TYPE = TrackType.counter(
            "gpu_dispatch_counter", null, TrackType.Dimension.ofString("gpu"), TrackType.Dimension.ofString("counter"));

    private final ImportContext context;
    private final EventSorter.Queue queue;

    DispatchCounters(ImportContext context) {
        this.context = context;
        queue = context.sorter().queue((ts, data, ref) -> context.counters().push(ts, (Double) ref, (int) data));
    }

    /// Adds the value of a dispatch. Returns false if the dispatch's times are invalid.
    ///
    /// @param unit unit of the counter, or null
    boolean add(String gpu, String name, String unit, long start, long end, double value) {
        long ts =
                start < 0 || end < start ? ClockTracker.NONE : context.clocks().defaultToTraceTime(start);
        if (ts == ClockTracker.NONE) {
            return false;
        }
        StringPool strings = context.strings();
        int nameId = strings.intern(name);
        int unitId = unit == null ? StringPool.NULL : strings.intern(unit);
        int track = context.tracks().internCounter(TYPE, nameId, unitId, null, strings.intern(gpu), nameId);
        // At equal times, the value of the next dispatch comes after the end of this one.
        queue.push(ts, 1, track, value);
        if (end > start) {
            queue.push(ts + (end - start), 0, track, 0.0);
        }
        return true;
    }
}
