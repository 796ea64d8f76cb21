package traceglass.analysis.slices;

import java.util.OptionalLong;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Finds the first slice of a name.
public final class FirstSlice {

    private FirstSlice() {}

    /// Returns the start of the first slice of this name, ns; if there is none, of the first slice whose name
    /// contains it, ignoring case. Empty if there is none.
    public static OptionalLong start(TraceQueries q, String name) throws QueryException {
        return q.first("""
            SELECT ts FROM slice WHERE name = $1
            UNION ALL
            SELECT * FROM (SELECT ts FROM slice WHERE NOT EXISTS (SELECT 1 FROM slice WHERE name = $1) AND contains(lower(name), lower($1)))
            ORDER BY ts LIMIT 1\
            """, r -> r.getLong(1), name).map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
