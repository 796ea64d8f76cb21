package traceglass.analysis.states;

import java.util.Optional;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.GenericEventTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of states that programs write themselves.
final class StateTable extends GenericEventTable {

    StateTable() {
        super("state", 170, "state", "");
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return EventPosition.find(queries, "state", id, "track_id", tracks::track);
    }
}
