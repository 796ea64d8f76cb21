package traceglass.analysis.rows;

/// What a value means, which decides how it is written and where a click on it goes.
public enum CellKind {
    /// Left, UI font.
    TEXT,
    /// Digits in threes.
    INTEGER,
    /// Up to six significant decimals.
    REAL,
    /// A number of the column's decimals.
    FIXED,
    /// A share, 0 to 1, as percent with one decimal.
    PERCENT,
    /// Trace time in ns; a click goes there.
    TIMESTAMP,
    /// ns, each with its own unit.
    DURATION,
    /// ns, in milliseconds with three decimals; the header says the unit, see [GridColumn#heading].
    MILLIS,
    /// A difference of ns, in milliseconds with three decimals and its sign.
    DELTA_MILLIS,
    /// A difference of ns, each with its own unit and its sign.
    DELTA_DURATION,
    /// A difference of numbers, with its sign.
    DELTA,
    /// A difference as a share of what was before, with its sign; nothing before is a dash.
    CHANGE,
    /// A difference as a bar from the middle of the cell; no number.
    DIVERGING,
    /// A number that names something; no groups.
    ID,
    /// Text in fixed width: binary data, nested values.
    RAW;

    public boolean isRight() {
        return this != TEXT && this != TIMESTAMP && this != RAW;
    }

    /// Whether the values are lengths of time.
    public boolean isLength() {
        return this == DURATION || this == MILLIS;
    }

    /// Whether the value is a difference, whose sign has a colour.
    public boolean isDelta() {
        return this == DELTA_MILLIS || this == DELTA_DURATION || this == DELTA || this == CHANGE || this == DIVERGING;
    }

    public boolean isMono() {
        return this != TEXT;
    }
}
