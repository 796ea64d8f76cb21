package traceglass.analysis.track;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A query for what is on a track.
///
/// @param form what its rows are
/// @param sql without `ORDER BY` for whole rows; empty for none
public record TrackQuery(Form form, String sql) {

    /// What the rows of a query are.
    public enum Form {
        /// Nothing.
        NONE,
        /// Whole rows of a table with `ts`.
        ROWS,
        /// Rows of other things, because what is on the track is in no table: what a counter is computed from,
        /// the threads of a process.
        RELATED,
        /// Id, time (ns), duration (0 for an instant, −1 when it never ended), label, and the key of the colour
        /// or NULL where that is the label; where events lie below each other also their depth, from 0, and the
        /// number, from 0, of the stack that they belong to.
        EVENTS,
        /// The same, of slices that a person made: reports count them with those of the trace.
        SLICES,
        /// Id, time (ns) and value, in the order of time.
        SAMPLES,
        /// Time (ns) and value, in the order of time.
        VALUES
    }

    public static final TrackQuery NONE = new TrackQuery(Form.NONE, "");

    /// A list of more ids than this is no query that anybody reads.
    private static final int MOST_IDS = 500;
    private static final String BY_TIME = " ORDER BY ts";

    /// Whole rows with these keys, which are all of one table and column.
    public static TrackQuery rows(List<RowKey> keys) {
        return keys.isEmpty() ? NONE : new TrackQuery(Form.ROWS, select(keys));
    }

    /// Whole rows that it is computed from.
    public static TrackQuery related(List<RowKey> keys) {
        return keys.isEmpty() ? NONE : new TrackQuery(Form.RELATED, select(keys) + BY_TIME);
    }

    private static String select(List<RowKey> keys) {
        List<Long> ids = new ArrayList<>(keys.size());
        keys.forEach(k -> ids.add(k.id()));
        return "SELECT * FROM " + keys.getFirst().table() + " WHERE "
                + in(keys.getFirst().column(), ids);
    }

    /// Whether a column has one of these ids, as people would write it.
    public static String in(String column, List<Long> ids) {
        if (ids.size() == 1) {
            return column + " = " + ids.getFirst();
        }
        // What comes in one piece is named by its ends.
        long least = ids.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = ids.stream().mapToLong(Long::longValue).max().orElse(-1);
        if (most - least + 1 == ids.stream().distinct().count() && ids.size() > 2) {
            return column + " BETWEEN " + least + " AND " + most;
        }
        return column + " IN ("
                + ids.stream().limit(MOST_IDS).map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /// The query as it is shown; empty for none.
    public String text() {
        return form == Form.ROWS ? sql + BY_TIME : sql;
    }

    /// A query of one row for the store itself: number of events, time of the first and of the last, ns; empty when
    /// they cannot be counted.
    public String counting() {
        String named = switch (form) {
            case NONE, RELATED -> "";
            case ROWS -> "(" + sql + ") AS e";
            case VALUES -> "(" + sql + ") AS e(ts)";
            case SAMPLES, EVENTS, SLICES -> "(" + sql + ") AS e(id, ts)";
        };
        return named.isEmpty() ? "" : "SELECT count(*), min(e.ts), max(e.ts) FROM " + named;
    }
}
