package traceglass.engine.fleet.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.descriptive.Quantile;

/// The values of a metric in one set of traces.
///
/// @param values values in ascending order
/// @param traces the trace of each value
public record Sample(double[] values, List<String> traces) {

    private static final double MAX_DISTANCE = 3;
    private static final int MIN_FOR_OUTLIERS = 5;

    public Sample {
        traces = List.copyOf(traces);
    }

    /// Returns the sample with the given values by trace.
    public static Sample of(Map<String, Double> byTrace) {
        List<Map.Entry<String, Double>> sorted = new ArrayList<>(byTrace.entrySet());
        sorted.sort(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        return new Sample(
                sorted.stream().mapToDouble(Map.Entry::getValue).toArray(),
                sorted.stream().map(Map.Entry::getKey).toList());
    }

    /// Number of values.
    public int size() {
        return values.length;
    }

    /// Returns a quantile, interpolated between the two nearest values; NaN if there is no value.
    public double quantile(double probability) {
        return Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).evaluate(values.clone(), probability);
    }

    public double median() {
        return quantile(0.5);
    }

    /// Returns the traces whose value is more than three interquartile ranges outside the middle half of the
    /// values, furthest first.
    public List<String> outliers() {
        if (size() < MIN_FOR_OUTLIERS) {
            return List.of();
        }
        double low = quantile(0.25);
        double high = quantile(0.75);
        double range = high - low;
        double middle = median();
        List<Integer> outliers = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            if (range > 0 && (values[i] < low - MAX_DISTANCE * range || values[i] > high + MAX_DISTANCE * range)) {
                outliers.add(i);
            }
        }
        outliers.sort(Comparator.comparingDouble(i -> -Math.abs(values[i] - middle)));
        return outliers.stream().map(traces::get).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sample s && Arrays.equals(values, s.values) && traces.equals(s.traces);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values) * 31 + traces.hashCode();
    }

    @Override
    public String toString() {
        return "Sample" + Arrays.toString(values);
    }
}
