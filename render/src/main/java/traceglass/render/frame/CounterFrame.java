package traceglass.render.frame;

/// Steps of a counter: between `start[i]` and `start[i + 1]` its value is `last[i]`, after it has moved between
/// `min[i]` and `max[i]`.
///
/// @param from first nanosecond
/// @param to end, exclusive
/// @param resolutionNs width of a pixel
/// @param start start of each step, ns
/// @param min smallest value in the step
/// @param max largest value in the step
/// @param last last value in the step
/// @param idle share of the step in which the measured resource was idle, or null if unknown
public record CounterFrame(
        long from, long to, long resolutionNs, long[] start, double[] min, double[] max, double[] last, float[] idle)
        implements TrackFrame {

    public int size() {
        return start.length;
    }

    /// Index of the last step that starts at or before a time, or 0.
    public int lastStartingBy(long ts) {
        int low = 0;
        int high = start.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (start[middle] <= ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(0, low - 1);
    }
}
