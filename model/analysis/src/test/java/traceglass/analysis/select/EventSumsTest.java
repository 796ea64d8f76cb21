package traceglass.analysis.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventSumsTest {

    private static final int END = 1000;

    private static Selection.Item item(long id, long ts, long dur, String name) {
        return new Selection.Item(new Selection.Event("slice", id, ts, dur), "track/1", name);
    }

    @Test
    void measuresDurationsAndTheGapsBetweenEvents() {
        EventSums sums = EventSums.of(
                new Selection.Events(
                        List.of(
                                item(1, 100, 50, "a"),
                                item(2, 120, 10, "b"),
                                item(3, 180, 20, "a"),
                                item(4, 260, -1, "b")),
                        0),
                END);
        assertEquals(900, sums.span());
        assertEquals(
                new EventSums.Stats(4, 820, 10, 35, 740, 205, sums.durations().deviation()), sums.durations());
        assertEquals(810, sums.coveredNs());
        assertEquals(new EventSums.Stats(2, 90, 30, 45, 60, 45, 15), sums.gaps());
        assertArrayEquals(new long[] {0, 0, 30, 60}, sums.gapBefore());
        assertEquals(
                List.of("b", "a"),
                sums.names().stream().map(EventSums.ByName::name).toList());
        assertEquals(750, sums.names().getFirst().durations().total());
    }

    @Test
    void agreesWithCountingEveryNanosecond() {
        Random random = new Random(11);
        for (int round = 0; round < 200; round++) {
            List<Selection.Item> items = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(12); i++) {
                items.add(item(i, random.nextInt(300), random.nextInt(10) == 0 ? 0 : random.nextInt(40), "n"));
            }
            items.sort(Comparator.comparingLong(i -> i.event().ts()));
            boolean[] busy = new boolean[400];
            int last = 0;
            for (Selection.Item i : items) {
                for (long t = i.event().ts(); t < i.end(END); t++) {
                    busy[(int) t] = true;
                }
                last = Math.max(last, (int) i.end(END));
            }
            int first = (int) items.getFirst().event().ts();
            int covered = 0;
            for (int t = first; t < last; t++) {
                covered += busy[t] ? 1 : 0;
            }
            EventSums sums = EventSums.of(new Selection.Events(items, 0), END);
            assertEquals(last - first, sums.span());
            assertEquals(covered, sums.coveredNs());
            assertEquals(last - first - covered, sums.gaps().total());
        }
    }

    @Test
    void writesOneQueryForEachTable() {
        Selection.Events events = new Selection.Events(
                List.of(
                        item(7, 1, 1, "a"),
                        new Selection.Item(new Selection.Event("sched", 3, 2, 1), "cpu/0", "x"),
                        item(9, 3, 1, "a")),
                0);
        assertEquals("""
            SELECT * FROM sched
            WHERE id IN (3)
            ORDER BY ts;

            SELECT * FROM slice
            WHERE id IN (7, 9)
            ORDER BY ts\
            """, EventSql.of(events));
    }
}
