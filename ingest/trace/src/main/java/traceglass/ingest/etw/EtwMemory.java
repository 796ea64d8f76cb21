package traceglass.ingest.etw;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.MemInfoEtwEventDecoder;

/// Parses the page counts of Windows into one counter per usage.
final class EtwMemory {

    private static final TrackType PAGES =
            TrackType.counter("etw_meminfo", "pages", TrackType.Dimension.ofString("counter_type"));

    private final ImportContext context;

    EtwMemory(ImportContext context) {
        this.context = context;
    }

    /// Reads a `MemInfoEtwEvent`. Missing counts are 0.
    void read(long ts, MemInfoEtwEventDecoder event) {
        push(ts, "Zero", event.zeroPageCount());
        push(ts, "Free", event.freePageCount());
        push(ts, "Modified", event.modifiedPageCount());
        push(ts, "ModifiedNoWrite", event.modifiedNoWritePageCount());
        push(ts, "Bad", event.badPageCount());
        push(ts, "ModifiedPageFile", event.modifiedPageCountPageFile());
        push(ts, "PagedPool", event.pagedPoolPageCount());
        push(ts, "NonPagedPool", event.nonPagedPoolPageCount());
        push(ts, "Mdl", event.mdlPageCount());
        push(ts, "Commit", event.commitPageCount());
        for (int priority = 0; priority < event.standbyPageCountsCount(); priority++) {
            push(ts, "Standby Pri-" + priority, event.standbyPageCounts(priority));
        }
        for (int priority = 0; priority < event.repurposedPageCountsCount(); priority++) {
            push(ts, "Repurposed Pri-" + priority, event.repurposedPageCounts(priority));
        }
    }

    private void push(long ts, String type, long pages) {
        int track = context.tracks()
                .intern(
                        PAGES,
                        context.strings().intern(type + " Page Count"),
                        context.strings().intern(type));
        context.counters().push(ts, pages, track);
    }
}
