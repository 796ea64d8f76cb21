package traceglass.store.database;

import java.util.List;
import traceglass.store.names.TableNames;

/// SQL of the [StoreStatistics] of a running recording: the totals of the rows on disk are updated as rows are
/// appended, so that only the few rows in memory are read again.
final class LiveStatistics {

    private static final String TRACKS = LiveSchema.DISK + ".track_amount";
    private static final String SCHED = LiveSchema.DISK + ".sched_amount";
    private static final String FTRACE_CPUS = LiveSchema.DISK + ".ftrace_cpu";
    private static final String SCHED_SLICES = TableNames.SchedSlice.TABLE;
    private static final String FTRACE_EVENTS = TableNames.FtraceEvent.TABLE;
    /// Tables whose rows are counted by track: name, name of the source, and SQL of the number of depths.
    private static final List<String[]> SOURCES = List.of(
            new String[] {TableNames.Slice.TABLE, "slice", "max(depth) + 1"},
            new String[] {TableNames.Counter.TABLE, "counter", "0"},
            new String[] {TableNames.State.TABLE, "state", "0"});

    private LiveStatistics() {}

    /// Returns the statements that create the tables of totals on disk.
    static String tables() {
        return "CREATE TABLE " + TRACKS
                + "(source VARCHAR, track_id BIGINT, events BIGINT, depths BIGINT, first_ts BIGINT);"
                + "CREATE TABLE " + SCHED + "(ucpu BIGINT, utid BIGINT, runs BIGINT, run_ns HUGEINT);"
                + "CREATE TABLE " + FTRACE_CPUS + "(ucpu BIGINT);";
    }

    /// Returns the statements that create the statistics as views.
    static String views() {
        StringBuilder amounts = new StringBuilder("FROM " + TRACKS);
        for (String[] source : SOURCES) {
            amounts.append(" UNION ALL ").append(tracks(source, LiveSchema.unstored(source[0])));
        }
        return "CREATE VIEW " + StoreStatistics.TRACKS
                + " AS SELECT source, track_id, CAST(sum(events) AS BIGINT) AS events, max(depths) AS depths,"
                + " min(first_ts) AS first_ts FROM (" + amounts + ") GROUP BY ALL;"
                + "CREATE VIEW " + StoreStatistics.SCHED
                + " AS SELECT ucpu, utid, CAST(sum(runs) AS BIGINT) AS runs,"
                + " CAST(least(sum(run_ns), 9223372036854775807) AS BIGINT) AS run_ns FROM (FROM " + SCHED
                + " UNION ALL " + sched(LiveSchema.unstored(SCHED_SLICES)) + ") GROUP BY ALL;"
                + "CREATE VIEW " + StoreStatistics.FTRACE_CPUS + " AS FROM " + FTRACE_CPUS + " UNION "
                + ftraceCpus(LiveSchema.unstored(FTRACE_EVENTS)) + ';';
    }

    /// Returns the statements that count rows that were appended to a table on disk.
    ///
    /// @param rows the rows, for a FROM clause
    static String appended(String table, String rows) {
        for (String[] source : SOURCES) {
            if (source[0].equals(table)) {
                return "INSERT INTO " + TRACKS + ' ' + tracks(source, rows) + ';';
            }
        }
        return switch (table) {
            case SCHED_SLICES -> "INSERT INTO " + SCHED + ' ' + sched(rows) + ';';
            case FTRACE_EVENTS ->
                "INSERT INTO " + FTRACE_CPUS + ' ' + ftraceCpus(rows) + " AND ucpu NOT IN (FROM " + FTRACE_CPUS + ");";
            default -> "";
        };
    }

    private static String tracks(String[] source, String rows) {
        return "SELECT '" + source[1] + "' AS source, track_id, count(*) AS events, CAST(" + source[2]
                + " AS BIGINT) AS depths, min(ts) AS first_ts FROM " + rows + " GROUP BY track_id";
    }

    private static String sched(String rows) {
        return "SELECT ucpu, utid, count(*) AS runs, sum(greatest(dur, 0)) AS run_ns FROM " + rows
                + " GROUP BY ucpu, utid";
    }

    private static String ftraceCpus(String rows) {
        return "SELECT DISTINCT ucpu FROM " + rows + " WHERE ucpu IS NOT NULL";
    }
}
