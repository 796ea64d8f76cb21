package traceglass.store;

import java.util.Map;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.PendingRows;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// The bounds of a trace: the smallest start and the largest end of all events, or 0 and 0 if there are none. A
/// trace with a single timestamp is 1 ns long.
final class StoreBounds {

    /// Tables with timestamps, which together determine the trace bounds: column with the start, column with the
    /// duration or null.
    private static final String[][] TIMED = {
        {TableNames.FtraceEvent.TABLE, "ts", null},
        {TableNames.SchedSlice.TABLE, "ts", "dur"},
        {TableNames.Counter.TABLE, "ts", null},
        {TableNames.Slice.TABLE, "ts", "dur"},
        {TableNames.HeapProfileAllocation.TABLE, "ts", null},
        {TableNames.ProfilerSmaps.TABLE, "ts", null},
        {TableNames.ThreadState.TABLE, "ts", "dur"},
        {TableNames.Logs.TABLE, "ts", null},
        {TableNames.HeapGraphObject.TABLE, "graph_sample_ts", null},
        {TableNames.HeapGraph.TABLE, "ts", null},
        {TableNames.State.TABLE, "ts", "dur"},
        {TableNames.ProfilerSample.TABLE, "ts", null},
        {TableNames.VideoFrames.TABLE, "ts", null},
    };

    private StoreBounds() {}

    /// Returns the statement that fills the table of bounds.
    ///
    /// @param pendingRows the tables whose rows are not in the database
    static String insert(TraceStorage storage, Map<String, PendingRows> pendingRows) {
        StringBuilder parts = new StringBuilder();
        for (String[] t : TIMED) {
            Table table = storage.table(t[0]);
            if (table.rowCount() > 0) {
                parts.append(parts.isEmpty() ? "" : " UNION ALL ")
                        .append(pendingRows.containsKey(t[0]) ? values(pendingRows.get(t[0]), t) : query(t));
            }
        }
        String target = "INSERT INTO " + StoreSchema.qualified(StoreSchema.BOUNDS_TABLE);
        if (parts.isEmpty()) {
            return target + " VALUES (0, 0)";
        }
        return target + " SELECT s, CAST(CASE WHEN s >= e THEN least(CAST(s AS HUGEINT) + 1, " + Long.MAX_VALUE
                + ") ELSE e END AS BIGINT) FROM" + " (SELECT min(s) AS s, greatest(max(e), 0) AS e FROM (" + parts
                + "))";
    }

    private static String query(String[] t) {
        // A damaged trace may contain any number, so the sum is computed in a wider type and clamped to the
        // range of timestamps.
        String end = t[2] == null
                ? t[1]
                : "least(CAST(" + t[1] + " AS HUGEINT) + greatest(" + t[2] + ", 0), " + Long.MAX_VALUE + ")";
        return "SELECT min(" + t[1] + ") AS s, max(" + end + ") AS e FROM " + StoreSchema.qualified(t[0]) + " WHERE "
                + t[1] + " IS NOT NULL";
    }

    /// Computes the bounds of rows that are not in the database.
    private static String values(PendingRows rows, String[] t) {
        LongColumn ts = rows.table().longs(t[1]);
        LongColumn dur = t[2] == null ? null : rows.table().longs(t[2]);
        long[] bounds = {Long.MAX_VALUE, LongColumn.NULL};
        rows.forEach(ts, dur, (starts, durations, count) -> extend(bounds, starts, durations, count));
        return bounds[1] == LongColumn.NULL
                ? "SELECT CAST(NULL AS BIGINT) AS s, CAST(NULL AS HUGEINT) AS e"
                : "SELECT CAST(" + bounds[0] + " AS BIGINT) AS s, CAST(" + bounds[1] + " AS HUGEINT) AS e";
    }

    /// Bounds of an unfinished import. Remembers the bounds of rows whose chunks were dropped.
    static final class GrowingBounds {

        private final long[] dropped = {Long.MAX_VALUE, LongColumn.NULL};

        /// Includes the chunks of a table from `first` to `end` (exclusive), which will be dropped.
        void includeDropped(Table table, int first, int end) {
            for (String[] t : TIMED) {
                if (t[0].equals(table.name())) {
                    add(dropped, table, t, first, end);
                }
            }
        }

        /// Returns the common bounds of the dropped rows and of the rows in a storage; 0 and 0 if there are
        /// none.
        TimeSpan with(TraceStorage storage) {
            long[] counts = dropped.clone();
            for (String[] t : TIMED) {
                Table table = storage.table(t[0]);
                add(counts, table, t, table.firstChunk(), table.rowCount() + Table.CHUNK_ROWS - 1 >> Table.CHUNK_BITS);
            }
            return counts[1] == LongColumn.NULL
                    ? new TimeSpan(0, 0)
                    : new TimeSpan(counts[0], Math.max(counts[0] + 1, counts[1]));
        }

        private static void add(long[] bounds, Table table, String[] columns, int first, int end) {
            LongColumn ts = table.longs(columns[1]);
            LongColumn dur = columns[2] == null ? null : table.longs(columns[2]);
            for (int chunk = first; chunk < end; chunk++) {
                extend(
                        bounds,
                        ts.chunk(chunk),
                        dur == null ? LongColumn.ALL_NULL : dur.chunk(chunk),
                        Math.min(Table.CHUNK_ROWS, table.rowCount() - (chunk << Table.CHUNK_BITS)));
            }
        }
    }

    private static void extend(long[] bounds, long[] starts, long[] durations, int count) {
        long first = bounds[0];
        long last = bounds[1];
        for (int i = 0; i < count; i++) {
            long start = starts[i];
            if (start == LongColumn.NULL) {
                continue;
            }
            if (start < first) {
                first = start;
            }
            // NULL is stored as a negative number; an end that overflows is clamped to the largest timestamp.
            long duration = durations[i];
            long end = duration > 0 ? start + duration : start;
            if (end < start) {
                last = Long.MAX_VALUE;
            } else if (end > last) {
                last = end;
            }
        }
        bounds[0] = first;
        bounds[1] = last;
    }
}
