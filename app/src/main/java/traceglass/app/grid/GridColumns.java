package traceglass.app.grid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableColumnHeader;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.ColumnLengths;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.subject.IdTable;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Creates the columns of a [DataGrid]'s table, with headers, menus and widths.
final class GridColumns {

    /// Height of the header and width of a scroll bar including its border, in pixels.
    private static final double HEADER_HEIGHT = 26;
    private static final double SCROLL_BAR = 14;
    private static final double NARROWEST_GROWING = 160;
    private static final double DEFAULT_WIDTH = 80;
    /// Fraction of the table for the growing column if the table scrolls horizontally: names are readable, and numbers
    /// are in view.
    private static final double SCROLLING_SHARE = .3;
    /// Fraction of its width that a column of long texts keeps; below it, the table scrolls horizontally.
    private static final double MIN_SHARE = .6;

    private final DataGrid grid;
    private final TableView<Integer> table;
    private final ColumnMenu menus;
    private final Runnable whenResized;

    /// Widths of the columns before one of them was widened to fill the table.
    private final Map<TableColumn<Integer, ?>, Double> fittedWidths = new HashMap<>();
    /// Minimum widths of the columns, so that text that fits the preferred width is not truncated.
    private final Map<TableColumn<Integer, ?>, Double> minWidths = new HashMap<>();
    /// Widths of text columns between the minimum, 0, and the preferred width, 1.
    private double share = 1;
    /// Text size factor of the current widths.
    private double factor = StyleSheets.factor();

    /// Creates the columns.
    ///
    /// @param whenResized called after the width of a column changed
    GridColumns(DataGrid grid, ColumnMenu menus, Runnable whenResized) {
        this.grid = grid;
        this.table = grid.table();
        this.menus = menus;
        this.whenResized = whenResized;
        table.widthProperty().addListener((_, _, _) -> growColumns());
        // The height decides whether there is a vertical scroll bar.
        table.heightProperty().addListener((_, _, _) -> growColumns());
    }

    /// Derives the columns of a result from names and types.
    ///
    /// @param sql the query, used to guess the table that the column `id` refers to; or empty
    static List<GridColumn> guess(RowStore rows, String sql) {
        String idTable = IdTable.find(rows, sql).orElse(null);
        return IntStream.range(0, rows.columns())
                .mapToObj(c -> GridColumn.guess(rows, c, column -> IdTable.reference(column, idTable)))
                .toList();
    }

    /// Rebuilds the table columns from the content.
    ///
    /// @param hasRowNumbers whether to add a column with row numbers
    void build(boolean hasRowNumbers) {
        GridContent content = grid.content();
        List<TableColumn<Integer, ?>> columns = new ArrayList<>();
        table.getSortOrder().clear();
        if (hasRowNumbers) {
            columns.add(rowNumberColumn(content.rows().size()));
        }
        for (int i = 0; i < content.columns().size(); i++) {
            columns.add(column(content, i));
        }
        fittedWidths.keySet().retainAll(columns);
        minWidths.keySet().retainAll(columns);
        share = 1;
        factor = StyleSheets.factor();
        table.getColumns().setAll(columns);
        growColumns();
    }

    /// Scales the widths if the text size has changed.
    void followTextSize() {
        double ratio = StyleSheets.factor() / factor;
        if (ratio == 1) {
            return;
        }
        factor = StyleSheets.factor();
        fittedWidths.replaceAll((c, width) -> Math.ceil(width * ratio));
        minWidths.replaceAll((c, width) -> width * ratio);
        table.getColumns().forEach(c -> c.setPrefWidth(Math.ceil(c.getPrefWidth() * ratio)));
        growColumns();
    }

