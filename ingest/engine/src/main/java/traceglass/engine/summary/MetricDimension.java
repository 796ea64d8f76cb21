package traceglass.engine.summary;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.processor.TraceMetricV2Bundle.Row.Dimension;
import traceglass.protos.processor.TraceMetricV2Spec;
import traceglass.protos.processor.TraceMetricV2Spec.DimensionType;

/// A dimension of a metric. Converts its values to messages.
///
/// @param type type of the values; unspecified to use the type of each value
record MetricDimension(String name, DimensionType type) {

    static List<MetricDimension> of(TraceMetricV2Spec metric) throws SpecProblem {
        if (metric.getDimensionsCount() > 0 && metric.getDimensionsSpecsCount() > 0) {
            throw new SpecProblem("Metric '" + metric.getId() + "' has both dimensions and dimensions_specs");
        }
        List<MetricDimension> all = new ArrayList<>();
        metric.getDimensionsList()
                .forEach(d -> all.add(new MetricDimension(d, DimensionType.DIMENSION_TYPE_UNSPECIFIED)));
        for (TraceMetricV2Spec.DimensionSpec spec : metric.getDimensionsSpecsList()) {
            if (spec.getType() == DimensionType.DIMENSION_TYPE_UNSPECIFIED) {
                throw new SpecProblem(
                        "Dimension '" + spec.getName() + "' of metric '" + metric.getId() + "' has no type");
            }
            all.add(new MetricDimension(spec.getName(), spec.getType()));
        }
        return all;
    }

    /// Converts a value to a message.
    ///
    /// @param location position for error messages
    Dimension value(@Nullable Object value, String location) throws SpecProblem {
        Dimension.Builder dimension = Dimension.newBuilder();
        Object normalized = value instanceof Boolean b ? Long.valueOf(b ? 1 : 0) : value;
        if (normalized == null) {
            return dimension.setNullValue(Dimension.Null.getDefaultInstance()).build();
        }
        boolean isTyped = type != DimensionType.DIMENSION_TYPE_UNSPECIFIED;
        switch (normalized) {
            case String text when !isTyped || type == DimensionType.STRING -> dimension.setStringValue(text);
            case Double d when !isTyped || type == DimensionType.DOUBLE -> dimension.setDoubleValue(d);
            case Long n when !isTyped || type == DimensionType.INT64 -> dimension.setInt64Value(n);
            case Long n when type == DimensionType.BOOLEAN && (n == 0 || n == 1) -> dimension.setBoolValue(n == 1);
            default ->
                throw new SpecProblem("Dimension '" + name + "' of " + location + " has a value that is not of type "
                        + (isTyped ? type : "string, integer or number") + ": " + describe(normalized));
        }
        return dimension.build();
    }

    private static String describe(Object value) {
        return value instanceof byte[] bytes ? bytes.length + " bytes" : value.toString();
    }
}
