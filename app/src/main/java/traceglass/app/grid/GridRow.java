package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Skin;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableRowSkin;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Pane;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowFilter;
import traceglass.app.ui.CommonTexts;

/// Row of a [DataGrid] with a context menu. Cells of frozen columns are drawn a second time above the scrolled ones.
final class GridRow extends TableRow<Integer> {

    private final DataGrid grid;
    private final List<TableCell<Integer, ?>> frozen = new ArrayList<>();
    private List<TableColumn<Integer, ?>> frozenColumns = List.of();
    private Pane frozenPane;

    GridRow(DataGrid grid) {
        this.grid = grid;
        indexProperty().addListener((_, _, newValue) -> frozen.forEach(c -> c.updateIndex(newValue.intValue())));
        setOnContextMenuRequested(e -> {
            if (!isEmpty() && getItem() != null && !e.isKeyboardTrigger()) {
                showMenu(e.getPickResult().getIntersectedNode(), e.getScreenX(), e.getScreenY());
                e.consume();
            }
        });
        setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2 && !isEmpty() && grid.showsGroups()) {
                grid.openGroup(getIndex());
                e.consume();
            } else if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2 && !isEmpty()) {
                grid.actions().choose(getIndex());
            }
        });
    }

    /// Shows the menu of the focused row: the context menu key sends its event to the table.
    static void showMenuByKey(TableView<?> table, ContextMenuEvent e) {
        int index = table.getFocusModel().getFocusedIndex();
        if (!e.isKeyboardTrigger() || index < 0) {
            return;
        }
        for (Node n : table.lookupAll(".table-row-cell")) {
            if (n instanceof GridRow row && !row.isEmpty() && row.getIndex() == index) {
                Bounds b = row.localToScreen(row.getBoundsInLocal());
                row.showMenu(null, b.getMinX() + 40, b.getMaxY());
                e.consume();
                return;
            }
        }
    }

    @Override
    protected Skin<?> createDefaultSkin() {
        return new TableRowSkin<>(this) {
            @Override
            protected void layoutChildren(double x, double y, double w, double h) {
                super.layoutChildren(x, y, w, h);
                positionFrozen();
            }
        };
    }

    /// Draws the frozen cells at their fixed positions.
    void positionFrozen() {
        List<TableColumn<Integer, ?>> columns = isEmpty() || getTableView() == null
                ? List.of()
                : grid.frozenColumns().columns();
        if (!columns.equals(frozenColumns)) {
            frozenColumns = List.copyOf(columns);
            createFrozenCells();
        }
        if (frozenPane == null) {
            return;
        }
        if (!getChildren().contains(frozenPane)) {
            getChildren().add(frozenPane);
        }
        double x = 0;
        for (TableCell<Integer, ?> cell : frozen) {
            double w = cell.getTableColumn().getWidth();
            cell.resizeRelocate(x, 0, w, getHeight());
            x += w;
        }
        // One extra pixel for the border.
        frozenPane.resizeRelocate(grid.frozenColumns().scrollOffset(), 0, x + 1, getHeight());
    }

    private void createFrozenCells() {
        getChildren().remove(frozenPane);
        frozen.clear();
        frozenPane = null;
        if (frozenColumns.isEmpty()) {
            return;
        }
        frozenPane = new Pane();
        frozenPane.setManaged(false);
        frozenPane.getStyleClass().add("tg-frozen-cells");
        for (TableColumn<Integer, ?> column : frozenColumns) {
            frozen.add(cell(column));
        }
        frozenPane.getChildren().addAll(frozen);
    }

    private <T> TableCell<Integer, T> cell(TableColumn<Integer, T> column) {
        TableCell<Integer, T> cell = column.getCellFactory().call(column);
        cell.updateTableView(getTableView());
        cell.updateTableColumn(column);
        cell.updateTableRow(this);
        cell.updateIndex(getIndex());
        cell.setManaged(false);
        return cell;
    }

    /// Shows the context menu.
    ///
    /// @param at node under the pointer, or null
    void showMenu(Node at, double x, double y) {
        int row = getIndex();
        GridColumn gridColumn = columnAt(at);
        ContextMenu menu = new ContextMenu();
        if (grid.showsGroups()) {
            menu.getItems()
                    .addAll(item(GridTexts.SHOW_ROWS_OF_GROUP, () -> grid.openGroup(row)), new SeparatorMenuItem());
        }
        for (DataGrid.RowAction a : grid.actions().menu()) {
            menu.getItems().add(item(a.title(), () -> a.action().accept(grid.order()[row])));
        }
        if (!grid.actions().menu().isEmpty()) {
            menu.getItems().add(new SeparatorMenuItem());
        }
        if (gridColumn != null) {
            int index = grid.content().columns().indexOf(gridColumn);
            String plain = grid.rows().getText(grid.order()[row], gridColumn.source());
            String text = grid.content().cell(row, index);
            addCopyItems(menu, gridColumn, plain, text);
            menu.getItems().add(new SeparatorMenuItem());
            addFilterItems(menu, gridColumn, plain, text);
            if (plain != null && isLink(gridColumn)) {
                menu.getItems()
                        .addAll(
                                new SeparatorMenuItem(),
                                item(GridTexts.GO_TO, () -> grid.actions().follow(row, index, false)),
                                item(GridTexts.SELECT_ONLY, () -> grid.actions().follow(row, index, true)));
            }
        } else {
            menu.getItems().add(rowsMenu());
            for (GridColumn c : grid.content().columns()) {
                int index = grid.content().columns().indexOf(c);
                if (isLink(c) && !grid.content().isNull(row, index)) {
                    menu.getItems()
                            .add(item(
                                    GridTexts.goTo(c.title(), grid.content().cell(row, index)),
                                    () -> grid.actions().follow(row, index, false)));
                }
            }
        }
        menu.show(this, x, y);
    }

    private static boolean isLink(GridColumn c) {
        return c.links() != null && !c.links().equals(GridColumn.ROW) || c.kind() == CellKind.TIMESTAMP;
    }

    private void addCopyItems(ContextMenu menu, GridColumn gridColumn, String plain, String text) {
        menu.getItems().add(item(CommonTexts.COPY_VALUE, () -> GridClipboard.copyText(plain == null ? "" : plain)));
        if (plain != null && !plain.equals(text)) {
            menu.getItems().add(item(GridTexts.COPY_AS_SHOWN, () -> GridClipboard.copyText(text)));
        }
        menu.getItems().add(rowsMenu());
        Menu column = new Menu(GridTexts.copyColumnAs(gridColumn.title()));
        column.setMnemonicParsing(false);
        for (GridClipboard.Format f : GridClipboard.Format.values()) {
            column.getItems()
                    .add(item(
                            f.title(), () -> GridClipboard.copy(grid, grid.order(), List.of(gridColumn.source()), f)));
        }
        menu.getItems().add(column);
    }

    private void addFilterItems(ContextMenu menu, GridColumn gridColumn, String plain, String text) {
        String shown = text.length() > 32 ? text.substring(0, 32) + "…" : text;
        addFilterItem(menu, GridTexts.onlyEqual(gridColumn.title(), shown), gridColumn, RowFilter.Test.EQUAL, plain);
        addFilterItem(
                menu, GridTexts.withoutEqual(gridColumn.title(), shown), gridColumn, RowFilter.Test.NOT_EQUAL, plain);
        if (plain != null && grid.rows().type(gridColumn.source()).isNumber()) {
            addFilterItem(
                    menu, GridTexts.onlyAtLeast(gridColumn.title(), shown), gridColumn, RowFilter.Test.AT_LEAST, plain);
            addFilterItem(
                    menu, GridTexts.onlyAtMost(gridColumn.title(), shown), gridColumn, RowFilter.Test.AT_MOST, plain);
        }
    }

    private void addFilterItem(
            ContextMenu menu, String title, GridColumn gridColumn, RowFilter.Test test, String value) {
        menu.getItems().add(item(title, () -> grid.addFilter(new RowFilter(gridColumn.source(), test, value))));
    }

    private Menu rowsMenu() {
        List<Integer> selected = grid.selectedRows();
        List<Integer> positions = selected.isEmpty() ? List.of(getIndex()) : selected;
        Menu menu = new Menu(GridTexts.copyRowsAs(positions.size()));
        for (GridClipboard.Format f : GridClipboard.Format.values()) {
            menu.getItems().add(item(f.title(), () -> GridClipboard.copyRows(grid, positions, f)));
        }
        return menu;
    }

    private static GridColumn columnAt(Node node) {
        for (Node n = node; n != null; n = n.getParent()) {
            if (n instanceof TableCell<?, ?> cell) {
                return cell.getTableColumn().getUserData() instanceof GridColumn g ? g : null;
            }
        }
        return null;
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setMnemonicParsing(false);
        item.setOnAction(e -> action.run());
        return item;
    }
}
