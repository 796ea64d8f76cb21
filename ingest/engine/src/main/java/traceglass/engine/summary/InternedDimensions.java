package traceglass.engine.summary;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.TraceMetricV2Bundle.InternedDimensionBundle;
import traceglass.protos.processor.TraceMetricV2Bundle.InternedDimensionBundle.InternedDimensionRow;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceMetricV2Spec.InternedDimensionSpec;

/// Additional properties of the values of a dimension, written once for each value in the rows.
final class InternedDimensions {

    private final InternedDimensionSpec spec;
    private final String key;

    /// @throws SpecProblem if the key is not a dimension of the metric, or a column occurs twice
    InternedDimensions(InternedDimensionSpec spec, TraceMetricV2Spec metric) throws SpecProblem {
        this.spec = spec;
        key = spec.getKeyColumnSpec().getName();
        if (!spec.hasKeyColumnSpec()) {
            throw new SpecProblem("An interned dimension of metric '" + metric.getId() + "' has no key column");
        }
        if (MetricDimension.of(metric).stream().noneMatch(d -> d.name().equals(key))) {
            throw new SpecProblem("Key column '" + key + "' is not a dimension of metric '" + metric.getId() + "'");
        }
        long same = metric.getInternedDimensionSpecsList().stream()
                .filter(s -> s.getKeyColumnSpec().getName().equals(key))
                .count();
        if (same > 1) {
            throw new SpecProblem("Key column '" + key + "' of metric '" + metric.getId() + "' occurs twice");
        }
        Set<String> names = new HashSet<>(Set.of(key));
        for (InternedDimensionSpec.ColumnSpec column : spec.getDataColumnSpecsList()) {
            if (!names.add(column.getName())) {
                throw new SpecProblem("Column '" + column.getName() + "' of an interned dimension occurs twice");
            }
        }
    }

    InternedDimensionBundle compute(QuerySession session, String sql, Map<String, Set<@Nullable Object>> used)
            throws SpecProblem {
        String location = "interned dimension '" + key + "'";
        Set<@Nullable Object> usedKeys = used.getOrDefault(key, Set.of());
        InternedDimensionBundle.Builder bundle = InternedDimensionBundle.newBuilder();
        try (QueryResult result = session.query(sql)) {
            int keyColumn = MetricBundle.find(result, key, location);
            List<Integer> columns = new ArrayList<>();
            for (InternedDimensionSpec.ColumnSpec column : spec.getDataColumnSpecsList()) {
                columns.add(MetricBundle.find(result, column.getName(), location));
            }
            Set<@Nullable Object> seen = new HashSet<>();
            for (QueryRow row : result) {
                Object value = row.get(keyColumn);
                if (!usedKeys.contains(value)) {
                    continue;
                }
                if (!seen.add(value)) {
                    throw new SpecProblem("The query of " + location + " has key " + value + " twice");
                }
                InternedDimensionRow.Builder written = InternedDimensionRow.newBuilder()
                        .setKeyDimensionValue(
                                new MetricDimension(key, spec.getKeyColumnSpec().getType()).value(value, location));
                for (int i = 0; i < columns.size(); i++) {
                    InternedDimensionSpec.ColumnSpec column = spec.getDataColumnSpecs(i);
                    written.addInternedDimensionValues(new MetricDimension(column.getName(), column.getType())
                            .value(row.get(columns.get(i)), location));
                }
                bundle.addInternedDimensionRows(written);
            }
        } catch (EngineException e) {
            throw SpecProblem.of("The query of " + location + " failed: ", e);
        }
        return bundle.build();
    }
}
