package traceglass.app.fleet;

import org.jspecify.annotations.Nullable;
import traceglass.app.fleet.value.ValueFormat;
import traceglass.engine.fleet.measure.MeasuredColumn;

/// Column of the table of traces.
///
/// @param title display name
/// @param kind source of the values
/// @param format format of numbers; text is shown unchanged
/// @param isNumeric whether all values are numbers
/// @param measure measure of a measured column, otherwise null
record FleetColumn(
        String title,
        Kind kind,
        ValueFormat format,
        boolean isNumeric,
        @Nullable MeasuredColumn measure) {

    /// Source of the values.
    enum Kind {
        NAME,
        ERROR,
        MEASURE,
        LABEL,
        PROPERTY
    }

    /// Returns whether traces can be grouped by the values.
    boolean isGroup() {
        return kind == Kind.LABEL || kind == Kind.PROPERTY && !isNumeric || kind == Kind.MEASURE && !isNumeric;
    }
}
