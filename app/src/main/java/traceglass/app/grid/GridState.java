package traceglass.app.grid;

import java.util.List;
import javafx.scene.control.TableColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowFilter;

/// Snapshot of a grid, to return to a result or to its groups.
///
/// @param content rows and columns
/// @param filters filters on the rows
/// @param columns the table's columns with their order, widths and visibility
/// @param sorted columns of the sort order
/// @param frozen number of frozen columns
record GridState(
        GridContent content,
        List<RowFilter> filters,
        List<TableColumn<Integer, ?>> columns,
        List<TableColumn<Integer, ?>> sorted,
        int frozen) {

    GridState {
        filters = List.copyOf(filters);
        columns = List.copyOf(columns);
        sorted = List.copyOf(sorted);
    }

    GridState withFilters(List<RowFilter> newFilters) {
        return new GridState(content, newFilters, columns, sorted, frozen);
    }
}
