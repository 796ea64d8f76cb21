package traceglass.app.grid;

import java.util.List;
import javafx.scene.control.TableColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowFilter;

/// How a grid stood at one moment, to come back to: a result, or the groups that were made of it.
///
/// @param content what is shown
/// @param filters which rows of it are
/// @param columns the table's columns, as they were moved, resized and hidden
/// @param sorted those by which it is in order
/// @param frozen how many columns stay at the left
record GridLevel(
        GridContent content,
        List<RowFilter> filters,
        List<TableColumn<Integer, ?>> columns,
        List<TableColumn<Integer, ?>> sorted,
        int frozen) {

    GridLevel {
        filters = List.copyOf(filters);
        columns = List.copyOf(columns);
        sorted = List.copyOf(sorted);
    }

    GridLevel withFilters(List<RowFilter> others) {
        return new GridLevel(content, others, columns, sorted, frozen);
    }
}
