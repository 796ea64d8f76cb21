package traceglass.analysis.rows;

/// Storage type of the values of a column.
public enum RowType {
    /// Signed 64-bit integer.
    LONG(8),
    /// 0 or 1.
    BOOLEAN(8),
    /// 64-bit floating point.
    DOUBLE(8),
    /// Signed 128-bit integer, like DuckDB's sums of integers.
    HUGE(16),
    /// Text, and all other types in DuckDB's notation.
    TEXT(4);

    /// Bytes per row; for text, the size of the index of the string.
    final int width;

    RowType(int width) {
        this.width = width;
    }

    /// Returns the storage type for a DuckDB type.
    static RowType of(String sqlType) {
        return switch (sqlType) {
            case "BOOLEAN" -> BOOLEAN;
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER" -> LONG;
            case "HUGEINT", "UBIGINT", "UHUGEINT" -> HUGE;
            case "FLOAT", "DOUBLE" -> DOUBLE;
            default -> sqlType.startsWith("DECIMAL") ? DOUBLE : TEXT;
        };
    }

    public boolean isNumber() {
        return this == LONG || this == DOUBLE || this == HUGE;
    }
}
