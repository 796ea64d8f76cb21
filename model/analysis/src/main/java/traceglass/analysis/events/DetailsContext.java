package traceglass.analysis.events;

import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackDataSource;

/// Context in which the details of an event are read. Used on a query thread.
///
/// @param queries queries on the trace
/// @param traceEnd end of the trace in ns; end of events that never ended
/// @param tracks data of tracks; reading may block
/// @param userTracks objects created while the trace is open
public record DetailsContext(TraceQueries queries, long traceEnd, TrackDataSource tracks, OpenTraceObjects userTracks) {

    /// Objects created while the trace is open, which are in no store.
    public interface OpenTraceObjects {

        /// Contains nothing.
        OpenTraceObjects NOTHING = new OpenTraceObjects() {
            @Override
            public <T> Optional<T> find(Class<T> type, String table) {
                return Optional.empty();
            }
        };

        /// Finds the object of this type that the events of a table come from: a track, or the tracks of a
        /// query.
        <T> Optional<T> find(Class<T> type, String table);
    }

    /// Creates a context with the store only.
    public DetailsContext(TraceQueries queries, long traceEnd) {
        this(queries, traceEnd, null, OpenTraceObjects.NOTHING);
    }
}
