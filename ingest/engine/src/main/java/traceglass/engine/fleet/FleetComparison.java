package traceglass.engine.fleet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.compare.FleetMetric;
import traceglass.engine.fleet.compare.SetComparison;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.protos.processor.TraceSummarySpec;

/// Compares sets of traces.
///
/// @param comparisons comparisons of the baseline with each other set
/// @param failures traces without values
public record FleetComparison(List<SetComparison> comparisons, List<FleetFailure> failures) {

    public FleetComparison {
        comparisons = List.copyOf(comparisons);
        failures = List.copyOf(failures);
    }

    /// Compares the traces of a fleet by the values of a label.
    ///
    /// @param label name of the label, such as `branch`
    /// @param baseline value of the label with which the other values are compared
    /// @param specs metrics, see [FleetMetrics#defaults]
    /// @param ids metrics to compare, or null for all
    /// @throws EngineException if no trace has the label, or none has the baseline as its value
    public static FleetComparison byLabel(
            Fleet fleet,
            String label,
            String baseline,
            List<TraceSummarySpec> specs,
            @Nullable List<String> ids,
            SetComparison.Limits limits,
            FleetRun options) {
        List<FleetTrace> chosen = fleet.traces(options.withProgress(null));
        TreeSet<String> groups = new TreeSet<>();
        for (FleetTrace trace : chosen) {
            Object value = trace.labels().get(label);
            if (value != null) {
                groups.add(value.toString());
            }
        }
        if (groups.isEmpty()) {
            List<String> labels = TracesTable.labels(fleet.traces());
            throw new EngineException(
                    "No trace has a label '" + label + "'; "
                            + (labels.isEmpty()
                                    ? "import the traces with --labels or --pattern"
                                    : "available labels: " + String.join(", ", labels)),
                    null);
        }
        if (!groups.remove(baseline)) {
            throw new EngineException(
                    "No trace has '" + baseline + "' as " + label + "; available values: " + String.join(", ", groups),
                    null);
        }
        if (groups.isEmpty()) {
            throw new EngineException("All traces have '" + baseline + "' as " + label, null);
        }
        FleetMetrics<FleetTrace> metrics = fleet.metrics(specs, ids, options);
        List<SetComparison> comparisons = new ArrayList<>();
        for (String group : groups) {
            comparisons.add(SetComparison.of(
                    baseline,
                    group,
                    selectTraces(
                            metrics,
                            t -> baseline.equals(String.valueOf(t.labels().get(label)))),
                    selectTraces(
                            metrics, t -> group.equals(String.valueOf(t.labels().get(label)))),
                    limits));
        }
        return requireCommonMetrics(new FleetComparison(comparisons, metrics.failures()));
    }

    /// Compares two folders, archives, lists or patterns of traces that are not in a fleet.
    public static FleetComparison ofFiles(
            String before,
            String after,
            List<TraceSummarySpec> specs,
            @Nullable List<String> ids,
            SetComparison.Limits limits,
            FleetRun options) {
        try (TraceSet first = TraceSet.find(before);
                TraceSet second = TraceSet.find(after)) {
            Map<FleetMetric, Map<String, Double>> values = first.values(specs, ids, options);
            Map<FleetMetric, Map<String, Double>> others = second.values(specs, ids, options);
            first.requireValues(values);
            second.requireValues(others);
            List<FleetFailure> failures = new ArrayList<>(first.failures);
            failures.addAll(second.failures);
            return requireCommonMetrics(
                    new FleetComparison(List.of(SetComparison.of(before, after, values, others, limits)), failures));
        }
    }

    /// Traces that are not in a fleet.
    ///
    /// @param name folder, archive, list or pattern
    /// @param failures receives the traces without values
    private record TraceSet(String name, List<FleetSource> sources, List<FleetFailure> failures)
            implements AutoCloseable {

        /// Finds the traces, so that a set without traces is reported before the other set is read, which can take
        /// long.
        static TraceSet find(String name) {
            List<FleetFailure> missing = new ArrayList<>();
            List<FleetSource> found = FleetSources.find(List.of(name), Set.of(), missing, (FleetReader) null);
            if (found.isEmpty()) {
                throw new EngineException(
                        name
                                + (missing.isEmpty()
                                        ? " has no traces"
                                        : " " + missing.getFirst().reason()),
                        null);
            }
            return new TraceSet(name, found, missing);
        }

        Map<FleetMetric, Map<String, Double>> values(
                List<TraceSummarySpec> specs, @Nullable List<String> ids, FleetRun options) {
            FleetMetrics<String> metrics = new MetricRun(specs, ids, options).inFiles(sources);
            failures.addAll(metrics.failures());
            return metrics.values();
        }

        private void requireValues(Map<FleetMetric, Map<String, Double>> values) {
            if (values.isEmpty()) {
                throw new EngineException(
                        "No trace of " + name + " has a value"
                                + failures.stream()
                                        .findFirst()
                                        .map(f -> ": " + f.path() + " " + f.reason())
                                        .orElse(""),
                        null);
            }
        }

        @Override
        public void close() {
            FleetSources.release(sources);
        }
    }

    /// Throws an exception if there is no common metric, so that an empty comparison is not mistaken for one
    /// without regressions.
    private static FleetComparison requireCommonMetrics(FleetComparison comparison) {
        if (comparison.comparisons().stream().allMatch(c -> c.changes().isEmpty())) {
            throw new EngineException("The sets of traces have no metric in common", null);
        }
        return comparison;
    }

    private static Map<FleetMetric, Map<String, Double>> selectTraces(
            FleetMetrics<FleetTrace> metrics, Predicate<FleetTrace> group) {
        Map<FleetMetric, Map<String, Double>> chosen = new LinkedHashMap<>();
        metrics.values()
                .forEach((metric, values) -> values.forEach((trace, value) -> {
                    if (group.test(trace)) {
                        chosen.computeIfAbsent(metric, _ -> new LinkedHashMap<>())
                                .put(trace.path(), value);
                    }
                }));
        return chosen;
    }
}
