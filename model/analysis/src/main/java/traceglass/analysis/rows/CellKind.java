package traceglass.analysis.rows;

/// Kind of value, which determines its format and the target of its link.
public enum CellKind {
    /// Left-aligned, UI font.
    TEXT,
    /// Text like [#TEXT]; rows without one stay empty.
    OPTIONAL_TEXT,
    /// Integer with digits in groups of three.
    INTEGER,
    /// Integer like [#INTEGER]; rows without one stay empty.
    COUNT,
    /// Number with the column's decimals, or up to seven significant digits.
    REAL,
    /// Number with the column's decimals.
    FIXED,
    /// Fraction from 0 to 1, as a percentage with one decimal.
    PERCENT,
    /// Trace time in ns; a click navigates to that time.
    TIMESTAMP,
    /// Duration in ns, each value with its own unit.
    DURATION,
    /// Duration like [#DURATION]; rows without one stay empty.
    OPTIONAL_DURATION,
    /// Number like [#REAL]; rows without one stay empty.
    OPTIONAL_REAL,
    /// Number of bytes with its unit; rows without one stay empty.
    BYTES,
    /// Date and time of day, from milliseconds since 1970; rows without one stay empty.
    DATE,
    /// Duration in ns, shown in milliseconds with three decimals; the header shows the unit, see
    /// [GridColumn#heading].
    MILLIS,
    /// Difference in ns, shown in milliseconds with three decimals and a sign.
    DELTA_MILLIS,
    /// Difference in ns, each value with its own unit and a sign.
    DELTA_DURATION,
    /// Difference of numbers, with a sign.
    DELTA,
    /// Relative difference as a signed percentage; a dash if the first value is 0 or missing.
    CHANGE,
    /// Difference as a bar from the middle of the cell; no number.
    DIVERGING,
    /// Id: a number without grouping.
    ID,
    /// Text in a fixed-width font: binary data, nested values.
    RAW;

    public boolean isRightAligned() {
        return !isText() && this != TIMESTAMP && this != RAW;
    }

    /// Returns whether the values are strings in the font of the window.
    public boolean isText() {
        return this == TEXT || this == OPTIONAL_TEXT;
    }

    /// Returns whether the values are durations.
    public boolean isDuration() {
        return this == DURATION || this == OPTIONAL_DURATION || this == MILLIS;
    }

    /// Returns whether rows without a value stay empty.
    public boolean isOptional() {
        return switch (this) {
            case OPTIONAL_TEXT, COUNT, OPTIONAL_DURATION, OPTIONAL_REAL, BYTES, DATE -> true;
            default -> false;
        };
    }

    /// Returns whether the value is a difference, whose sign has a color.
    public boolean isDelta() {
        return this == DELTA_MILLIS || this == DELTA_DURATION || this == DELTA || this == CHANGE || this == DIVERGING;
    }

    public boolean isMonospaced() {
        return !isText();
    }
}
