package traceglass.analysis.track;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Query for the content of a track.
///
/// @param form form of the rows
/// @param sql the query, without `ORDER BY` for whole rows; empty for none
public record TrackQuery(Form form, String sql) {

    /// Form of the rows of a query.
    public enum Form {
        /// No query.
        NONE,
        /// Whole rows of a table with `ts`.
        ROWS,
        /// Related rows, because the content of the track is in no table: the inputs of a computed counter, the
        /// threads of a process.
        RELATED,
        /// Id, time (ns), duration (0 for an instant, −1 if it never ended), label, and the key of the color,
        /// or NULL if the label is the key; for nested events also the depth and the number of the stack, both
        /// from 0.
        EVENTS,
        /// Like [#EVENTS], for slices of debug tracks: reports count them together with the slices of the
        /// trace.
        SLICES,
        /// Id, time (ns) and value, sorted by time.
        SAMPLES,
        /// Time (ns) and value, sorted by time.
        VALUES
    }

    public static final TrackQuery NONE = new TrackQuery(Form.NONE, "");

    /// Maximum number of ids in a readable query.
    private static final int MAX_IDS = 500;
    private static final String BY_TIME = " ORDER BY ts";

    /// Returns a query for whole rows with these keys, which all have the same table and column.
    public static TrackQuery ofRows(List<RowKey> keys) {
        return keys.isEmpty() ? NONE : new TrackQuery(Form.ROWS, select(keys));
    }

    /// Returns a query for whole rows of inputs.
    public static TrackQuery ofRelatedRows(List<RowKey> keys) {
        return keys.isEmpty() ? NONE : new TrackQuery(Form.RELATED, select(keys) + BY_TIME);
    }

    private static String select(List<RowKey> keys) {
        List<Long> ids = new ArrayList<>(keys.size());
        keys.forEach(k -> ids.add(k.id()));
        return "SELECT * FROM " + keys.getFirst().table() + " WHERE "
                + in(keys.getFirst().column(), ids);
    }

    /// Returns a readable condition that a column has one of these ids.
    public static String in(String column, List<Long> ids) {
        if (ids.size() == 1) {
            return column + " = " + ids.getFirst();
        }
        // Consecutive ids are written as a range.
        long min = ids.stream().mapToLong(Long::longValue).min().orElse(0);
        long max = ids.stream().mapToLong(Long::longValue).max().orElse(-1);
        if (max - min + 1 == ids.stream().distinct().count() && ids.size() > 2) {
            return column + " BETWEEN " + min + " AND " + max;
        }
        return column + " IN ("
                + ids.stream().limit(MAX_IDS).map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /// Returns the query for display; empty for none.
    public String text() {
        return form == Form.ROWS ? sql + BY_TIME : sql;
    }

    /// Returns a query on the store with one row: number of events, time of the first and of the last, ns; empty if
    /// they cannot be counted.
    public String countSql() {
        String named = switch (form) {
            case NONE, RELATED -> "";
            case ROWS -> "(" + sql + ") AS e";
            case VALUES -> "(" + sql + ") AS e(ts)";
            case SAMPLES, EVENTS, SLICES -> "(" + sql + ") AS e(id, ts)";
        };
        return named.isEmpty() ? "" : "SELECT count(*), min(e.ts), max(e.ts) FROM " + named;
    }
}
