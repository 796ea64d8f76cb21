package traceglass.engine.fleet.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.store.text.Json;

/// A report for programs. Times are in the unit of the metric; missing numbers are null.
final class JsonReport {

    private JsonReport() {}

    static String write(SetComparison comparison) {
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("baseline", comparison.baseline());
        report.put("compared", comparison.compared());
        report.put("regressions", (long) comparison.regressions().size());
        report.put(
                "metrics", comparison.changes().stream().map(JsonReport::change).toList());
        report.put("only_in_baseline", titles(comparison.onlyBefore()));
        report.put("only_in_compared", titles(comparison.onlyAfter()));
        return Json.spaced(out -> Json.write(report, out)) + "\n";
    }

    private static List<String> titles(List<FleetMetric> metrics) {
        return metrics.stream().map(FleetMetric::title).toList();
    }

    private static Map<String, @Nullable Object> change(MetricChange change) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("id", change.metric().id());
        values.put("dimensions", change.metric().dimensions());
        values.put("unit", change.metric().unit());
        values.put("polarity", change.metric().polarity().name().toLowerCase(Locale.ROOT));
        values.put("verdict", change.verdict().name().toLowerCase(Locale.ROOT));
        values.put("before", sample(change.before()));
        values.put("after", sample(change.after()));
        values.put("difference", change.difference());
        values.put("relative_difference", change.relative());
        values.put("interval_low", change.low());
        values.put("interval_high", change.high());
        values.put("p", change.p());
        values.put("adjusted_p", change.adjustedP());
        values.put("effect", change.effect());
        return values;
    }

    private static Map<String, @Nullable Object> sample(Sample sample) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("n", (long) sample.size());
        values.put("median", sample.median());
        values.put("p90", sample.quantile(0.9));
        values.put("p99", sample.quantile(0.99));
        values.put("outliers", sample.outliers());
        return values;
    }
}
