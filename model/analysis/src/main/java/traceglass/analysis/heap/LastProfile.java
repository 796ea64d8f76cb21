package traceglass.analysis.heap;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.sql.result.QueryException;

/// Finds the last profile of a heap.
public final class LastProfile {

    private LastProfile() {}

    /// Returns an allocation of the last heap profile; empty if the trace has none.
    public static Optional<Selection.Event> allocations(TraceQueries q) throws QueryException {
        return q.first(
                "SELECT max(id), any_value(ts) FROM heap_profile_allocation WHERE ts = (SELECT max(ts) FROM"
                        + " heap_profile_allocation)",
                r -> r.getObject(1) == null
                        ? null
                        : new Selection.Event("heap_profile_allocation", r.getLong(1), r.getLong(2), 0));
    }
}
