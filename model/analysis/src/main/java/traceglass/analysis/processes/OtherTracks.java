package traceglass.analysis.processes;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Finds tracks of those who were never seen on a CPU.
final class OtherTracks {

    private OtherTracks() {}

    /// Key of the first track that is in the tree.
    ///
    /// @param sql gives `track.id`s of an owner whose number is the `?`
    static Optional<String> first(TraceQueries queries, TrackLookup tracks, String sql, long owner)
            throws QueryException {
        return queries.all(sql, r -> tracks.track(r.getLong(1)), owner).stream()
                .flatMap(Optional::stream)
                .findFirst();
    }
}
