package traceglass.analysis.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;

class SliceLayoutTest {

    private static final long END = 2_000;

    @Test
    void nestedSlicesStayAtTheirDepthAndUnfinishedOnesEndAtTheNext() {
        EventArrays events = new EventArrays(true);
        events.add(0, 10, 90, 0, 0, "a", null);
        events.add(1, 20, 30, 1, 0, "b", null);
        events.add(2, 50, 50, 1, 0, "c", null);
        events.add(3, 200, -1, 0, 0, "open", null);
        events.add(4, 300, 0, 0, 0, "instant", null);
        events.add(5, 400, -1, 0, 0, "open", null);
        SliceData d = SliceLayout.inRows(events, END);
        assertEquals(2, d.rows());
        assertEquals(List.of(0L, 3L, 4L, 5L, 1L, 2L), ids(d));
        assertEquals(300, d.end()[1]);
        assertEquals(SliceData.UNFINISHED, d.flags()[1]);
        assertEquals(SliceData.INSTANT, d.flags()[2]);
        assertEquals(300, d.end()[2]);
        assertEquals(END, d.end()[3]);
        assertEquals("open", d.names()[d.name()[3]]);
        assertEquals(5, d.names().length);
    }

    @Test
    void overlappingEventsTakeTheLowestFreeRow() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            LaneRows rows = new LaneRows();
            List<Long> free = new ArrayList<>();
            long start = 0;
            for (int i = 0; i < 300; i++) {
                start += random.nextInt(5);
                long from = start;
                int expected = 0;
                while (expected < free.size() && free.get(expected) > from) {
                    expected++;
                }
                long end = start + 1 + random.nextInt(round * 10 + 1);
                if (expected == free.size()) {
                    free.add(end);
                } else {
                    free.set(expected, end);
                }
                assertEquals(expected, rows.occupy(start, end, 1));
            }
        }
    }

    @Test
    void laysOutAHundredThousandOverlappingSlices() {
        EventArrays events = new EventArrays(true);
        for (int i = 0; i < 100_000; i++) {
            events.add(i, i, 1_000_000, 0, 0, "long", null);
        }
        assertEquals(100_000, SliceLayout.inRows(events, END).rows());
    }

    @Test
    void stacksOfSeveralTracksTakeTheLowestFreeRows() {
        EventArrays events = new EventArrays(true);
        events.add(0, 0, 100, 0, 0, "a", null);
        events.add(1, 10, 20, 1, 0, "a1", null);
        events.add(2, 50, 100, 0, 1, "b", null);
        events.add(3, 100, 10, 0, 0, "c", null);
        SliceData d = SliceLayout.merged(events, END);
        // b starts within the stack of a, which is two rows high; at c, row 0 is free again.
        assertEquals(Map.of(0L, 0, 1L, 1, 2L, 2, 3L, 0), rowsById(d));
    }

    @Test
    void randomEventsNeverOverlapAndNoneIsLost() {
        Random random = new Random(5);
        for (int round = 0; round < 400; round++) {
            EventArrays events = new EventArrays(round % 2 == 0);
            int n = random.nextInt(120);
            boolean isDamaged = round % 3 == 0;
            for (int i = 0; i < n; i++) {
                long ts = random.nextInt(1_000);
                long dur = switch (random.nextInt(6)) {
                    case 0 -> 0;
                    case 1 -> -1;
                    default -> random.nextInt(isDamaged ? 400 : 40);
                };
                events.add(
                        i,
                        ts,
                        dur,
                        random.nextInt(4),
                        random.nextInt(5),
                        "n" + random.nextInt(9),
                        "c" + random.nextInt(3));
            }
            check(SliceLayout.inRows(copy(events), END), n);
            check(SliceLayout.merged(copy(events), END), n);
        }
    }

    @Test
    void mergedTracksKeepTheirStacksTogether() {
        Random random = new Random(6);
        for (int round = 0; round < 200; round++) {
            EventArrays events = new EventArrays(true);
            List<int[]> parents = new ArrayList<>();
            for (int track = 0; track < 4; track++) {
                long t = random.nextInt(50);
                for (int s = 0; s < 10; s++) {
                    int parent = events.size;
                    long dur = 5 + random.nextInt(60);
                    events.add(parent, t, dur, 0, track, "p", null);
                    for (int depth = 1; depth <= random.nextInt(4); depth++) {
                        parents.add(new int[] {events.size, parent, depth});
                        events.add(events.size, t + depth, Math.max(0, dur - 2L * depth), depth, track, "x", null);
                    }
                    t += dur + random.nextInt(30);
                }
            }
            SliceData d = SliceLayout.merged(events, END);
            check(d, events.size);
            Map<Long, Integer> rows = rowsById(d);
            for (int[] p : parents) {
                assertEquals(rows.get((long) p[1]) + p[2], rows.get((long) p[0]));
            }
        }
    }

    private static EventArrays copy(EventArrays from) {
        EventArrays to = new EventArrays(false);
        String[] names = from.names();
        String[] colors = from.colors(names);
        for (int i = 0; i < from.size; i++) {
            to.add(
                    from.id[i],
                    from.ts[i],
                    from.dur[i],
                    from.row[i],
                    from.track[i],
                    names[from.name[i]],
                    colors[from.color[i]]);
        }
        return to;
    }

    private static void check(SliceData d, int n) {
        assertEquals(n, d.size());
        assertEquals(n, rowsById(d).size());
        assertEquals(n, d.rowStart()[d.rows()]);
        for (int row = 0; row < d.rows(); row++) {
            for (int i = d.rowStart()[row] + 1; i < d.rowStart()[row + 1]; i++) {
                assertTrue(
                        d.ts()[i - 1] < d.ts()[i] && d.end()[i - 1] <= d.ts()[i],
                        () -> "events of a row overlap or are out of order");
            }
        }
    }

    private static Map<Long, Integer> rowsById(SliceData d) {
        Map<Long, Integer> rows = new HashMap<>();
        for (int row = 0; row < d.rows(); row++) {
            for (int i = d.rowStart()[row]; i < d.rowStart()[row + 1]; i++) {
                rows.put(d.id()[i], row);
            }
        }
        return rows;
    }

    private static List<Long> ids(SliceData d) {
        List<Long> ids = new ArrayList<>();
        for (long id : d.id()) {
            ids.add(id);
        }
        return ids;
    }
}
