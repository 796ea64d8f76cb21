package traceglass.sql.result;

/// A column of a result.
///
/// @param name its header: an alias, a column's name, or the text of the expression
/// @param type type that determines how values are read and printed
/// @param sqlType DuckDB's name of its type
public record ResultColumn(String name, Type type, String sqlType) {

    /// Way in which a value is read from a `ResultCursor`.
    public enum Type {
        /// Fits a `long`.
        LONG,
        /// Integer that may be wider than a `long`.
        HUGE,
        DOUBLE,
        /// Read as `long`: 0 or 1.
        BOOLEAN,
        TEXT,
        BLOB,
        /// A date, list, struct or the like, read as text.
        OTHER
    }

    static Type typeOf(String sqlType) {
        return switch (sqlType) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" -> Type.LONG;
            case "HUGEINT", "UHUGEINT", "UBIGINT" -> Type.HUGE;
            case "FLOAT", "DOUBLE" -> Type.DOUBLE;
            case "BOOLEAN" -> Type.BOOLEAN;
            case "VARCHAR" -> Type.TEXT;
            case "BLOB" -> Type.BLOB;
            default ->
                sqlType.startsWith("DECIMAL") ? Type.DOUBLE : sqlType.startsWith("ENUM") ? Type.TEXT : Type.OTHER;
        };
    }
}
