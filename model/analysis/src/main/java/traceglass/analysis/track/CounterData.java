package traceglass.analysis.track;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;

/// Samples of one counter, sorted by time; each value holds until the next sample.
///
/// @param id ids in `counter`
/// @param ts times, ns, ascending
/// @param value the samples
/// @param min smallest value that is a finite number, 0 when there are none
/// @param max largest value that is a finite number, 0 when there are none
/// @param unit as in `counter_track.unit`, or empty
/// @param idle whether what is measured was idle from each sample on, or null where that is not known
public record CounterData(long[] id, long[] ts, double[] value, double min, double max, String unit, boolean[] idle)
        implements TrackData {

    /// `min` and `max` may be given with infinite values or NaN among the samples: no scale could show those.
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
