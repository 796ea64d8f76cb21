package traceglass.analysis.track.info;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Time between the starts of the first and the last event on a track.
public final class TrackEventSpan {

    private TrackEventSpan() {}

    /// Returns whether the events of a track can be counted.
    public static boolean isKnown(TrackNode track) {
        return !track.isGroup() && !track.kind().query().countSql().isEmpty();
    }

    /// Returns the time span; empty without events.
    ///
    /// @param track track for which [#isKnown] returns true
    public static Optional<TimeSpan> find(TraceQueries queries, TrackNode track) throws QueryException {
        return queries.first(
                        track.kind().query().countSql(),
                        r -> r.getLong(1) == 0
                                ? Optional.<TimeSpan>empty()
                                : Optional.of(new TimeSpan(r.getLong(2), r.getLong(3))))
                .flatMap(span -> span);
    }
}
