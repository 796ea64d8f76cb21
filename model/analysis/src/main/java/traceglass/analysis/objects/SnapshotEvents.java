package traceglass.analysis.objects;

import java.util.List;
import traceglass.analysis.derived.DerivedEvents;
import traceglass.analysis.derived.DerivedRow;
import traceglass.analysis.events.Arg;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Event table of the snapshots of objects.
final class SnapshotEvents extends DerivedEvents {

    SnapshotEvents(int rank) {
        super(rank, TracedObjects.SET, TracedObjects.SNAPSHOTS);
    }

    @Override
    protected List<Arg> args(TraceQueries queries, DerivedRow row) throws QueryException {
        Long set = queries.first(
                        "SELECT arg_set_id FROM " + table().qualifiedName() + " WHERE id = ?",
                        r -> TraceQueries.number(r, 1),
                        row.id())
                .orElse(null);
        return Arg.ofSet(queries, set);
    }
}
