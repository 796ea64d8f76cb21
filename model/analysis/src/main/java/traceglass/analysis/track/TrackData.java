package traceglass.analysis.track;

/// Events of one track in arrays that are not modified once published, so any thread may read them.
public sealed interface TrackData permits SliceData, CounterData {

    /// Returns the number of events.
    int size();
}
