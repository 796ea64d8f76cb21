package traceglass.analysis.events;

import java.util.Optional;
import java.util.function.LongFunction;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;

/// Time and track of a row of an event table.
///
/// @param event the row
/// @param trackKey key of its track in the tree, empty if it is on none
public record EventPosition(Selection.Event event, Optional<String> trackKey) {

    /// Finds a row of a table that has `id`, `ts` and `dur`.
    ///
    /// @param owner column with the id of the track, thread or CPU
    /// @param track returns the key of the track for such an id
    public static Optional<EventPosition> find(
            TraceQueries queries, String table, long id, String owner, LongFunction<Optional<String>> track)
            throws QueryException {
        return queries.first(
                "SELECT ts, dur, " + owner + " FROM " + table + " WHERE id = ?",
                r -> new EventPosition(
                        new Selection.Event(table, id, r.getLong(1), r.getLong(2)), track.apply(r.getLong(3))),
                id);
    }
}
