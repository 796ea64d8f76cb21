package traceglass.analysis.compare;

/// What the events of one name come to. Values are ns for durations, else those of the counter.
///
/// @param median with half of the values below; between two values, as far between them as the place is
/// @param p99    with 99 % of the values below, in the same way
public record NameStats(String name, long count, double total, double median, double p99) {

    /// NaN for a median or percentile that is of no values.
    public double of(Measure measure) {
        return switch (measure) {
            case COUNT -> count;
            case TOTAL -> total;
            case MEDIAN -> median;
            case P99 -> p99;
        };
    }
}
