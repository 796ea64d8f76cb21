package traceglass.ingest.tracker.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.store.stats.StatDefinition;
import traceglass.store.stats.StatDefinitions;
import traceglass.store.stats.ValueScope;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class StatsTrackerTest {

    @Test
    void describesEveryProblem() {
        for (StatDefinition stat : StatDefinitions.all()) {
            if (stat.severity().equals("error") || stat.severity().equals("data_loss")) {
                TraceStorage storage = new TraceStorage();
                StatsTracker.View view = new StatsTracker(storage).of(0, 0);
                if (stat.isIndexed()) {
                    view.add(stat.name(), 1, 1);
                } else {
                    view.increment(stat.name());
                }
                Table t = storage.table("__intrinsic_stats");
                for (int i = 0; i < t.rowCount(); i++) {
                    if (storage.strings().get(t.strings("name").get(i)).equals(stat.name())) {
                        String description =
                                storage.strings().get(t.strings("description").get(i));
                        assertTrue(description.length() > 10, stat.name() + " is not described");
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
    void countsAlternatingStatisticsSeparately() {
        TraceStorage storage = new TraceStorage();
        StatsTracker tracker = new StatsTracker(storage);
        StatsTracker.View[] views = {tracker.of(0, 0), tracker.of(1, 0), tracker.of(1, 1)};
        List<String> names = StatDefinitions.all().stream()
                .filter(s -> !s.isIndexed() && s.scope() == ValueScope.MACHINEANDTRACE)
                .map(StatDefinition::name)
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
}
