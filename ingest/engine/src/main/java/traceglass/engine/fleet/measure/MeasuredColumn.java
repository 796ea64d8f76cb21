package traceglass.engine.fleet.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;

/// Values of a measure in the traces of a fleet.
///
/// @param title display name
/// @param unit unit as in [traceglass.engine.fleet.compare.FleetMetric], such as `TIME_NANOS`; empty if it has none
/// @param polarity direction in which a change is an improvement
/// @param values values by trace id; traces without a value are missing
public record MeasuredColumn(String title, String unit, Polarity polarity, Map<Long, MeasuredValue> values) {

    private static final String TIME = "TIME_NANOS";

    public MeasuredColumn {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Returns whether the values are durations in nanoseconds.
    public boolean isDuration() {
        return unit.equals(TIME);
    }

    /// Returns whether all values are numbers.
    public boolean isNumeric() {
        return values.values().stream().allMatch(v -> v.value() instanceof Number);
    }

    /// Returns the moment of a trace's value, or null.
    public @Nullable Moment moment(long traceId) {
        MeasuredValue value = values.get(traceId);
        return value == null ? null : value.moment();
    }
}
