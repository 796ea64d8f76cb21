package traceglass.ingest.etw;

import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.MemInfoEtwEvent;

/// Parses the page counts of Windows into one counter per usage.
final class EtwMemory {

    private static final TrackType PAGES =
            TrackType.counter("etw_meminfo", "pages", TrackType.Dimension.ofString("counter_type"));

    private record Count(int field, String name) {}

    private static final Count[] COUNTS = {
        new Count(MemInfoEtwEvent.ZERO_PAGE_COUNT_FIELD_NUMBER, "Zero"),
        new Count(MemInfoEtwEvent.FREE_PAGE_COUNT_FIELD_NUMBER, "Free"),
        new Count(MemInfoEtwEvent.MODIFIED_PAGE_COUNT_FIELD_NUMBER, "Modified"),
        new Count(MemInfoEtwEvent.MODIFIED_NO_WRITE_PAGE_COUNT_FIELD_NUMBER, "ModifiedNoWrite"),
        new Count(MemInfoEtwEvent.BAD_PAGE_COUNT_FIELD_NUMBER, "Bad"),
        new Count(MemInfoEtwEvent.MODIFIED_PAGE_COUNT_PAGE_FILE_FIELD_NUMBER, "ModifiedPageFile"),
        new Count(MemInfoEtwEvent.PAGED_POOL_PAGE_COUNT_FIELD_NUMBER, "PagedPool"),
        new Count(MemInfoEtwEvent.NON_PAGED_POOL_PAGE_COUNT_FIELD_NUMBER, "NonPagedPool"),
        new Count(MemInfoEtwEvent.MDL_PAGE_COUNT_FIELD_NUMBER, "Mdl"),
        new Count(MemInfoEtwEvent.COMMIT_PAGE_COUNT_FIELD_NUMBER, "Commit"),
    };

    private final ImportContext context;
    private final ProtoCursor cursor = new ProtoCursor();

    EtwMemory(ImportContext context) {
        this.context = context;
    }

    /// Reads a `MemInfoEtwEvent`. Missing counts are 0.
    void read(long ts, ProtoCursor event) {
        for (Count count : COUNTS) {
            long value = 0;
            for (cursor.enter(event); cursor.next(); ) {
                value = cursor.field() == count.field ? cursor.asLong() : value;
            }
            push(ts, count.name, value);
        }
        pushPerPriority(ts, event, MemInfoEtwEvent.STANDBY_PAGE_COUNTS_FIELD_NUMBER, "Standby Pri-");
        pushPerPriority(ts, event, MemInfoEtwEvent.REPURPOSED_PAGE_COUNTS_FIELD_NUMBER, "Repurposed Pri-");
    }

    /// Adds repeated counts, one per priority, packed or not.
    private void pushPerPriority(long ts, ProtoCursor event, int field, String name) {
        int priority = 0;
        for (cursor.enter(event); cursor.next(); ) {
            if (cursor.field() != field) {
                continue;
            }
            for (PackedCursor p = new PackedCursor().enter(cursor); p.nextVarint(); ) {
                push(ts, name + priority++, p.asLong());
            }
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
