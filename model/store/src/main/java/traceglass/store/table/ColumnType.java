package traceglass.store.table;

/// What a column holds, and the SQL type it becomes.
public enum ColumnType {
    /// 64-bit integer; [LongColumn#NULL] is NULL.
    LONG("BIGINT"),
    /// 32-bit integer; [IntColumn#NULL] is NULL. A BIGINT in SQL too, so that no arithmetic on ids and counts
    /// overflows.
    INT("BIGINT"),
    /// 64-bit float; one NaN pattern ([DoubleColumn#NULL]) is NULL, other NaNs are values.
    DOUBLE("DOUBLE"),
    /// Id in the [StringPool]; 0 is NULL.
    STRING("VARCHAR"),
    /// Bytes; null is NULL.
    BLOB("BLOB");

    /// Name of the type in DuckDB's SQL.
    private final String sql;

    ColumnType(String sql) {
        this.sql = sql;
    }

    /// The type as it stands in a CREATE TABLE. Encoded fields hardly repeat, and looking for repetitions in them
    /// took a sixth of the time of a load.
    public String definition() {
        return this == BLOB ? sql + " USING COMPRESSION uncompressed" : sql;
    }
}
