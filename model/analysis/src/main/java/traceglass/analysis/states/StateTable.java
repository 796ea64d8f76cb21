package traceglass.analysis.states;

import java.util.Optional;
import traceglass.analysis.events.EventPlace;
import traceglass.analysis.events.PlainTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// The table of states that programs write themselves.
final class StateTable extends PlainTable {

    StateTable() {
        super("state", 170, "state", "");
    }

    @Override
    public Optional<EventPlace> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return queries.first(
                "SELECT ts, dur, track_id FROM state WHERE id = ?",
                r -> new EventPlace(
                        new Selection.Event(table, id, r.getLong(1), r.getLong(2)), tracks.track(r.getLong(3))),
                id);
    }
}
