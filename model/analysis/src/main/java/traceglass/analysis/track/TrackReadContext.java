package traceglass.analysis.track;

import java.sql.SQLException;
import java.util.function.Supplier;

/// Context in which a kind of track reads its data: the trace, and data shared by its tracks. Used by one thread for
/// one track.
public interface TrackReadContext extends RowQueries {

    /// Returns the end of the trace, ns.
    long traceEnd();

    /// Returns data shared by several tracks: created on first use and kept as long as the trace is open. It
    /// must be thread-safe.
    <T> T shared(Class<T> type, Supplier<T> factory);

    /// Returns the data of another track, from the cache if possible.
    TrackData dataOf(TrackNode other) throws SQLException;

    /// Creates a derived table, unless it exists.
    ///
    /// @param derivedTable its name, such as `derived_startups`
    void ensure(String derivedTable) throws SQLException;
}
