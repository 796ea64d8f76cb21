package traceglass.store.table;

/// Type of a column, and the SQL type it is stored as.
public enum ColumnType {
    /// 64-bit integer; [LongColumn#NULL] is NULL.
    LONG("BIGINT"),
    /// 32-bit integer; [IntColumn#NULL] is NULL. Also a BIGINT in SQL, so that arithmetic on ids and counts
    /// does not overflow.
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

    /// Returns the type as used in CREATE TABLE. Encoded payloads are rarely repeated, and searching them for
    /// repetitions took a sixth of the loading time, so their compression is disabled.
    public String definition() {
        return this == BLOB ? sql + " USING COMPRESSION uncompressed" : sql;
    }
}
