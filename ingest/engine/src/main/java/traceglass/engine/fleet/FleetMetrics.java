package traceglass.engine.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.engine.fleet.compare.FleetMetric;
import traceglass.engine.summary.RowMoment;
import traceglass.engine.summary.Summaries;
import traceglass.engine.summary.SummaryRequest;
import traceglass.protos.processor.TraceMetricV2Bundle;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummarySpec;

/// Values of metrics in many traces.
///
/// @param values by metric, then by trace as given to the computation
/// @param moments time and event to which each value belongs, by metric and trace; only if the metric's query
///     returns them
/// @param failures traces without values
public record FleetMetrics<K>(
        Map<FleetMetric, Map<K, Double>> values,
        Map<FleetMetric, Map<K, RowMoment>> moments,
        List<FleetFailure> failures) {

    private static final String DEFAULTS = "default_metrics.textproto";

    public FleetMetrics {
        failures = List.copyOf(failures);
    }

    /// Returns these metrics with more failures before their own.
    FleetMetrics<K> withFailures(List<FleetFailure> more) {
        List<FleetFailure> all = new ArrayList<>(more);
        all.addAll(failures);
        return new FleetMetrics<>(values, moments, all);
    }

    /// Returns the default specification: CPU time, main threads, frames, app startups and slices.
    public static TraceSummarySpec defaults() {
        try (InputStream in = FleetMetrics.class.getResourceAsStream(DEFAULTS)) {
            return Summaries.parse(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new EngineException("The default metrics can't be read", e);
        }
    }

    /// Value of a metric in one trace, and its moment or null.
    record Value(double number, @Nullable RowMoment moment) {}

    /// Values of one trace, by metric. If a metric has several rows for the same dimensions, the mean is taken,
    /// because comparisons need one number per trace. The moment is that of the largest value.
    static Map<FleetMetric, Value> of(
            TraceProcessor trace, Collection<TraceSummarySpec> specs, @Nullable List<String> ids) {
        Map<FleetMetric, List<Value>> all =
                new TreeMap<>(Comparator.comparing(FleetMetric::id).thenComparing(FleetMetric::dimensions));
        try (QuerySession session = trace.newSession()) {
            Map<String, Map<Integer, RowMoment>> moments = new HashMap<>();
            TraceSummary summary = Summaries.compute(
                    session,
                    new SummaryRequest(List.copyOf(specs), ids, null),
                    (bundle, row, moment) -> moments.computeIfAbsent(bundle, _ -> new HashMap<>())
                            .put(row, moment));
            for (TraceMetricV2Bundle bundle : summary.getMetricBundlesList()) {
                Map<Integer, RowMoment> bundleMoments = moments.getOrDefault(bundle.getBundleId(), Map.of());
                for (int i = 0; i < bundle.getRowCount(); i++) {
                    add(bundle, bundle.getRow(i), bundleMoments.get(i), all);
                }
            }
        }
        Map<FleetMetric, Value> values = new LinkedHashMap<>();
        all.forEach((metric, list) -> {
            double mean = list.stream().mapToDouble(Value::number).average().orElse(0);
            Value largest = Collections.max(list, Comparator.comparingDouble(Value::number));
            values.put(metric, new Value(mean, largest.moment()));
        });
        return values;
    }

    private static void add(
            TraceMetricV2Bundle bundle,
            TraceMetricV2Bundle.Row row,
            @Nullable RowMoment moment,
            Map<FleetMetric, List<Value>> all) {
        String dimensions = dimensions(bundle.getSpecs(0), row);
        for (int i = 0; i < bundle.getSpecsCount(); i++) {
            TraceMetricV2Bundle.Row.Value value = row.getValues(i);
            if (value.hasDoubleValue() && Double.isFinite(value.getDoubleValue())) {
                all.computeIfAbsent(metric(bundle.getSpecs(i), dimensions), _ -> new ArrayList<>())
                        .add(new Value(value.getDoubleValue(), moment));
            }
        }
    }

    private static FleetMetric metric(TraceMetricV2Spec spec, String dimensions) {
        String unit = spec.hasUnit() ? spec.getUnit().name() : spec.hasCustomUnit() ? spec.getCustomUnit() : "";
        FleetMetric.Polarity polarity = switch (spec.getPolarity()) {
            case HIGHER_IS_BETTER -> FleetMetric.Polarity.HIGHER_IS_BETTER;
            case LOWER_IS_BETTER -> FleetMetric.Polarity.LOWER_IS_BETTER;
            default -> FleetMetric.Polarity.NONE;
        };
        return new FleetMetric(spec.getId(), dimensions, unit.equals("METRIC_UNIT_UNSPECIFIED") ? "" : unit, polarity);
    }

    private static String dimensions(TraceMetricV2Spec spec, TraceMetricV2Bundle.Row row) {
        List<String> names = spec.getDimensionsSpecsCount() > 0
                ? spec.getDimensionsSpecsList().stream()
                        .map(TraceMetricV2Spec.DimensionSpec::getName)
                        .toList()
                : spec.getDimensionsList();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < row.getDimensionCount() && i < names.size(); i++) {
            texts.add(names.get(i) + "=" + text(row.getDimension(i)));
        }
        return texts.stream().collect(Collectors.joining(", "));
    }

    private static String text(TraceMetricV2Bundle.Row.Dimension dimension) {
        return switch (dimension.getValueOneofCase()) {
            case STRING_VALUE -> dimension.getStringValue();
            case INT64_VALUE -> Long.toString(dimension.getInt64Value());
            case DOUBLE_VALUE -> Double.toString(dimension.getDoubleValue());
            case BOOL_VALUE -> Boolean.toString(dimension.getBoolValue());
            default -> "NULL";
        };
    }
}
