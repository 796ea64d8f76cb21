package traceglass.ingest.tracker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.model.store.Table;
import traceglass.model.store.TraceStorage;

class SliceTrackerTest {

    private final TraceStorage storage = new TraceStorage();
    private final ImportSession session = new ImportSession(storage, new ImportProgress());
    private final ImportContext context = session.context(0, 0);
    private final SliceTracker slices = context.slices();
    private final int a = storage.strings().intern("a");
    private final int b = storage.strings().intern("b");

    private List<String> rows() {
        Table t = storage.table("__intrinsic_slice");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < t.rowCount(); i++) {
            rows.add(t.longs("ts").get(i) + "+" + t.longs("dur").get(i) + " " + storage.strings().get(t.strings("name").get(i))
                    + " depth " + t.ints("depth").get(i) + (t.ints("parent_id").isNull(i) ? "" : " in " + t.ints("parent_id").get(i)));
        }
        return rows;
    }

    @Test
    void nestsWhatBeginsInsideWhatIsOpen() {
        slices.begin(1, 0, 0, a, null);
        slices.begin(2, 0, 0, b, null);
        slices.end(3, 0, 0, b, null);
        slices.end(4, 0, 0, a, null);
        assertEquals(List.of("1+3 a depth 0", "2+1 b depth 1 in 0"), rows());
    }

    @Test
    void endsTheMatchingSliceAndIgnoresAnEndWithoutABegin() {
        slices.begin(1, 0, 0, a, null);
        assertEquals(-1, slices.end(2, 0, 0, b, null));
        assertEquals(0, slices.end(3, 0, 0, 0, null));
        assertEquals(List.of("1+2 a depth 0"), rows());
    }

    @Test
    void dropsAndCountsASliceThatEndsAfterTheOneItStartsIn() {
        slices.scoped(0, 10, 0, 0, a, null);
        assertEquals(-1, slices.scoped(5, 10, 0, 0, b, null));
        assertEquals(1, context.stats().get("slice_drop_overlapping_complete_event"));
    }

    @Test
    void stacksInstantsOfOneTimeAndFollowsWithSlices() {
        slices.scoped(5, 0, 0, 0, a, null);
        slices.scoped(5, 0, 0, 0, b, null);
        slices.scoped(5, 3, 0, 0, a, null);
        assertEquals(List.of("5+0 a depth 0", "5+0 b depth 1 in 0", "5+3 a depth 0"), rows());
    }

    @Test
    void leavesWhatNeverEndsPendingAndWritesItsArgs() {
        slices.begin(1, 0, 0, a, args -> args.addInt(b, 7));
        session.finish();
        assertEquals(List.of("1+-1 a depth 0"), rows());
        assertEquals(0, storage.table("__intrinsic_slice").ints("arg_set_id").get(0));
        assertEquals(7, storage.table("__intrinsic_args").longs("int_value").get(0));
    }

    @Test
    void keepsASliceThatIsOpenWhenItsChunkIsLetGo() {
        Table t = storage.table("__intrinsic_slice");
        int open = slices.begin(0, 1, 0, a, null);
        for (int i = 0; i < Table.CHUNK * 2; i++) {
            slices.scoped(i, 1, 0, 0, b, null);
        }
        assertEquals(0, t.sealed(), "chunks wait a while for what is open in them");
        for (int i = Table.CHUNK * 2; i < Table.CHUNK * 9; i++) {
            slices.scoped(i, 1, 0, 0, b, null);
        }
        assertTrue(t.sealed() >= Table.CHUNK, "but not for ever");
        for (int chunk = 0; chunk < t.sealed() >> Table.CHUNK_BITS; chunk++) {
            t.dropChunk(chunk);
        }
        assertEquals(open, slices.end(Table.CHUNK * 9L, 1, 0, a, null));
        slices.setThreadDur(open, 4);
        assertEquals(Table.CHUNK * 9L, t.longs("dur").get(open));
        assertEquals(4, t.longs("thread_dur").get(open));
        slices.scoped(Table.CHUNK * 9L + 1, 1, 0, 0, b, null);
        assertThrows(IllegalStateException.class, () -> t.longs("dur").get(open), "nobody may look at it any more");
    }
}
