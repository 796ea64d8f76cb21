package traceglass.analysis.track;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/// Samples of one counter, sorted by time; a value is valid until the next sample.
///
/// @param id ids in `counter`
/// @param ts times, ns, ascending
/// @param value value of each sample
/// @param min smallest finite value, 0 if there is none
/// @param max largest finite value, 0 if there is none
/// @param unit as in `counter_track.unit`, or empty
/// @param idle whether the CPU or device was idle from each sample on, or null if unknown
public record CounterData(long[] id, long[] ts, double[] value, double min, double max, String unit, boolean[] idle)
        implements TrackData {

    /// `min` and `max` may be computed from samples that include infinite values or NaN, which no scale can show.
    public CounterData {
        if (!Double.isFinite(min) || !Double.isFinite(max)) {
            DoubleSummaryStatistics finite =
                    Arrays.stream(value).filter(Double::isFinite).summaryStatistics();
            min = finite.getCount() == 0 ? 0 : finite.getMin();
            max = finite.getCount() == 0 ? 0 : finite.getMax();
        }
    }

    public CounterData(long[] id, long[] ts, double[] value, double min, double max, String unit) {
        this(id, ts, value, min, max, unit, null);
    }

    @Override
    public int size() {
        return ts.length;
    }
}
