package traceglass.analysis.coloring;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Name and category of a slice, from which color rules are created.
///
/// @param name empty if it has none
/// @param category empty if it has none
public record EventText(String name, String category) {

    /// Reads the name and category of a slice.
    ///
    /// @param id id in `slice`
    public static Optional<EventText> read(TraceQueries q, long id) throws QueryException {
        return q.first(
                "SELECT coalesce(name, ''), coalesce(category, '') FROM slice WHERE id = ?",
                r -> new EventText(r.getString(1), r.getString(2)),
                id);
    }
}
