package traceglass.app.grid;

import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.app.context.Navigator;

/// Actions of the rows and cells of a grid: what Enter, a double-click, a link or an item of a row's menu does.
final class GridActions {

    private final DataGrid grid;
    private final GridLinks links;
    private IntConsumer rowAction;
    private DataGrid.CellAction cellAction;
    private List<DataGrid.RowAction> menu = List.of();
    private boolean canGroupRows;

    GridActions(DataGrid grid, Navigator navigator) {
        this.grid = grid;
        links = new GridLinks(navigator);
    }

    /// Replaces the action of all links.
    void setLinkAction(IntConsumer action) {
        links.setAction(action);
    }

    /// Sets the action for Enter and double-click on a row, and additional items of its menu.
    ///
    /// @param canGroup whether the owner allows groups of rows
    void setRowAction(IntConsumer action, List<DataGrid.RowAction> more, boolean canGroup) {
        rowAction = action;
        menu = List.copyOf(more);
        canGroupRows |= canGroup;
    }

    /// Sets the action for links of columns to [GridColumn#ROW].
    void setCellAction(DataGrid.CellAction action) {
        cellAction = action;
    }

    /// Whether rows can be grouped.
    boolean allowsGroups() {
        return !links.hasAction() && (rowAction == null || canGroupRows);
    }

    /// Additional items of a row's menu.
    List<DataGrid.RowAction> menu() {
        return grid.showsGroups() ? List.of() : menu;
    }

    /// Runs the action of a row.
    ///
    /// @param index position from the top
    void choose(int index) {
        int[] order = grid.order();
        if (rowAction != null && !grid.isWaiting() && index >= 0 && index < order.length) {
            rowAction.accept(order[index]);
        }
    }

    /// Follows the link in a cell.
    void follow(int row, int column, boolean staysOnPage) {
        if (grid.isWaiting()) {
            return;
        }
        GridContent content = grid.content();
        if (GridColumn.ROW.equals(content.columns().get(column).links())) {
            if (cellAction != null && !grid.showsGroups()) {
                cellAction.choose(
                        content.order()[row], content.columns().get(column).source());
            } else {
                choose(row);
            }
            return;
        }
        links.follow(content, content.order()[row], column, staysOnPage);
    }

    /// Handles a key: copies the selected rows, opens a group or runs the action of a row.
    void keyPressed(KeyEvent e) {
        TableView<Integer> table = grid.table();
        int focused = table.getFocusModel().getFocusedIndex();
        if (e.isShortcutDown() && e.getCode() == KeyCode.C) {
            GridClipboard.copyRows(grid, table.getSelectionModel().getSelectedIndices(), GridClipboard.Format.TSV);
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER && grid.showsGroups() && focused >= 0) {
            grid.openGroup(focused);
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER && rowAction != null && grid.focusedRow() >= 0) {
            choose(table.getSelectionModel().getSelectedIndex());
            e.consume();
        }
    }
}
