package traceglass.analysis.events;

import java.io.IOException;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// List of events and the query for it.
///
/// @param title title for display: `Slices behind “inflate”`
/// @param table event table that the ids belong to, for links to the timeline
/// @param order which events are listed if there are too many: `longest`, `first`
/// @param sql the same query for the SQL page, or empty
/// @param work reads the events
public record EventListQuery(String title, String table, String order, String sql, Work work) {

    /// Maximum number of rows in a list.
    public static final int MAX_ROWS = 10_000;

    /// Result of reading the events.
    ///
    /// @param rows columns `id`, `ts`, `dur`, `name`, `thread`, `process`; `dur` may be null in all rows
    /// @param total number of events, including those not in `rows`
    public record ListedEvents(RowStore rows, long total) {}

    /// Reads the events; called on a query thread.
    public interface Work {
        ListedEvents read(TraceQueries q) throws QueryException, IOException;
    }

    /// Lists the slices that satisfy a condition, longest first.
    ///
    /// @param condition expression over `s`, a row of `slice`
    public static EventListQuery slices(String title, String condition) {
        String sql = sliceSql(condition) + "\nORDER BY s.dur DESC, s.ts, s.id";
        return new EventListQuery(title, "slice", "longest", sql, q -> {
            RowStore rows = RowReader.query(q, sql + " LIMIT " + MAX_ROWS);
            return new ListedEvents(
                    rows,
                    rows.size() < MAX_ROWS
                            ? rows.size()
                            : RowReader.query(q, "SELECT count(*) FROM slice AS s WHERE " + condition)
                                    .getLong(0, 0));
        });
    }

    /// Returns the query for the columns of a list of slices.
    public static String sliceSql(String condition) {
        return """
            SELECT s.id, s.ts, s.dur, s.name, concat_ws(' ', th.name, th.tid) AS thread, concat_ws(' ', p.name, p.pid) AS process, s.track_id
            FROM slice AS s
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN process_track AS pt ON pt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)
            WHERE %s\
            """.formatted(condition);
    }
}
