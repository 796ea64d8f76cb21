package traceglass.app.grid;

import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableRow;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.Node;

/// A row of a [DataGrid], with the menu of its cells.
final class GridRow extends TableRow<Integer> {

    private final DataGrid grid;

    GridRow(DataGrid grid) {
        this.grid = grid;
        setOnContextMenuRequested(this::menu);
    }

    private void menu(ContextMenuEvent e) {
        if (isEmpty() || getItem() == null) {
            return;
        }
        int row = getItem();
        GridColumn about = columnAt(e.getPickResult().getIntersectedNode());
        ContextMenu menu = new ContextMenu();
        if (about != null) {
            int place = grid.content().columns().indexOf(about);
            String plain = grid.rows().getText(grid.order()[row], about.source());
            String text = grid.content().cell(row, place);
            menu.getItems().add(item("Copy value", () -> GridClipboard.put(plain == null ? "" : plain)));
            if (plain != null && !plain.equals(text)) {
                menu.getItems().add(item("Copy as shown", () -> GridClipboard.put(text)));
            }
            menu.getItems().add(rows());
            String shown = text.length() > 32 ? text.substring(0, 32) + "…" : text;
            menu.getItems().add(item("Only " + about.title() + " = " + shown,
                    () -> grid.addFilter(new RowFilter(about.source(), RowFilter.Test.EQUAL, plain))));
            menu.getItems().add(item("Without " + about.title() + " = " + shown,
                    () -> grid.addFilter(new RowFilter(about.source(), RowFilter.Test.NOT_EQUAL, plain))));
            if (plain != null && grid.rows().type(about.source()).isNumber()) {
                menu.getItems().add(item("Only " + about.title() + " ≥ " + shown,
                        () -> grid.addFilter(new RowFilter(about.source(), RowFilter.Test.AT_LEAST, plain))));
                menu.getItems().add(item("Only " + about.title() + " ≤ " + shown,
                        () -> grid.addFilter(new RowFilter(about.source(), RowFilter.Test.AT_MOST, plain))));
            }
            if (plain != null && (about.links() != null || about.kind() == CellKind.TIMESTAMP)) {
                menu.getItems().add(item("Go there", () -> grid.follow(row, place, false)));
                menu.getItems().add(item("Select without leaving", () -> grid.follow(row, place, true)));
            }
        } else {
            menu.getItems().add(rows());
        }
        menu.show(this, e.getScreenX(), e.getScreenY());
        e.consume();
    }

    private MenuItem rows() {
        int n = grid.selectedRows().size();
        return item(n > 1 ? "Copy " + n + " rows" : "Copy row",
                () -> GridClipboard.copyRows(grid, n > 0 ? grid.selectedRows() : java.util.List.of(getItem())));
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
