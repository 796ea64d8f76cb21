package traceglass.ingest.tracker.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class StatsTrackerTest {

    @Test
    void describesEveryProblem() {
        for (String[] stat : NameLists.read("stats.txt")) {
            if (stat[2].equals("error") || stat[2].equals("data_loss")) {
                TraceStorage storage = new TraceStorage();
                StatsTracker.View view = new StatsTracker(storage).of(0, 0);
                if (stat[1].equals("indexed")) {
                    view.add(stat[0], 1, 1);
                } else {
                    view.increment(stat[0]);
                }
                Table t = storage.table("__intrinsic_stats");
                for (int i = 0; i < t.rowCount(); i++) {
                    if (storage.strings().get(t.strings("name").get(i)).equals(stat[0])) {
                        assertTrue(
                                storage.strings()
                                                .get(t.strings("description").get(i))
                                                .length()
                                        > 10,
                                stat[0] + " is not described");
                    }
                }
            }
        }
    }

    @Test
    void acceptsAnyIndexInATrace() {
        StatsTracker.View view = new StatsTracker(new TraceStorage()).of(0, 0);
        for (long index : new long[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE}) {
            view.set("traced_buf_clone_done_timestamp_ns", index, index + 5);
            assertEquals(index + 5, view.get("traced_buf_clone_done_timestamp_ns", index));
        }
    }

    @Test
    void usesTheFirstMatchingDescription() {
        List<String[]> lines = NameLists.read("stats_descriptions.txt");
        StatsTracker.Descriptions descriptions = new StatsTracker.Descriptions();
        int described = 0;
        for (String[] stat : NameLists.read("stats.txt")) {
            String wanted = "";
            for (String[] line : lines) {
                if (stat[0].matches(line[0].replace("*", ".*"))) {
                    wanted = String.join(" ", List.of(line).subList(1, line.length));
                    break;
                }
            }
            assertEquals(wanted, descriptions.of(stat[0]), stat[0]);
            described += wanted.isEmpty() ? 0 : 1;
        }
        assertTrue(described > 200, described + " described");
    }

    @Test
    void countsAlternatingStatisticsSeparately() {
        TraceStorage storage = new TraceStorage();
        StatsTracker tracker = new StatsTracker(storage);
        StatsTracker.View[] views = {tracker.of(0, 0), tracker.of(1, 0), tracker.of(1, 1)};
        List<String> names = NameLists.read("stats.txt").stream()
                .filter(s -> s[1].equals("single") && s[4].equalsIgnoreCase("MachineAndTrace"))
                .map(s -> s[0])
                .limit(60)
                .toList();
        assertTrue(names.size() > 32, names.size() + " names");
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < names.size(); i++) {
                for (int v = 0; v < views.length; v++) {
                    views[v].add(new String(names.get(i)), i + 100L * v);
                }
            }
        }
        for (int i = 0; i < names.size(); i++) {
            for (int v = 0; v < views.length; v++) {
                assertEquals(3 * (i + 100L * v), views[v].get(names.get(i)), names.get(i));
            }
        }
    }

    @Test
    void allDescribedStatisticsExist() {
        List<String> names = NameLists.read("stats.txt").stream().map(s -> s[0]).toList();
        for (String[] line : NameLists.read("stats_descriptions.txt")) {
            assertTrue(names.stream().anyMatch(n -> n.matches(line[0].replace("*", ".*"))), line[0]);
        }
        assertFalse(names.isEmpty());
        assertEquals(names.size(), names.stream().distinct().count());
    }
}
