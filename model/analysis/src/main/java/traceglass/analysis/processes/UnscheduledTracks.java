package traceglass.analysis.processes;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Finds tracks of threads and processes that never ran on a CPU.
final class UnscheduledTracks {

    private UnscheduledTracks() {}

    /// Returns the key of the first track that is in the tree.
    ///
    /// @param sql query for the `track.id`s of an owner; `?` is the owner's id
    static Optional<String> findFirst(TraceQueries queries, TrackLookup tracks, String sql, long owner)
            throws QueryException {
        return queries.all(sql, r -> tracks.track(r.getLong(1)), owner).stream()
                .flatMap(Optional::stream)
                .findFirst();
    }
}
