package traceglass.ingest.tracker.stats;

import static org.junit.jupiter.api.Assertions.assertTrue;

import traceglass.store.stats.StatDefinitions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Statistics of an import, for tests.
public final class ImportedStats {

    private ImportedStats() {}

    /// Returns the value of a statistic, summed over all indexes, machines and files.
    ///
    /// @param name name of a statistic in `stats.txt`
    public static long stat(TraceStorage storage, String name) {
        assertTrue(StatDefinitions.of(name) != null, "no statistic " + name);
        Table stats = storage.table("__intrinsic_stats");
        long sum = 0;
        for (int row = 0; row < stats.rowCount(); row++) {
            if (name.equals(storage.strings().get(stats.strings("name").get(row)))) {
                sum += stats.longs("value").get(row);
            }
        }
        return sum;
    }
}
