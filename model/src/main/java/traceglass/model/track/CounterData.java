package traceglass.model.track;

/// Samples of one counter, sorted by time; each value holds until the next sample.
///
/// @param id    ids in `counter`
/// @param ts    times, ns, ascending
/// @param value the samples
/// @param min   smallest value, 0 when there are none
/// @param max   largest value, 0 when there are none
/// @param unit  as in `counter_track.unit`, or empty
public record CounterData(long[] id, long[] ts, double[] value, double min, double max, String unit) implements TrackData {

    @Override
    public int size() {
        return ts.length;
    }
}
