package traceglass.analysis.track;

import java.sql.SQLException;
import java.util.function.Supplier;

/// What a kind of track reads with: the trace, and what the tracks of one trace have in common. Used by one thread for
/// one track.
public interface TrackReading extends RowQueries {

    /// When the trace ends, ns.
    long traceEnd();

    /// What several tracks use: made by the first who asks and kept as long as the trace is open. It is used by
    /// several threads.
    <T> T shared(Class<T> type, Supplier<T> make);

    /// Data of another track, from what is kept where it is there.
    TrackData of(TrackNode other) throws SQLException;

    /// Makes a table that a standard module finds, where it was not made before.
    ///
    /// @param derivedTable its name, `derived_startups` for instance
    void ensure(String derivedTable) throws SQLException;
}
