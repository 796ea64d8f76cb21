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

/// One way to sum up a range.
public interface AreaReport {

    /// Of the drawer's tab.
    String id();

    String title();

    /// Place among the tabs: the lowest first.
    int rank();

    /// What stands above the grid.
    default Strip strip() {
        return Strip.NONE;
    }

    /// What can stand above the grid of a report.
    enum Strip {
        NONE,
        /// The shares of the states of threads in the rows, whose names are states; so are their colours.
        STATES,
        /// The categories of the flows in the range.
        FLOWS
    }

    /// What rows can be made for: the first is meant when nothing is chosen; one alone is not offered.
    List<String> groupings();

    /// Whether the selected tracks hold anything to sum up.
    boolean appliesTo(AreaScope scope);

    /// One query, which people may also read and change on the SQL page; durations in ns.
    String sql(AreaScope scope, String grouping);

    /// A first answer whose numbers are only estimated.
    ///
    /// @param remark what is to be said of them
    record Estimate(RowStore rows, String remark) {}

    /// The answer to [#sql], by the shortest way there is. Waits; not for the JavaFX thread.
    ///
    /// @param early takes first answers, on any thread, where the exact one takes long
    /// @return null when it is no longer wanted
    default RowStore read(TraceQueries q, AreaScope scope, String grouping, Consumer<Estimate> early)
            throws QueryException, IOException {
        return RowReader.query(q, sql(scope, grouping));
    }

    /// How many events there are to sum up; any number above 0 where [#isCounted] says that nobody wants to know.
    /// Waits.
    default long events(TraceQueries q, AreaScope scope, String grouping) throws QueryException, IOException {
        return RowReader.query(q, "SELECT 1 FROM (\n" + sql(scope, grouping) + "\n) LIMIT 1")
                .size();
    }

    /// Whether the number of events stands in the tab.
    default boolean isCounted() {
        return false;
    }

    /// What the single events are called that are summed up, in the plural; empty where they cannot be shown one by
    /// one.
    default String singles() {
        return "";
    }

    /// The single events behind a row of the sums.
    ///
    /// @param rows the answer to [#sql]
    /// @param row number of the row, or −1 for all events of the scope
    /// @return null where there are none to be shown
    default SingleEvents single(AreaScope scope, String grouping, RowStore rows, int row) {
        return null;
    }

    /// Tables that have to be made before the query is asked; what cannot be made is left out of it, and said.
    default List<String> needs(AreaScope scope) {
        return List.of();
    }

    /// Makes what the first answer of a trace would have to wait for, in the background, where that is worth it and
    /// does not take much of the memory. Waits for next to nothing; not for the JavaFX thread.
    default void prepare(TraceQueries q) throws QueryException {}

    /// Drops what is kept of the open trace.
    default void forget() {}

    /// What the columns of the answer mean.
    List<GridColumn> columns(RowStore rows);

    /// Totals, one text a column of [#columns]; empty for none.
    List<String> summary(RowStore rows);

    /// The title of the column that is largest first.
    String sortedBy();

    /// What stands after the range, e.g. that events are cut at the edges.
    String remark();

    /// The sum of a column of whole numbers.
    static long sum(RowStore rows, int column) {
        long total = 0;
        for (int i = 0; i < rows.size(); i++) {
            total += rows.isNull(i, column) ? 0 : rows.getLong(i, column);
        }
        return total;
    }

    /// A length in milliseconds, as sums say it: `1 234.500`.
    static String millis(long ns) {
        return CellText.groupedNumber(String.format(Locale.ROOT, "%.3f", ns / 1e6));
    }
}
