package traceglass.engine.fleet.measure;

import org.jspecify.annotations.Nullable;

/// Value of one trace.
///
/// @param value Long, Double or String
/// @param moment the moment in the trace to which the value belongs, or null if it has none
public record MeasuredValue(Object value, @Nullable Moment moment) {}
