package traceglass.engine;

/// A column of a result.
///
/// @param name the alias, the name of the table's column, or the text of the expression
public record QueryColumn(String name, Type type) {

    /// Type of the values. Any value can also be null.
    public enum Type {
        /// Long, or BigInteger for values outside the range of long.
        INTEGER,
        /// Double.
        REAL,
        /// Boolean.
        BOOLEAN,
        /// String.
        TEXT,
        /// byte[].
        BYTES,
        /// Values can have different types.
        ANY
    }
}
