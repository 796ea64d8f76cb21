package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableColumnHeader;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.Styles;
import traceglass.store.text.Texts;

/// The table's columns of a [DataGrid]: made for a content, with their headers, menus and widths.
final class GridColumns {

    /// Height of the header, and width of a scroll bar with its edge.
    private static final double HEADER = 26;
    private static final double SCROLL_BAR = 13;
    private static final double NARROWEST_GROWING = 160;

    private final DataGrid grid;
    private final TableView<Integer> table;
    private final ColumnMenu menus;
    private final Runnable whenResized;

    /// @param whenResized called when a column has got another width
    GridColumns(DataGrid grid, ColumnMenu menus, Runnable whenResized) {
        this.grid = grid;
        this.table = grid.table();
        this.menus = menus;
        this.whenResized = whenResized;
        table.widthProperty().addListener((o, was, is) -> grow());
    }

    /// Gives the table columns for what the grid has.
    ///
    /// @param numbered whether a number stands before each row
    void build(boolean numbered) {
        GridContent content = grid.content();
        List<TableColumn<Integer, ?>> columns = new ArrayList<>();
        table.getSortOrder().clear();
        if (numbered) {
            columns.add(numbers(content.rows().size()));
        }
        for (int i = 0; i < content.columns().size(); i++) {
            columns.add(column(content, i));
        }
        table.getColumns().setAll(columns);
        grow();
    }

    private static TableColumn<Integer, Integer> numbers(int rows) {
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setSortable(false);
        c.setReorderable(false);
        c.setResizable(false);
        c.setPrefWidth(Math.max(42, 21 + 7.1 * Texts.grouped(rows).length()) * Sheets.factor());
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new NumberCell());
        return c;
    }

    private TableColumn<Integer, Integer> column(GridContent content, int place) {
        GridColumn about = content.columns().get(place);
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setId(about.title());
        c.setUserData(about);
        c.setGraphic(GridHeader.of(about));
        if (about.kind().isRight()) {
            c.getStyleClass().add("tg-right");
        }
        c.setSortNode(new SortMark(c));
        c.setMinWidth(36);
        c.setPrefWidth((about.width() > 0 ? about.width() : GridHeader.width(content, place)) * Sheets.factor());
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new GridCell(grid, place, about));
        c.setContextMenu(menus.of(c));
        c.widthProperty().addListener((o, was, is) -> whenResized.run());
        return c;
    }

    private static ObservableValue<Integer> constant(Integer value) {
        return new ReadOnlyObjectWrapper<>(value);
    }

    /// Gives what is left of the width to the column that grows, if one does.
    void grow() {
        TableColumn<Integer, ?> growing = null;
        double others = 0;
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof GridColumn g && g.width() < 0) {
                growing = c;
            } else {
                others += c.getWidth() > 0 ? Math.max(c.getPrefWidth(), c.getMinWidth()) : c.getPrefWidth();
            }
        }
        if (growing != null) {
            double bar = grid.content().order().length * DataGrid.ROW > table.getHeight() - HEADER ? SCROLL_BAR : 2;
            growing.setPrefWidth(Math.max(NARROWEST_GROWING, table.getWidth() - others - bar));
        }
    }

    /// Makes a column as wide as its header and most of its rows.
    void fit(TableColumn<Integer, ?> column) {
        if (column.getUserData() instanceof GridColumn about) {
            GridContent content = grid.content();
            column.setPrefWidth(GridHeader.width(content, content.columns().indexOf(about)) * Sheets.factor());
        }
    }

    /// The header of a column, or null when it is not there.
    Node headerOf(TableColumn<Integer, ?> column) {
        for (Node n : table.lookupAll(".column-header")) {
            if (n instanceof TableColumnHeader header && header.getTableColumn() == column) {
                return n;
            }
        }
        return null;
    }

    /// Places in the result of the columns that are in view, in their order.
    List<Integer> visible() {
        List<Integer> places = new ArrayList<>();
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof GridColumn g && !places.contains(g.source())) {
                places.add(g.source());
            }
        }
        return places;
    }

    /// The number before a row.
    private static final class NumberCell extends TableCell<Integer, Integer> {

        NumberCell() {
            getStyleClass().addAll("tg-cell", "tg-cell-number", "tg-right", Styles.MONO);
        }

        @Override
        protected void updateItem(Integer row, boolean isEmpty) {
            super.updateItem(row, isEmpty);
            setText(isEmpty || row == null ? null : Texts.grouped(row + 1L));
        }
    }
}
