package traceglass.analysis.compare;

/// Statistics of the events of one name. Values are durations in ns, or the values of a counter.
///
/// @param median value at 50%, linearly interpolated between two values
/// @param p99 value at 99%, also interpolated
public record NameStats(String name, long count, double total, double median, double p99) {

    /// Returns the value of a measure; NaN for a median or percentile without values.
    public double value(CompareMeasure measure) {
        return switch (measure) {
            case COUNT -> count;
            case TOTAL -> total;
            case MEDIAN -> median;
            case P99 -> p99;
        };
    }
}
