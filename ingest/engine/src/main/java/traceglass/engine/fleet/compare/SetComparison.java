package traceglass.engine.fleet.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/// Compares metrics of two sets of traces.
///
/// @param baseline name of the first set
/// @param compared name of the second set
/// @param changes changes of metrics, regressions first, then ordered by significance
/// @param onlyBefore metrics without values in the other set
/// @param onlyAfter metrics without values in the baseline
public record SetComparison(
        String baseline,
        String compared,
        List<MetricChange> changes,
        List<FleetMetric> onlyBefore,
        List<FleetMetric> onlyAfter) {

    /// Number of bootstrap draws for the confidence interval.
    private static final int DRAWS = 2000;
    /// Fixed seed, so that the same traces always give the same interval.
    private static final long SEED = 20_240_601;
    /// Maximum number of values that are drawn from a set; more would only take longer.
    private static final int MAX_DRAWN = 2000;

    private static final double TAIL = 0.025;

    public SetComparison {
        changes = List.copyOf(changes);
        onlyBefore = List.copyOf(onlyBefore);
        onlyAfter = List.copyOf(onlyAfter);
    }

    /// Thresholds for a significant difference.
    ///
    /// @param alpha largest corrected p of a significant difference, such as 0.01
    /// @param minRelativeChange smallest relative difference from the baseline's median, such as 0.01
    public record Limits(double alpha, double minRelativeChange) {

        /// Returns the default thresholds: 1% for both.
        public static Limits defaults() {
            return new Limits(0.01, 0.01);
        }
    }

    /// Compares all metrics that both sets have.
    ///
    /// @param before values by metric and trace
    /// @param after values by metric and trace of the second set
    public static SetComparison of(
            String baseline,
            String compared,
            Map<FleetMetric, Map<String, Double>> before,
            Map<FleetMetric, Map<String, Double>> after,
            Limits limits) {
        List<MetricChange> measured = new ArrayList<>();
        Map<FleetMetric, Map<String, Double>> rest = new HashMap<>(after);
        List<FleetMetric> onlyBefore = new ArrayList<>();
        before.forEach((metric, values) -> {
            Map<String, Double> others = rest.remove(metric);
            if (others == null) {
                onlyBefore.add(metric);
            } else {
                measured.add(measure(metric, Sample.of(values), Sample.of(others)));
            }
        });
        List<MetricChange> changes = new ArrayList<>(withVerdicts(measured, limits));
        changes.sort(Comparator.comparing(MetricChange::verdict)
                .thenComparing(MetricChange::adjustedP)
                .thenComparing(c -> -Math.abs(c.effect()))
                .thenComparing(c -> c.metric().title()));
        return new SetComparison(
                baseline, compared, changes, sorted(onlyBefore), sorted(new ArrayList<>(rest.keySet())));
    }

    private static List<FleetMetric> sorted(List<FleetMetric> metrics) {
        metrics.sort(Comparator.comparing(FleetMetric::title));
        return metrics;
    }

    /// Returns the changes that are regressions.
    public List<MetricChange> regressions() {
        return changes.stream()
                .filter(c -> c.verdict() == MetricChange.Verdict.REGRESSION)
                .toList();
    }

    private static MetricChange measure(FleetMetric metric, Sample before, Sample after) {
        double p = 1;
        double statistic = MannWhitneyUTest.withDefaults().statistic(after.values(), before.values());
        double pairs = (double) before.size() * after.size();
        double effect = 2 * statistic / pairs - 1;
        if (!isOneValue(before, after)) {
            p = MannWhitneyUTest.withDefaults()
                    .test(after.values(), before.values())
                    .getPValue();
            // If there are equal values, the test uses an approximation, which can be too small.
            p = Math.max(p, smallestP(before.size(), after.size()));
        }
        double[] interval = interval(before.values(), after.values());
        return new MetricChange(
                metric, before, after, interval[0], interval[1], p, p, effect, MetricChange.Verdict.SAME);
    }

    private static boolean isOneValue(Sample before, Sample after) {
        double first = before.values()[0];
        return Arrays.stream(before.values()).allMatch(v -> v == first)
                && Arrays.stream(after.values()).allMatch(v -> v == first);
    }

    /// Returns the 95% bootstrap confidence interval of the difference of the medians.
    private static double[] interval(double[] before, double[] after) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] differences = new double[DRAWS];
        double[] drawnBefore = new double[Math.min(MAX_DRAWN, before.length)];
        double[] drawnAfter = new double[Math.min(MAX_DRAWN, after.length)];
        Median median = Median.withDefaults().withCopy(false);
        for (int i = 0; i < DRAWS; i++) {
            draw(before, drawnBefore, random);
            draw(after, drawnAfter, random);
            differences[i] = median.evaluate(drawnAfter) - median.evaluate(drawnBefore);
        }
        Arrays.sort(differences);
        Sample sorted = new Sample(differences, List.of());
        return new double[] {sorted.quantile(TAIL), sorted.quantile(1 - TAIL)};
    }

    private static void draw(double[] from, double[] to, SplittableRandom random) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[random.nextInt(from.length)];
        }
    }

    /// Corrects p for the number of metrics (Holm) and determines the verdicts. Metrics with too few values for any
    /// significant difference don't count (Tarone), because they can't become significant by chance either.
    private static List<MetricChange> withVerdicts(List<MetricChange> measured, Limits limits) {
        List<MetricChange> byP = new ArrayList<>();
        List<MetricChange> changes = new ArrayList<>();
        for (MetricChange change : measured) {
            if (smallestP(change.before().size(), change.after().size()) <= limits.alpha()) {
                byP.add(change);
            } else {
                changes.add(change.withVerdict(1, MetricChange.Verdict.TOO_FEW));
            }
        }
        byP.sort(Comparator.comparingDouble(MetricChange::p));
        double largest = 0;
        int count = byP.size();
        for (int i = 0; i < count; i++) {
            MetricChange change = byP.get(i);
            largest = Math.max(largest, Math.min(1, change.p() * (count - i)));
            changes.add(change.withVerdict(largest, verdict(change, largest, count, limits)));
        }
        return changes;
    }

    private static MetricChange.Verdict verdict(MetricChange change, double adjusted, int count, Limits limits) {
        boolean couldBeSignificant =
                smallestP(change.before().size(), change.after().size()) * count <= limits.alpha();
        if (adjusted > limits.alpha() && !couldBeSignificant) {
            return MetricChange.Verdict.TOO_FEW;
        }
        boolean isSignificant = adjusted <= limits.alpha() && (change.low() > 0 || change.high() < 0);
        boolean isLarge = Double.isNaN(change.relative()) || Math.abs(change.relative()) >= limits.minRelativeChange();
        if (!isSignificant || !isLarge) {
            return MetricChange.Verdict.SAME;
        }
        boolean isMore = change.difference() > 0;
        return switch (change.metric().polarity()) {
            case NONE -> MetricChange.Verdict.CHANGE;
            case HIGHER_IS_BETTER -> isMore ? MetricChange.Verdict.IMPROVEMENT : MetricChange.Verdict.REGRESSION;
            case LOWER_IS_BETTER -> isMore ? MetricChange.Verdict.REGRESSION : MetricChange.Verdict.IMPROVEMENT;
        };
    }

    /// Returns the smallest possible p for sets of these sizes: 2 / (n + m choose n).
    private static double smallestP(int n, int m) {
        double choose = 1;
        for (int i = 1; i <= Math.min(n, m); i++) {
            choose = choose * (n + m - Math.min(n, m) + i) / i;
            if (choose > 1e12) {
                break;
            }
        }
        return 2 / choose;
    }
}
