package traceglass.analysis.rows;

/// User-visible strings for grids: filters and file formats.
final class RowTexts {

    private RowTexts() {}

    // ---- Filters

    static final String CONTAINS = "contains";
    static final String NOT_CONTAINS = "does not contain";
    static final String MATCHES = "matches";
    static final String IS_NULL = "is NULL";
    static final String IS_NOT_NULL = "is not NULL";
    static final String ANY_COLUMN = "text";

    static String notRegex(String reason) {
        return "Invalid regular expression: " + reason + ".";
    }

    static String notNumber(String text) {
        return "Not a number: " + text + ".";
    }

    // ---- Cells and columns

    static final String UNFINISHED = "unfinished";
    static final String TIMESTAMP = "timestamp";

    static String inMilliseconds(String title) {
        return title + ", ms";
    }

    // ---- File formats

    static final String PARQUET = "Parquet";
    static final String DUCKDB = "DuckDB database";
}
