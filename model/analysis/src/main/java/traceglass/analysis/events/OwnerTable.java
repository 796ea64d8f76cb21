package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Table whose rows are not events but own events: threads, processes, tracks. They cannot be selected, only shown.
public interface OwnerTable extends RowTable {

    /// Returns the key of the track that shows a row, if the tree knows it without a query.
    Optional<String> track(TrackLookup tracks, long id);

    /// Finds the key of another track with events of a row. Call on a query thread.
    default Optional<String> secondTrack(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return Optional.empty();
    }
}
