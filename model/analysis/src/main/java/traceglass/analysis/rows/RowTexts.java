package traceglass.analysis.rows;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for grids: filters and file formats.
final class RowTexts {

    private RowTexts() {}

    // ---- Filters

    static final String CONTAINS = tr("contains");
    static final String NOT_CONTAINS = tr("does not contain");
    static final String MATCHES = tr("matches");
    static final String IS_NULL = tr("is NULL");
    static final String IS_NOT_NULL = tr("is not NULL");
    static final String ANY_COLUMN = tr("text");

    static String notRegex(String reason) {
        return tr("Invalid regular expression: {0}.", reason);
    }

    static String notNumber(String text) {
        return tr("Not a number: {0}.", text);
    }

    // ---- Cells and columns

    static final String UNFINISHED = tr("unfinished");
    static final String TIMESTAMP = tr("timestamp");

    static String inMilliseconds(String title) {
        return tr("{0}, ms", title);
    }

    // ---- File formats

    static final String PARQUET = tr("Parquet");
    static final String DUCKDB = tr("DuckDB database");
}
