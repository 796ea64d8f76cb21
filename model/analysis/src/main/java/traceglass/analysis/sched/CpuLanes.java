package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import traceglass.analysis.track.RowQueries;
import traceglass.store.database.StoreStatistics;

/// Lanes of the CPUs that threads ran on, from the top: the same for all processes of a trace. Thread-safe.
final class CpuLanes {

    private Map<Long, Integer> lanes;

    /// Returns lanes by `ucpu`. The first caller reads a whole table for them.
    synchronized Map<Long, Integer> read(RowQueries queries) throws SQLException {
        if (lanes == null) {
            Map<Long, Integer> read = new HashMap<>();
            queries.forEachRow(
                    "SELECT DISTINCT ucpu FROM " + StoreStatistics.SCHED + " WHERE ucpu IS NOT NULL ORDER BY ucpu",
                    r -> read.put(r.getLong(1), read.size()));
            lanes = read;
        }
        return lanes;
    }
}
