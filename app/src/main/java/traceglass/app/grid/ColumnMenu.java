package traceglass.app.grid;

import java.util.List;
import java.util.function.Consumer;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TableColumn;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.subject.Subjects;

/// Menus for the columns of a [DataGrid]: the menu of a column header and, for keyboard use, a menu of all columns.
final class ColumnMenu {

    private final DataGrid grid;

    ColumnMenu(DataGrid grid) {
        this.grid = grid;
    }

    /// Creates the menu of a header. Its items are recreated each time it opens, since they depend on the state
    /// of the grid.
    ContextMenu of(TableColumn<Integer, ?> column) {
        ContextMenu menu = new ContextMenu(new MenuItem());
        menu.setOnShowing(e -> fill(menu.getItems(), column, grid.columns().headerOf(column)));
        return menu;
    }

    /// Fills in a submenu for each column, followed by the items for all columns.
    void fillForAllColumns(ObservableList<MenuItem> items, Node anchor) {
        items.clear();
        for (TableColumn<Integer, ?> c : grid.table().getColumns()) {
            if (c.getUserData() instanceof GridColumn gridColumn) {
                Menu menu = new Menu(c.isVisible() ? gridColumn.title() : GridTexts.hiddenColumn(gridColumn.title()));
                menu.setMnemonicParsing(false);
                fill(menu.getItems(), c, anchor);
                items.add(menu);
            }
        }
        items.addAll(
                new SeparatorMenuItem(),
                showAll(),
                checkItem(GridTexts.RAW_VALUES, grid.rawProperty().get(), grid.rawProperty()::set));
        if (grid.frozen() > 0) {
            items.add(item(GridTexts.UNFREEZE_COLUMNS, () -> grid.freeze(0)));
        }
    }

    private void fill(ObservableList<MenuItem> items, TableColumn<Integer, ?> column, Node anchor) {
        GridColumn gridColumn = (GridColumn) column.getUserData();
        items.setAll(checkItem(GridTexts.VISIBLE, column.isVisible(), column::setVisible), new SeparatorMenuItem());
        addSortItems(items, column);
        items.addAll(
                new SeparatorMenuItem(), item(GridTexts.ASK_FILTER, () -> FilterEditor.show(grid, gridColumn, anchor)));
        if (grid.canGroup() && !grid.groups().showsGroups()) {
            items.add(item(GridTexts.GROUP_BY_COLUMN, () -> grid.groupBy(gridColumn.source())));
        }
        items.add(new SeparatorMenuItem());
        if (gridColumn.kind() != CellKind.TEXT
                && gridColumn.kind() != CellKind.ID
                && gridColumn.kind() != CellKind.RAW) {
            items.add(checkItem(
                    GridTexts.RAW_VALUES,
                    grid.rawValues().isRaw(gridColumn.source()),
                    raw -> grid.rawValues().setRaw(gridColumn.source(), raw)));
        }
        Menu copy = new Menu(GridTexts.COPY_COLUMN);
        for (GridClipboard.Format f : GridClipboard.Format.values()) {
            copy.getItems()
                    .add(item(
                            f.title(), () -> GridClipboard.copy(grid, grid.order(), List.of(gridColumn.source()), f)));
        }
        items.addAll(
                copy,
                item(GridTexts.FIT_TO_CONTENT, () -> grid.columns().fit(column)),
                item(GridTexts.HIDE_COLUMN, () -> column.setVisible(false)),
                showAll());
        int index = grid.table().getVisibleLeafColumns().indexOf(column) + 1;
        if (index > 0) {
            items.addAll(new SeparatorMenuItem(), item(GridTexts.FREEZE_COLUMNS, () -> grid.freeze(index)));
            if (grid.frozen() > 0) {
                items.add(item(GridTexts.UNFREEZE_COLUMNS, () -> grid.freeze(0)));
            }
        }
        if (gridColumn.kind() == CellKind.ID
                && gridColumn.title().equalsIgnoreCase("id")
                && !grid.groups().showsGroups()) {
            items.addAll(new SeparatorMenuItem(), idMenu(gridColumn));
        }
    }

    private void addSortItems(ObservableList<MenuItem> items, TableColumn<Integer, ?> column) {
        items.addAll(
                item(GridTexts.SORT_ASCENDING, () -> grid.sort().sortBy(column, false, false)),
                item(GridTexts.SORT_DESCENDING, () -> grid.sort().sortBy(column, true, false)));
        ObservableList<TableColumn<Integer, ?>> sorted = grid.table().getSortOrder();
        if (sorted.stream().anyMatch(c -> c != column)) {
            items.addAll(
                    item(GridTexts.THEN_SORT_ASCENDING, () -> grid.sort().sortBy(column, false, true)),
                    item(GridTexts.THEN_SORT_DESCENDING, () -> grid.sort().sortBy(column, true, true)));
        }
        if (sorted.contains(column)) {
            items.add(item(GridTexts.REMOVE_FROM_SORT_ORDER, () -> grid.sort().removeColumn(column)));
        }
    }

    private MenuItem showAll() {
        MenuItem item =
                item(GridTexts.SHOW_ALL_COLUMNS, () -> grid.table().getColumns().forEach(c -> c.setVisible(true)));
        item.setDisable(grid.table().getColumns().stream().allMatch(TableColumn::isVisible));
        return item;
    }

    /// Submenu to choose the table that an `id` column refers to, if neither the column names nor the query
    /// determine it.
    private Menu idMenu(GridColumn gridColumn) {
        Menu menu = new Menu(GridTexts.IDS_REFER_TO);
        for (String table : Subjects.tables().stream()
                .filter(EventTable::isSelectable)
                .map(EventTable::name)
                .toList()) {
            RadioMenuItem item = new RadioMenuItem(table);
            item.setMnemonicParsing(false);
            item.setSelected(table.equals(gridColumn.links()));
            item.setOnAction(e -> grid.changeColumns(c -> c.source() == gridColumn.source() ? c.linkingTo(table) : c));
            menu.getItems().add(item);
        }
        return menu;
    }

    private static CheckMenuItem checkItem(String text, boolean isSelected, Consumer<Boolean> action) {
        CheckMenuItem item = new CheckMenuItem(text);
        item.setSelected(isSelected);
        item.setOnAction(e -> action.accept(item.isSelected()));
        return item;
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setMnemonicParsing(false);
        item.setOnAction(e -> action.run());
        return item;
    }
}
