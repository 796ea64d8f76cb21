package traceglass.ingest.tracker.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

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
            rows.add(t.longs("ts").get(i) + "+" + t.longs("dur").get(i) + " "
                    + storage.strings().get(t.strings("name").get(i)) + " depth "
                    + t.ints("depth").get(i)
                    + (t.ints("parent_id").isNull(i)
                            ? ""
                            : " in " + t.ints("parent_id").get(i)));
        }
        return rows;
    }

    @Test
    void nestsSlicesInOpenOnes() {
        slices.begin(1, 0, 0, a, null);
        slices.begin(2, 0, 0, b, null);
        slices.end(3, 0, 0, b, null);
        slices.end(4, 0, 0, a, null);
        assertEquals(List.of("1+3 a depth 0", "2+1 b depth 1 in 0"), rows());
    }

    /// Open slice in the test's simplified implementation of the rules.
    private static final class Open {
        final int row;
        final long start;
        long length;

        Open(int row, long start, long length) {
            this.row = row;
            this.start = start;
            this.length = length;
        }
    }

    /// Removes ended slices; returns false if the new slice does not fit.
    private static boolean close(List<Open> stack, long time, long duration, java.util.Map<Integer, Long> ends) {
        boolean isOpen = false;
        for (int i = stack.size() - 1; i >= 0; i--) {
            Open s = stack.get(i);
            long end = s.start + s.length;
            if (s.length == SliceTracker.PENDING) {
                isOpen = true;
            } else if (isOpen && time > end) {
                for (Open cut : stack.subList(i + 1, stack.size())) {
                    ends.put(cut.row, end - cut.start);
                }
                stack.subList(i, stack.size()).clear();
                isOpen = false;
            } else if (!isOpen && (end < time || end == time && !(s.length == 0 && duration == 0))) {
                // Like trace processor, remove the innermost slice even if another one extends beyond it.
                stack.removeLast();
            } else if (!isOpen && duration != SliceTracker.PENDING && time < end && time + duration > end) {
                return false;
            }
        }
        return true;
    }

    @Test
    void followsTheRulesForAnyMixOfOpenAndEndedSlices() {
        for (int seed = 0; seed < 300; seed++) {
            java.util.Random random = new java.util.Random(seed);
            List<Open> stack = new ArrayList<>();
            java.util.Map<Integer, Long> lengths = new java.util.TreeMap<>();
            java.util.Map<Integer, Integer> depths = new java.util.TreeMap<>();
            long time = 0;
            for (int step = 0; step < 120; step++) {
                time += random.nextInt(4);
                int kind = random.nextInt(5);
                if (kind < 2) {
                    int row = slices.end(time, seed, 0, 0, null);
                    int expected = -1;
                    close(stack, time, SliceTracker.PENDING, lengths);
                    for (int i = stack.size() - 1; i >= 0 && expected < 0; i--) {
                        if (stack.get(i).length == SliceTracker.PENDING) {
                            Open s = stack.get(i);
                            expected = s.row;
                            s.length = time - s.start;
                            lengths.put(s.row, s.length);
                            if (i == stack.size() - 1) {
                                stack.remove(i);
                            }
                        }
                    }
                    assertEquals(expected, row, "seed " + seed + " step " + step);
                } else {
                    long length = kind == 2 ? SliceTracker.PENDING : kind == 3 ? 0 : random.nextInt(12);
                    int row = kind == 2
                            ? slices.begin(time, seed, 0, a, null)
                            : slices.scoped(time, length, seed, 0, a, null);
                    assertEquals(close(stack, time, length, lengths), row >= 0, "seed " + seed + " step " + step);
                    if (row >= 0) {
                        depths.put(row, stack.size());
                        lengths.put(row, length);
                        stack.add(new Open(row, time, length));
                    }
                }
            }
            Table t = storage.table("__intrinsic_slice");
            lengths.forEach((row, length) -> assertEquals(length, t.longs("dur").get(row)));
            depths.forEach((row, depth) -> assertEquals(depth, t.ints("depth").get(row)));
        }
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
    void nestsInstantsWithEqualTimesAndTheSlicesAfterThem() {
        slices.scoped(5, 0, 0, 0, a, null);
        slices.scoped(5, 0, 0, 0, b, null);
        slices.scoped(5, 3, 0, 0, a, null);
        assertEquals(List.of("5+0 a depth 0", "5+0 b depth 1 in 0", "5+3 a depth 0"), rows());
    }

    @Test
    void slicesWithoutAnEndStayPendingAndKeepTheirArgs() {
        slices.begin(1, 0, 0, a, args -> args.addInt(b, 7));
        session.finish();
        assertEquals(List.of("1+-1 a depth 0"), rows());
        assertEquals(0, storage.table("__intrinsic_slice").ints("arg_set_id").get(0));
        assertEquals(7, storage.table("__intrinsic_args").longs("int_value").get(0));
    }

    @Test
    void keepsASliceThatIsOpenWhenItsChunkIsReleased() {
        Table t = storage.table("__intrinsic_slice");
        int open = slices.begin(0, 1, 0, a, null);
        for (int i = 0; i < Table.CHUNK_ROWS * 2; i++) {
            slices.scoped(i, 1, 0, 0, b, null);
        }
        assertEquals(0, t.sealed(), "chunks with open slices are sealed later");
        for (int i = Table.CHUNK_ROWS * 2; i < Table.CHUNK_ROWS * 9; i++) {
            slices.scoped(i, 1, 0, 0, b, null);
        }
        assertTrue(t.sealed() >= Table.CHUNK_ROWS, "never sealed");
        for (int chunk = 0; chunk < t.sealed() >> Table.CHUNK_BITS; chunk++) {
            t.dropChunk(chunk);
        }
        assertEquals(open, slices.end(Table.CHUNK_ROWS * 9L, 1, 0, a, null));
        slices.setThreadDur(open, 4);
        assertEquals(Table.CHUNK_ROWS * 9L, t.longs("dur").get(open));
        assertEquals(4, t.longs("thread_dur").get(open));
        slices.scoped(Table.CHUNK_ROWS * 9L + 1, 1, 0, 0, b, null);
        assertThrows(IllegalStateException.class, () -> t.longs("dur").get(open), "the row must not be read any more");
    }
}
