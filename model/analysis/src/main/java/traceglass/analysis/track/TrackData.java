package traceglass.analysis.track;

/// All events of one track as arrays that nobody writes after hand-over, so any thread may read them.
public sealed interface TrackData permits SliceData, CounterData {

    /// Number of events.
    int size();
}
