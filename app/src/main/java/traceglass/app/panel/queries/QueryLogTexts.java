package traceglass.app.panel.queries;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the query log and its commands.
final class QueryLogTexts {

    private static final String GAP = "  ·  ";

    private QueryLogTexts() {}

    // ---- Commands

    static final String SHOW_LOG = tr("Show query log");
    static final String SHOW_NEWER_QUERIES = tr("Show newer queries");
    static final String CLEAR_LOG = tr("Clear query log");
    static final String OPEN_QUERY_OF_ROW = tr("Open the row's query as SQL");
    static final String COPY_QUERY_OF_ROW = tr("Copy the row's query");

    // ---- Toolbar

    static final String SHOW_NEWER = tr("Show newer");
    static final String FILTER_QUERIES = tr("Filter queries");

    static String summary(int shown, long all, long tookNs, long failed) {
        String queries = shown == all
                ? DisplayText.count(all, "query", "queries")
                : tr("last {0} of {1} queries", DisplayText.grouped(shown), DisplayText.grouped(all));
        String total = tr("{0} in total", TimeText.duration(tookNs));
        return queries
                + GAP
                + total
                + (failed == 0 ? "" : tr("{0}{1} failed or canceled", GAP, DisplayText.grouped(failed)));
    }

    static String showNewer(long queries) {
        return tr("Show {0}", DisplayText.count(queries, "newer query", "newer queries"));
    }

    // ---- Rows

    static final String QUERY_LOG = tr("Query log");
    static final String NO_QUERIES = tr("No queries yet.");
    static final String NUMBER = tr("No.");
    static final String SENT = tr("Sent");
    static final String PURPOSE = tr("Purpose");
    static final String ROWS = tr("Rows");
    static final String QUERY = tr("Query");
    static final String ERROR = tr("Error");
    static final String COPY_QUERY = tr("Copy query");

    static String queryNumber(long number) {
        return tr("query {0}", number);
    }

    /// First line of a query that is opened as SQL.
    static String comment(long number, String purpose) {
        return tr("-- Query {0} of this window, for {1}", number, purpose);
    }
}
