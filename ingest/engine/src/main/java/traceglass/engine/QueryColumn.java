package traceglass.engine;

/// A column of a result.
///
/// @param name alias, name of the table's column, or text of the expression
public record QueryColumn(String name, Type type) {

    /// Kind of the values; each may also be null.
    public enum Type {
        /// Long, or BigInteger for values beyond its range.
        INTEGER,
        /// Double.
        REAL,
        /// Boolean.
        BOOLEAN,
        /// String.
        TEXT,
        /// byte[].
        BYTES,
        /// Each value is of a type of its own.
        ANY
    }
}
