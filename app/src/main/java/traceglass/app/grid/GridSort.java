package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowSorting;
import traceglass.app.task.FxThread;

/// Sort order of a [DataGrid], set by clicks on headers or by its owner. The table itself never reorders rows.
final class GridSort {

    private final TableView<Integer> table;
    private final Runnable whenChanged;
    private boolean isQuiet;

    /// Creates the sort order.
    ///
    /// @param whenChanged sorts the rows again
    GridSort(TableView<Integer> table, Runnable whenChanged) {
        this.table = table;
        this.whenChanged = whenChanged;
        table.getSortOrder().addListener((ListChangeListener<TableColumn<Integer, ?>>) c -> updateMarks());
        table.setSortPolicy(t -> {
            if (!isQuiet) {
                // The list of sort columns is still being changed, and new rows would change it again.
                FxThread.later(whenChanged);
            }
            return true;
        });
    }

    /// Changes columns and rows of the table without triggering a sort.
    void withoutSorting(Runnable action) {
        isQuiet = true;
        try {
            action.run();
        } finally {
            isQuiet = false;
        }
    }

    /// Sorts by the column with this title.
    void sortBy(String title, boolean isDescending) {
        for (TableColumn<Integer, ?> c : List.copyOf(table.getColumns())) {
            if (title.equals(c.getId())) {
                sortBy(c, isDescending, false);
            }
        }
    }

    /// Sorts by a column.
    ///
    /// @param isAppended whether the column is added as the last sort key instead of replacing the others
    void sortBy(TableColumn<Integer, ?> column, boolean isDescending, boolean isAppended) {
        withoutSorting(() -> {
            column.setSortType(isDescending ? TableColumn.SortType.DESCENDING : TableColumn.SortType.ASCENDING);
            List<TableColumn<Integer, ?>> order = new ArrayList<>(isAppended ? table.getSortOrder() : List.of());
            if (!order.contains(column)) {
                order.add(column);
            }
            table.getSortOrder().setAll(order);
        });
        whenChanged.run();
    }

    /// Removes a column from the sort order.
    void removeColumn(TableColumn<Integer, ?> column) {
        withoutSorting(() -> table.getSortOrder().remove(column));
        whenChanged.run();
    }

    /// The sort keys, most significant first.
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

    /// Sort key by title, which stays valid when the table's columns are replaced.
    private record Named(String title, TableColumn.SortType type) {}

    /// Replaces the columns and restores the sort keys whose columns still exist.
    void replaceColumns(Runnable makeColumns) {
        List<Named> before = table.getSortOrder().stream()
                .map(c -> new Named(c.getId(), c.getSortType()))
                .toList();
        withoutSorting(() -> {
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

    /// Sets items that are already sorted, keeping the sort order, which the table would otherwise reset.
    void setSortedItems(Runnable setItems) {
        List<TableColumn<Integer, ?>> before = List.copyOf(table.getSortOrder());
        withoutSorting(() -> {
            setItems.run();
            table.getSortOrder().setAll(before);
        });
    }

    private void updateMarks() {
        for (TableColumn<Integer, ?> c : table.getColumns()) {
            if (c.getSortNode() instanceof SortMark mark) {
                mark.show(table.getSortOrder().indexOf(c), table.getSortOrder().size());
            }
        }
    }
}
