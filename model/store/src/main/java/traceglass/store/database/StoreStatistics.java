package traceglass.store.database;

import java.sql.SQLException;
import java.util.List;
import traceglass.store.names.TableNames;

/// Statistics over whole tables that are needed whenever a trace is shown. Computed once, when the tables are loaded,
/// and stored in small tables, so that opening a large trace again is as fast as opening a small one.
public final class StoreStatistics {

    /// Events per track: `track_id`, `source` (`slice`, `counter` or `state`), `events`, `depths` (largest depth of
    /// a slice + 1; otherwise 0) and `first_ts`. Tracks without events have no row.
    public static final String TRACKS = StoreSchema.qualified("_traceglass_track_amount");
    /// Scheduling per thread and CPU: `ucpu`, `utid`, `runs` (scheduling slices) and `run_ns` (total duration of
    /// those that ended, in ns; capped at the largest 64-bit integer).
    public static final String SCHED = StoreSchema.qualified("_traceglass_sched_amount");
    /// CPUs (`ucpu`) with ftrace events.
    public static final String FTRACE_CPUS = StoreSchema.qualified("_traceglass_ftrace_cpu");

    // Qualified names: users may have replaced the unqualified ones with their own views.
    private static final List<String> STATEMENTS = List.of(
            "CREATE TABLE " + TRACKS
                    + """
                     AS
                    SELECT 'slice' AS source, track_id, count(*) AS events, CAST(max(depth) + 1 AS BIGINT) AS depths, min(ts) AS first_ts
                    FROM %s GROUP BY track_id
                    UNION ALL
                    SELECT 'counter', track_id, count(*), 0, min(ts) FROM %s GROUP BY track_id
                    UNION ALL
                    SELECT 'state', track_id, count(*), 0, min(ts) FROM %s GROUP BY track_id
                    """.formatted(
                                    StoreSchema.qualified(TableNames.Slice.TABLE),
                                    StoreSchema.qualified(TableNames.Counter.TABLE),
                                    StoreSchema.qualified(TableNames.State.TABLE)),
            "CREATE TABLE " + SCHED + """
                 AS
                SELECT ucpu, utid, count(*) AS runs, CAST(least(sum(greatest(dur, 0)), 9223372036854775807) AS BIGINT) AS run_ns
                FROM %s GROUP BY ucpu, utid
                """.formatted(StoreSchema.qualified(TableNames.SchedSlice.TABLE)),
            "CREATE TABLE " + FTRACE_CPUS + " AS SELECT DISTINCT ucpu FROM "
                    + StoreSchema.qualified(TableNames.FtraceEvent.TABLE) + " WHERE ucpu IS NOT NULL");

    private StoreStatistics() {}

    /// Computes the statistics. All tables must be loaded.
    public static void write(StoreDatabase database) throws SQLException {
        for (String statement : STATEMENTS) {
            database.execute(statement);
        }
    }
}
