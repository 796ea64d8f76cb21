package traceglass.app.panel.area;

import java.util.List;
import traceglass.app.grid.GridColumn;
import traceglass.app.grid.RowStore;

/// One way to sum up a range.
interface AreaReport {

    /// Of the drawer's tab.
    String id();

    String title();

    /// What rows can be made for: the first is meant when nothing is chosen; one alone is not offered.
    List<String> groupings();

    /// Whether the selected tracks hold anything to sum up.
    boolean appliesTo(AreaScope scope);

    /// One query, which people may also read and change on the SQL page; durations in ns.
    String sql(AreaScope scope, String grouping);

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
}
