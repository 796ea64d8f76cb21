package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackDataSource;

/// What the details of an event are read with, on a query thread.
///
/// @param queries to the trace
/// @param traceEnd ns; where events that never ended are taken to end
/// @param tracks data of tracks, which may be waited for
/// @param made what was made while the trace is open
public record EventReading(TraceQueries queries, long traceEnd, TrackDataSource tracks, Made made) {

    /// What is in no store, because it was made while the trace is open.
    public interface Made {

        /// Nothing was made.
        Made NOTHING = new Made() {
            @Override
            public <T> Optional<T> find(Class<T> type, String table) {
                return Optional.empty();
            }
        };

        /// What events of a table were made by, where it is of this type: a track, or tracks of a query.
        <T> Optional<T> find(Class<T> type, String table);
    }

    /// A reading of what is in the store.
    public EventReading(TraceQueries queries, long traceEnd) {
        this(queries, traceEnd, null, Made.NOTHING);
    }
}
