package traceglass.analysis.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Report that aggregates the events of a selected range.
public interface AreaReport {

    /// Id of the tab in the details pane.
    String id();

    String title();

    /// Position among the tabs, lowest first.
    int rank();

    /// Returns the content above the grid.
    default ReportHeader header() {
        return ReportHeader.NONE;
    }

    /// Content above the grid of a report.
    enum ReportHeader {
        NONE,
        /// Shares of thread states, computed from rows whose names and colors are those of states.
        STATES,
        /// Categories of the flows in the range.
        FLOWS
    }

    /// Available groupings. The first is the default; no choice is offered if there is only one.
    List<GroupBy> groupings();

    /// Returns whether the selected tracks have events for this report.
    boolean appliesTo(AreaScope scope);

    /// Returns one query, which users may also read and edit on the SQL page; durations in ns.
    String sql(AreaScope scope, GroupBy grouping);

    /// Early result with estimated numbers.
    ///
    /// @param remark remark about the estimates
    record Estimate(RowStore rows, String remark) {}

    /// Reads the result of [#sql] in the fastest available way. Blocks; do not call on the JavaFX thread.
    ///
    /// @param onEstimate receives estimates, on any thread, if the exact result takes long
    /// @return null if the result is no longer needed
    default RowStore read(TraceQueries q, AreaScope scope, GroupBy grouping, Consumer<Estimate> onEstimate)
            throws QueryException, IOException {
        return RowReader.query(q, sql(scope, grouping));
    }

    /// Returns the number of events; if [#isCounted] is false, any positive number if there are events. Blocks.
    default long countEvents(TraceQueries q, AreaScope scope, GroupBy grouping) throws QueryException, IOException {
        return RowReader.query(q, "SELECT 1 FROM (\n" + sql(scope, grouping) + "\n) LIMIT 1")
                .size();
    }

    /// Returns whether the tab shows the number of events.
    default boolean isCounted() {
        return false;
    }

    /// Returns the plural name of the single events; empty if they cannot be listed.
    default String singlesTitle() {
        return "";
    }

    /// Returns the single events behind an aggregated row.
    ///
    /// @param rows result of [#sql]
    /// @param row index of the row, or −1 for all events of the scope
    /// @return null if there are none to show
    default SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        return null;
    }

    /// Returns the tables to create before the query runs; tables that cannot be created are omitted from the query
    /// and reported.
    default List<String> requiredTables(AreaScope scope) {
        return List.of();
    }

    /// Precomputes data for the first report of a trace in the background, if that saves time and does not take
    /// much memory. Returns quickly, but must not be called on the JavaFX thread.
    default void prepare(TraceQueries q) throws QueryException {}

    /// Drops the cached data of the open trace.
    default void clearCache() {}

    /// Returns the columns of the grid.
    List<GridColumn> columns(RowStore rows);

    /// Returns totals, one text for each column of [#columns]; empty for none.
    List<String> summary(RowStore rows);

    /// Color key of a value in the colored column.
    default String colorKey(String text) {
        return text;
    }

    /// Returns the title of the column to sort by, in descending order.
    String sortedBy();

    /// Returns a remark to show after the range, e.g. that events are clipped at the edges.
    String remark();

    /// Returns the sum of a column of integers.
    static long sum(RowStore rows, int column) {
        long total = 0;
        for (int i = 0; i < rows.size(); i++) {
            total += rows.isNull(i, column) ? 0 : rows.getLong(i, column);
        }
        return total;
    }

    /// Returns a duration in milliseconds in the format of totals: `1 234.500`.
    static String millis(long ns) {
        return CellText.groupedNumber(String.format(Locale.ROOT, "%.3f", ns / 1e6));
    }
}
