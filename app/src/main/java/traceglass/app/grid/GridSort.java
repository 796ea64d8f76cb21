package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowSorting;
import traceglass.app.task.FxThread;

/// By which columns a [DataGrid] is in order: as people click on headers, and as its owner asks. The table itself never
/// moves a row.
final class GridSort {

    private final TableView<Integer> table;
    private final Runnable whenChanged;
    private boolean quiet;

    /// @param whenChanged puts the rows in order anew
    GridSort(TableView<Integer> table, Runnable whenChanged) {
        this.table = table;
        this.whenChanged = whenChanged;
        table.getSortOrder().addListener((ListChangeListener<TableColumn<Integer, ?>>) c -> mark());
        table.setSortPolicy(t -> {
            if (!quiet) {
                // The list of columns to sort by is in the midst of a change, and new rows would change
                // it.
                FxThread.later(whenChanged);
            }
            return true;
        });
    }

    /// Does something to the table's columns and rows that puts nothing in order.
    void quietly(Runnable action) {
        quiet = true;
        try {
            action.run();
        } finally {
            quiet = false;
        }
    }

    /// Puts the rows in order of the column with this title.
    void by(String title, boolean descending) {
        for (TableColumn<Integer, ?> c : List.copyOf(table.getColumns())) {
            if (title.equals(c.getId())) {
                by(c, descending, false);
            }
        }
    }

    /// @param after whether only rows that are equal by the columns before are put in order by this one
    void by(TableColumn<Integer, ?> column, boolean descending, boolean after) {
        quietly(() -> {
            column.setSortType(descending ? TableColumn.SortType.DESCENDING : TableColumn.SortType.ASCENDING);
            List<TableColumn<Integer, ?>> order = new ArrayList<>(after ? table.getSortOrder() : List.of());
            if (!order.contains(column)) {
                order.add(column);
            }
            table.getSortOrder().setAll(order);
        });
        whenChanged.run();
    }

    /// Has this column no longer count.
    void without(TableColumn<Integer, ?> column) {
        quietly(() -> table.getSortOrder().remove(column));
        whenChanged.run();
    }

    /// The columns of the result that count, the first one first.
    List<RowSorting.Key> keys() {
        List<RowSorting.Key> keys = new ArrayList<>();
        for (TableColumn<Integer, ?> c : table.getSortOrder()) {
            if (c.getUserData() instanceof GridColumn g) {
                keys.add(new RowSorting.Key(g.source(), c.getSortType() == TableColumn.SortType.DESCENDING));
            }
        }
        return keys;
    }

    boolean isEmpty() {
        return table.getSortOrder().isEmpty();
    }

    /// A column by its title, which outlives the table's columns.
    private record Named(String title, TableColumn.SortType type) {}

    /// Makes other columns, and sorts by those that were sorted by before and are still there.
    void keep(Runnable makeColumns) {
        List<Named> before = table.getSortOrder().stream()
                .map(c -> new Named(c.getId(), c.getSortType()))
                .toList();
        quietly(() -> {
            makeColumns.run();
            for (Named n : before) {
                table.getColumns().stream()
                        .filter(c -> n.title != null && n.title.equals(c.getId()))
                        .forEach(c -> {
                            c.setSortType(n.type);
                            table.getSortOrder().add(c);
                        });
            }
        });
    }

    /// Gives the table items, which are in order already. It would forget what it is sorted by.
    void keepWithRows(Runnable setItems) {
        List<TableColumn<Integer, ?>> before = List.copyOf(table.getSortOrder());
        quietly(() -> {
            setItems.run();
            table.getSortOrder().setAll(before);
        });
    }

    private void mark() {
        for (TableColumn<Integer, ?> c : table.getColumns()) {
            if (c.getSortNode() instanceof SortMark mark) {
                mark.show(table.getSortOrder().indexOf(c), table.getSortOrder().size());
            }
        }
    }
}
