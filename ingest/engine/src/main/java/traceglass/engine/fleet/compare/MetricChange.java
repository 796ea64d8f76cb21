package traceglass.engine.fleet.compare;

/// A metric in two sets of traces.
///
/// @param metric what was measured
/// @param before its values in the baseline
/// @param after its values in the other set
/// @param low lower end of the confidence interval of the difference of the medians
/// @param high its upper end
/// @param p probability of so different ranks if both sets were of one distribution (Mann-Whitney, two-sided)
/// @param adjustedP p, corrected for the number of metrics (Holm)
/// @param effect Cliff's delta: how much more probable it is that a value after is larger than one before than the
///     reverse, from −1 to 1
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
        /// Different; neither direction is better.
        CHANGE,
        /// No difference that is sure and large enough.
        SAME,
        /// With so few values, no difference could be sure.
        TOO_FEW
    }

    /// Difference of the medians.
    public double difference() {
        return after.median() - before.median();
    }

    /// Difference of the medians as a share of the one before; NaN if that is 0.
    public double relative() {
        return before.median() == 0 ? Double.NaN : difference() / Math.abs(before.median());
    }

    MetricChange with(double adjusted, Verdict found) {
        return new MetricChange(metric, before, after, low, high, p, adjusted, effect, found);
    }
}