    private static TableColumn<Integer, Integer> rowNumberColumn(int rows) {
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setSortable(false);
        c.setReorderable(false);
        c.setResizable(false);
        c.setPrefWidth(Math.ceil(
                Math.max(42, 21 + 7.1 * DisplayText.grouped(rows).length()) * StyleSheets.factor()));
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new NumberCell());
        return c;
    }

    private TableColumn<Integer, Integer> column(GridContent content, int index) {
        GridColumn gridColumn = content.columns().get(index);
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setId(gridColumn.title());
        c.setUserData(gridColumn);
        c.setGraphic(GridHeader.of(gridColumn));
        if (gridColumn.kind().isRightAligned()) {
            c.getStyleClass().add("tg-right");
        }
        c.setSortNode(new SortMark(c));
        c.setMinWidth(36);
        double fit = GridHeader.width(gridColumn, content.lengths()[index]);
        // The panel sets a width for typical values; numbers are never truncated.
        double width = gridColumn.width() <= 0
                ? fit
                : gridColumn.kind().isText() ? gridColumn.width() : Math.max(gridColumn.width(), fit);
        // Use whole pixels: the table rounds widths up, and the sum would exceed the width of the table.
        double pixels = Math.ceil(width * StyleSheets.factor());
        // JavaFX fits a column to its content if it has the default width.
        c.setPrefWidth(pixels == DEFAULT_WIDTH ? pixels + 1 : pixels);
        fittedWidths.put(c, c.getPrefWidth());
        minWidths.put(
                c,
                fit <= width && fit < GridHeader.MAX_WIDTH
                        ? Math.max(fit * StyleSheets.factor(), MIN_SHARE * c.getPrefWidth())
                        : MIN_SHARE * c.getPrefWidth());
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new GridCell(grid, index, gridColumn));
        c.setContextMenu(menus.of(c));
        c.widthProperty().addListener((_, _, _) -> whenResized.run());
        return c;
    }

    private static ObservableValue<Integer> constant(Integer value) {
        return new ReadOnlyObjectWrapper<>(value);
    }

    /// Assigns the remaining width to the growing column, or to the last text column.
    void growColumns() {
        TableColumn<Integer, ?> growing = growingColumn();
        if (growing == null || table.getWidth() <= 0) {
            return;
        }
        if (isChosenByPanel(growing)) {
            shrinkText(growing);
        }
        double otherWidths = 0;
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c != growing) {
                otherWidths += c.getWidth() > 0 ? Math.max(c.getPrefWidth(), c.getMinWidth()) : c.getPrefWidth();
            }
        }
        double free = availableWidth() - otherWidths;
        double fit = fittedWidths.getOrDefault(growing, NARROWEST_GROWING);
        double narrowest =
                isChosenByPanel(growing) && !isCode(growing) ? NARROWEST_GROWING * (share < 1 ? MIN_SHARE : 1) : fit;
        if (!isCode(growing) && free < narrowest && grid.content().order().length > 0) {
            // The table scrolls horizontally anyway, so that names need not be narrow. Without rows it has no
            // scroll bar, and columns on the right would be out of reach.
            double readableWidth = NARROWEST_GROWING * StyleSheets.factor();
            narrowest = Math.max(
                    isChosenByPanel(growing) ? readableWidth : Math.min(readableWidth, fit),
                    Math.min(fit, SCROLLING_SHARE * table.getWidth()));
        }
        growing.setPrefWidth(Math.floor(Math.max(narrowest, free)));
    }

    private double availableWidth() {
        boolean scrolls = grid.content().order().length * DataGrid.ROW_HEIGHT
                > table.getHeight() / StyleSheets.factor() - HEADER_HEIGHT;
        return table.getWidth() - (scrolls ? SCROLL_BAR * StyleSheets.factor() : 2);
    }

    /// Returns whether the column shows code, whose lines should not be cut off.
    private static boolean isCode(TableColumn<Integer, ?> growing) {
        return growing.getUserData() instanceof GridColumn g && g.kind() == CellKind.RAW;
    }

    /// Returns whether the panel specifies the growing column.
    private static boolean isChosenByPanel(TableColumn<Integer, ?> growing) {
        return growing.getUserData() instanceof GridColumn g && g.width() < 0;
    }

    /// Narrows text columns if there is too little room for all columns, and widens them again if there is
    /// enough.
    private void shrinkText(TableColumn<Integer, ?> growing) {
        List<TableColumn<Integer, ?>> texts = new ArrayList<>();
        double maxTotal = Math.max(NARROWEST_GROWING * StyleSheets.factor(), fittedWidths.get(growing));
        double minTotal = MIN_SHARE * NARROWEST_GROWING;
        double otherWidths = 0;
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c != growing
                    && c.getUserData() instanceof GridColumn g
                    && g.kind().isText()) {
                texts.add(c);
                maxTotal += fittedWidths.get(c);
                minTotal += minWidths.get(c);
            } else if (c != growing) {
                otherWidths += c.getPrefWidth();
            }
        }
        // If the table has to scroll horizontally anyway, keep the texts readable.
        double newShare = availableWidth() - otherWidths < minTotal
                ? 1
                : Math.min(1, (availableWidth() - otherWidths - minTotal) / (maxTotal - minTotal));
        if (newShare != share) {
            share = newShare;
            texts.forEach(c ->
                    c.setPrefWidth(Math.floor(minWidths.get(c) + newShare * (fittedWidths.get(c) - minWidths.get(c)))));
        }
    }

    private TableColumn<Integer, ?> growingColumn() {
        TableColumn<Integer, ?> text = null;
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof GridColumn g) {
                if (g.width() < 0) {
                    return c;
                }
                if (g.kind().isText()) {
                    text = c;
                }
            }
        }
        return text;
    }

    /// Fits the width of a column to its header and most of its rows.
    void fit(TableColumn<Integer, ?> column) {
        if (column.getUserData() instanceof GridColumn gridColumn) {
            GridContent content = grid.content();
            int length = ColumnLengths.of(content, content.columns().indexOf(gridColumn));
            column.setPrefWidth(GridHeader.width(gridColumn, length) * StyleSheets.factor());
        }
    }

    /// Header node of a column, or null if it does not exist.
    Node headerOf(TableColumn<Integer, ?> column) {
        for (Node n : table.lookupAll(".column-header")) {
            if (n instanceof TableColumnHeader header && header.getTableColumn() == column) {
                return n;
            }
        }
        return null;
    }

    /// Indexes in the result of the visible columns, in display order.
    List<Integer> visibleColumns() {
        List<Integer> indexes = new ArrayList<>();
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof GridColumn g && !indexes.contains(g.source())) {
                indexes.add(g.source());
            }
        }
        return indexes;
    }

    /// Cell with the row number.
    private static final class NumberCell extends TableCell<Integer, Integer> {

        NumberCell() {
            getStyleClass().addAll("tg-cell", "tg-cell-number", "tg-right", Styles.MONO);
        }

        @Override
        protected void updateItem(Integer row, boolean isEmpty) {
            super.updateItem(row, isEmpty);
            setText(isEmpty || row == null ? null : DisplayText.grouped(row + 1L));
        }
    }
}
