package traceglass.app.grid;

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
    /// ns, in milliseconds with three decimals; the unit is in the header.
    MILLIS,
    /// A number that names something; no groups.
    ID,
    /// Text in fixed width: binary data, nested values.
    RAW;

    public boolean isRight() {
        return this != TEXT && this != TIMESTAMP && this != RAW;
    }

    /// Whether the values are lengths of time.
    boolean isLength() {
        return this == DURATION || this == MILLIS;
    }

    public boolean isMono() {
        return this != TEXT;
    }
}
