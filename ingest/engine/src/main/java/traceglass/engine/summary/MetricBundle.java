package traceglass.engine.summary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.TraceMetricV2Bundle;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceMetricV2Spec.InternedDimensionSpec;

/// Metrics that share a query. Their values are in the same rows.
final class MetricBundle {

    /// A metric with its SQL.
    ///
    /// @param interned SQL of each of its interned dimensions
    record Metric(TraceMetricV2Spec spec, String sql, List<String> interned) {}

    private final String id;
    private final List<Metric> metrics = new ArrayList<>();

    MetricBundle(String id) {
        this.id = id;
    }

    /// Adds a metric.
    ///
    /// @throws SpecProblem if it differs from the first one in properties that the bundle shares
    void add(Metric metric) throws SpecProblem {
        if (!metrics.isEmpty()) {
            Metric first = metrics.getFirst();
            String difference = !first.sql.equals(metric.sql)
                    ? "query"
                    : !MetricDimension.of(first.spec).equals(MetricDimension.of(metric.spec))
                            ? "dimensions"
                            : first.spec.getDimensionUniqueness() != metric.spec.getDimensionUniqueness()
                                    ? "dimension_uniqueness"
                                    : "";
            if (!difference.isEmpty()) {
                throw new SpecProblem("Metrics '" + first.spec.getId() + "' and '" + metric.spec.getId()
                        + "' of bundle '" + id + "' differ in " + difference);
            }
        }
        metrics.add(metric);
    }

    /// Runs the query and converts the rows to a message.
    TraceMetricV2Bundle compute(QuerySession session, RowMoment.Listener moments) throws SpecProblem {
        TraceMetricV2Bundle.Builder bundle = TraceMetricV2Bundle.newBuilder().setBundleId(id);
        metrics.forEach(m -> bundle.addSpecs(m.spec));
        Metric first = metrics.getFirst();
        Map<String, Set<@Nullable Object>> keys = new HashMap<>();
        first.spec
                .getInternedDimensionSpecsList()
                .forEach(s -> keys.put(s.getKeyColumnSpec().getName(), new HashSet<>()));
        try (QueryResult result = session.query(first.sql)) {
            checkColumns(first.spec.getQuery(), result);
            write(result, bundle, keys, moments);
        } catch (EngineException e) {
            throw SpecProblem.of("The query of metric bundle '" + id + "' failed: ", e);
        }
        for (int i = 0; i < first.interned.size(); i++) {
            InternedDimensionSpec spec = first.spec.getInternedDimensionSpecs(i);
            bundle.addInternedDimensionBundles(
                    new InternedDimensions(spec, first.spec).compute(session, first.interned.get(i), keys));
        }
        return bundle.build();
    }

    /// Checks that the result has the columns that an SQL source declares.
    private void checkColumns(PerfettoSqlStructuredQuery query, QueryResult result) throws SpecProblem {
        if (!query.hasSql() || query.hasGroupBy() || query.getSelectColumnsCount() > 0) {
            return;
        }
        List<String> actual = result.columns().stream().map(QueryColumn::name).toList();
        if (!actual.containsAll(query.getSql().getColumnNamesList())) {
            throw new SpecProblem("The query of metric bundle '" + id + "' lacks some of its columns. Expected: "
                    + query.getSql().getColumnNamesList() + ", actual: " + actual);
        }
    }

    static int find(QueryResult result, String column, String location) throws SpecProblem {
        for (int i = 0; i < result.columns().size(); i++) {
            if (result.columns().get(i).name().equals(column)) {
                return i;
            }
        }
        throw new SpecProblem("The query of " + location + " has no column '" + column + "'");
    }

    private void write(
            QueryResult result,
            TraceMetricV2Bundle.Builder bundle,
            Map<String, Set<@Nullable Object>> keys,
            RowMoment.Listener moments)
            throws SpecProblem {
        String location = "metric bundle '" + id + "'";
        List<MetricDimension> dimensions = MetricDimension.of(metrics.getFirst().spec);
        List<Integer> dimensionColumns = new ArrayList<>();
        for (MetricDimension dimension : dimensions) {
            dimensionColumns.add(find(result, dimension.name(), location));
        }
        List<Integer> valueColumns = new ArrayList<>();
        for (Metric metric : metrics) {
            valueColumns.add(find(result, metric.spec.getValue(), location));
        }
        MomentColumns columns =
                new MomentColumns(result, metrics.getFirst().spec.getQuery());
        boolean isUnique =
                metrics.getFirst().spec.getDimensionUniqueness() == TraceMetricV2Spec.DimensionUniqueness.UNIQUE;
        Set<List<@Nullable Object>> seen = new HashSet<>();
        for (QueryRow row : result) {
            if (valueColumns.stream().allMatch(row::isNull)) {
                continue;
            }
            TraceMetricV2Bundle.Row.Builder written = TraceMetricV2Bundle.Row.newBuilder();
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < dimensions.size(); i++) {
                Object value = row.get(dimensionColumns.get(i));
                values.add(value);
                written.addDimension(dimensions.get(i).value(value, location));
                Set<@Nullable Object> keysOfRows = keys.get(dimensions.get(i).name());
                if (keysOfRows != null) {
                    keysOfRows.add(value);
                }
            }
            if (isUnique && !seen.add(values)) {
                throw new SpecProblem("Rows of metric bundle '" + id + "' have the same dimensions: " + values);
            }
            for (int i = 0; i < metrics.size(); i++) {
                written.addValues(value(row.get(valueColumns.get(i)), metrics.get(i)));
            }
            RowMoment moment = columns.of(row);
            if (moment != null) {
                moments.moment(id, bundle.getRowCount(), moment);
            }
            bundle.addRow(written);
        }
    }

    private static TraceMetricV2Bundle.Row.Value value(@Nullable Object value, Metric metric) throws SpecProblem {
        TraceMetricV2Bundle.Row.Value.Builder written = TraceMetricV2Bundle.Row.Value.newBuilder();
        return switch (value) {
            case null ->
                written.setNullValue(TraceMetricV2Bundle.Row.Value.Null.getDefaultInstance())
                        .build();
            case Number n -> written.setDoubleValue(n.doubleValue()).build();
            case Boolean b -> written.setDoubleValue(b ? 1 : 0).build();
            default ->
                throw new SpecProblem("A value of metric '" + metric.spec.getId() + "' is not a number: " + value);
        };
    }
}
