package traceglass.engine.summary;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceMetricV2TemplateSpec;

/// Expands metric templates: creates a metric for each value column, all with the same query.
final class MetricTemplates {

    private MetricTemplates() {}

    static List<TraceMetricV2Spec> expand(TraceMetricV2TemplateSpec template) throws SpecProblem {
        if (template.getIdPrefix().isEmpty()) {
            throw new SpecProblem("A metric template has no id_prefix");
        }
        if (template.getValueColumnsCount() > 0 && template.getValueColumnSpecsCount() > 0) {
            throw new SpecProblem(
                    "Metric template '" + template.getIdPrefix() + "' has both value_columns and value_column_specs");
        }
        List<TraceMetricV2Spec> metrics = new ArrayList<>();
        for (String column : template.getValueColumnsList()) {
            metrics.add(metric(template, column).build());
        }
        for (TraceMetricV2TemplateSpec.ValueColumnSpec column : template.getValueColumnSpecsList()) {
            TraceMetricV2Spec.Builder metric = metric(template, column.getName());
            switch (column.getUnitOneofCase()) {
                case UNIT -> metric.setUnit(column.getUnit());
                case CUSTOM_UNIT -> metric.setCustomUnit(column.getCustomUnit());
                case UNITONEOF_NOT_SET -> {
                    // The metric has no unit.
                }
            }
            if (column.hasPolarity()) {
                metric.setPolarity(column.getPolarity());
            }
            metrics.add(metric.build());
        }
        return metrics;
    }

    private static TraceMetricV2Spec.Builder metric(TraceMetricV2TemplateSpec template, String column) {
        TraceMetricV2Spec.Builder metric = TraceMetricV2Spec.newBuilder()
                .setId(template.getIdPrefix() + "_" + column)
                .setValue(column)
                .addAllDimensions(template.getDimensionsList())
                .addAllDimensionsSpecs(template.getDimensionsSpecsList())
                .addAllInternedDimensionSpecs(template.getInternedDimensionSpecsList());
        if (template.hasQuery()) {
            metric.setQuery(template.getQuery());
        }
        if (!template.getDisableAutoBundling()) {
            metric.setBundleId(template.getIdPrefix());
        }
        if (template.hasDimensionUniqueness()) {
            metric.setDimensionUniqueness(template.getDimensionUniqueness());
        }
        return metric;
    }
}
