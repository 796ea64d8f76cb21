package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// A table whose rows are no events but have events: threads, processes, tracks. They cannot be selected, only shown.
public interface OwnerTable extends RowTable {

    /// Key of the track that a row is shown by, where the tree knows it at once.
    Optional<String> track(TrackLookup tracks, long id);

    /// Key of another track that has events of a row; for a query thread.
    default Optional<String> otherTrack(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return Optional.empty();
    }
}
