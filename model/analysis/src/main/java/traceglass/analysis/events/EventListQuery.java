package traceglass.analysis.events;

import java.io.IOException;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Events that are to be listed.
///
/// @param title what they are, for people: `Slices behind “inflate”`
/// @param table of which `id` is a number, as a link to the timeline needs it
/// @param order how they are in order where not all are listed: `longest`, `first`
/// @param sql the same as a query for the SQL page, or empty
/// @param work reads them
public record EventListQuery(String title, String table, String order, String sql, Work work) {

    /// Rows listed at most; who reads them stops there.
    public static final int MOST = 10_000;

    /// What was read.
    ///
    /// @param rows columns `id`, `ts`, `dur`, `name`, `thread`, `process`; of `dur` all may be null
    /// @param total how many there are, with those that are not in `rows`
    public record Found(RowStore rows, long total) {}

    /// Reads the events on a query thread.
    public interface Work {
        Found read(TraceQueries q) throws QueryException, IOException;
    }

    /// Slices for which something holds, the longest first.
    ///
    /// @param where an expression over `s`, a row of `slice`
    public static EventListQuery slices(String title, String where) {
        String sql = sliceSql(where) + "\nORDER BY s.dur DESC, s.ts, s.id";
        return new EventListQuery(title, "slice", "longest", sql, (q) -> {
            RowStore rows = RowReader.query(q, sql + " LIMIT " + MOST);
            return new Found(
                    rows,
                    rows.size() < MOST
                            ? rows.size()
                            : RowReader.query(q, "SELECT count(*) FROM slice AS s WHERE " + where)
                                    .getLong(0, 0));
        });
    }

    /// The columns of a list, of slices.
    public static String sliceSql(String where) {
        return """
            SELECT s.id, s.ts, s.dur, s.name, concat_ws(' ', th.name, th.tid) AS thread, concat_ws(' ', p.name, p.pid) AS process, s.track_id
            FROM slice AS s
            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
            LEFT JOIN process_track AS pt ON pt.id = s.track_id
            LEFT JOIN thread AS th ON th.utid = tt.utid
            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)
            WHERE %s\
            """.formatted(where);
    }
}
