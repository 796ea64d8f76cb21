package traceglass.app.panel.queries;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the query log and its commands.
final class QueryLogTexts {

    private static final String GAP = "  ·  ";

    private QueryLogTexts() {}

    // ---- Commands

    static final String SHOW_LOG = "Show query log";
    static final String SHOW_NEWER_QUERIES = "Show newer queries";
    static final String CLEAR_LOG = "Clear query log";
    static final String OPEN_QUERY_OF_ROW = "Open the row's query as SQL";
    static final String COPY_QUERY_OF_ROW = "Copy the row's query";

    // ---- Toolbar

    static final String SHOW_NEWER = "Show newer";
    static final String FILTER_QUERIES = "Filter queries";

    static String facts(int shown, long all, long tookNs, long failed) {
        String queries = shown == all
                ? DisplayText.count(all, "query", "queries")
                : "last " + DisplayText.grouped(shown) + " of " + DisplayText.grouped(all) + " queries";
        String total = TimeText.duration(tookNs) + " in total";
        return queries + GAP + total + (failed == 0 ? "" : GAP + DisplayText.grouped(failed) + " failed or canceled");
    }

    static String showNewer(long queries) {
        return "Show " + DisplayText.count(queries, "newer query", "newer queries");
    }

    // ---- Rows

    static final String QUERY_LOG = "Query log";
    static final String NO_QUERIES = "No queries yet.";
    static final String NUMBER = "No.";
    static final String SENT = "Sent";
    static final String PURPOSE = "Purpose";
    static final String ROWS = "Rows";
    static final String QUERY = "Query";
    static final String ERROR = "Error";
    static final String COPY_QUERY = "Copy query";

    static String queryNumber(long number) {
        return "query " + number;
    }

    /// First line of a query that is opened as SQL.
    static String comment(long number, String purpose) {
        return "-- Query " + number + " of this window, for " + purpose;
    }
}
