package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.Arrays;
import traceglass.analysis.track.RowQueries;
import traceglass.store.database.StoreStatistics;

/// Scheduling slices of a trace, shared by CPU tracks, processes and the minimap, which all read the same table. A
/// query for one process takes as long as reading thousands of slices, so if there are few enough, all are read once
/// and kept. Thread-safe.
final class SchedSlices {

    /// Maximum number of slices kept, 33 bytes each.
    private static final long MAX_SLICES = 1_000_000;
    private static final int MIN_GROWTH = 1000;

    /// All slices, in the order of the table. The arrays may be longer than `size`.
    ///
    /// @param dur duration, ns; −1 if it never ended
    /// @param ucpu −1 if unknown
    /// @param rank rank of the priority, see [#rank]
    record Rows(int size, long[] id, long[] ts, long[] dur, int[] utid, int[] ucpu, byte[] rank) {

        private Rows(int capacity) {
            this(
                    0,
                    new long[capacity],
                    new long[capacity],
                    new long[capacity],
                    new int[capacity],
                    new int[capacity],
                    new byte[capacity]);
        }

        private Rows withSize(int rows) {
            return new Rows(rows, id, ts, dur, utid, ucpu, rank);
        }

        /// Returns a copy with room for more rows.
        private Rows grown() {
            int capacity = id.length + id.length / 2 + MIN_GROWTH;
            return new Rows(
                    size,
                    Arrays.copyOf(id, capacity),
                    Arrays.copyOf(ts, capacity),
                    Arrays.copyOf(dur, capacity),
                    Arrays.copyOf(utid, capacity),
                    Arrays.copyOf(ucpu, capacity),
                    Arrays.copyOf(rank, capacity));
        }
    }

    private final long max;
    private boolean isLoaded;
    private Rows rows;

    SchedSlices() {
        this(MAX_SLICES);
    }

    /// @param max maximum number of slices that are kept
    SchedSlices(long max) {
        this.max = max;
    }

    /// Returns all slices; null if there are too many. The first caller reads them while the others wait.
    synchronized Rows rows(RowQueries queries) throws SQLException {
        if (!isLoaded) {
            long[] count = new long[1];
            queries.forEachRow(
                    "SELECT CAST(coalesce(sum(runs), 0) AS BIGINT) FROM " + StoreStatistics.SCHED,
                    r -> count[0] = r.getLong(1));
            rows = count[0] <= max ? read(queries, (int) count[0]) : null;
            isLoaded = true;
        }
        return rows;
    }

    private static Rows read(RowQueries queries, int count) throws SQLException {
        // While a trace is recorded, rows are added after they were counted.
        Rows[] grown = {new Rows(count)};
        int[] size = new int[1];
        queries.forEachRow(
                "SELECT id, ts, dur, CAST(utid AS INTEGER), CAST(coalesce(ucpu, -1) AS INTEGER),"
                        + " CAST(coalesce(priority, 120) AS INTEGER) FROM __intrinsic_sched_slice",
                r -> {
                    int i = size[0]++;
                    if (i == grown[0].id.length) {
                        grown[0] = grown[0].grown();
                    }
                    Rows rows = grown[0];
                    rows.id[i] = r.getLong(1);
                    rows.ts[i] = r.getLong(2);
                    rows.dur[i] = r.getLong(3);
                    rows.utid[i] = r.getInt(4);
                    rows.ucpu[i] = r.getInt(5);
                    rows.rank[i] = (byte) rank(r.getInt(6));
                });
        return grown[0].withSize(size[0]);
    }

    /// Returns `r` for real-time, `h` for high or `n` for normal priority. On Linux, values below 100 are
    /// real-time, and 120 is the default.
    static char rank(long priority) {
        return priority < 100 ? 'r' : priority < 120 ? 'h' : 'n';
    }
}
