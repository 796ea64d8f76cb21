package traceglass.render.frame;

/// Steps of a counter: from `start[i]` to `start[i + 1]` it stood at `last[i]`, after having moved between `min[i]` and
/// `max[i]`.
///
/// @param from first nanosecond
/// @param to end, exclusive
/// @param resolutionNs width of a pixel
/// @param start where a step begins, ns
/// @param min smallest value in the step
/// @param max largest value in the step
/// @param last the value it ends with
/// @param idle share of the step in which what is measured was idle, or null where that is not known
public record CounterFrame(
        long from, long to, long resolutionNs, long[] start, double[] min, double[] max, double[] last, float[] idle)
        implements TrackFrame {

    public int size() {
        return start.length;
    }
}
