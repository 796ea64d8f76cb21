package traceglass.engine.fleet.compare;

/// A metric in two sets of traces.
///
/// @param metric metric that is compared
/// @param before values in the baseline
/// @param after values in the other set
/// @param low lower end of the confidence interval of the difference of the medians
/// @param high upper end of this interval
/// @param p p-value of the two-sided Mann-Whitney test
/// @param adjustedP p, corrected for the number of metrics (Holm)
/// @param effect Cliff's delta, from −1 to 1: the probability that a value after is larger than a value before, minus
///     the probability that it is smaller
/// @param verdict assessment of the change
public record MetricChange(
        FleetMetric metric,
        Sample before,
        Sample after,
        double low,
        double high,
        double p,
        double adjustedP,
        double effect,
        Verdict verdict) {

    /// Meaning of a comparison.
    public enum Verdict {
        /// Worse.
        REGRESSION,
        /// Better.
        IMPROVEMENT,
        /// Significantly different, for a metric without a better direction.
        CHANGE,
        /// No significant difference, or only a small one.
        SAME,
        /// Too few values for any difference to be significant.
        TOO_FEW
    }

    /// Difference of the medians.
    public double difference() {
        return after.median() - before.median();
    }

    /// Difference of the medians as a share of the baseline's median; NaN if that is 0.
    public double relative() {
        return before.median() == 0 ? Double.NaN : difference() / Math.abs(before.median());
    }

    MetricChange withVerdict(double newAdjustedP, Verdict newVerdict) {
        return new MetricChange(metric, before, after, low, high, p, newAdjustedP, effect, newVerdict);
    }
}
