package traceglass.analysis.rows;

/// How the values of a column are kept.
public enum RowType {
    /// 64 bits with a sign.
    LONG(8),
    /// 0 or 1.
    BOOLEAN(8),
    /// 64-bit floating point.
    DOUBLE(8),
    /// 128 bits with a sign, as DuckDB's sums of integers are.
    HUGE(16),
    /// Text, and everything that is none of the others, in DuckDB's notation.
    TEXT(4);

    /// Bytes a row; for text those of the number of the string.
    final int width;

    RowType(int width) {
        this.width = width;
    }

    /// The type to keep a column of this type of DuckDB in.
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
