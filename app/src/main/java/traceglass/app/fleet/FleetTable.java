package traceglass.app.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.InvalidationListener;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.rows.RowFilter;
import traceglass.app.context.Messages;
import traceglass.app.context.Navigator;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.engine.fleet.FleetTrace;
import traceglass.render.control.Tooltips;

/// The table of the traces of a fleet with its toolbar.
final class FleetTable extends BorderPane {

    /// Opens traces.
    interface Opener {

        /// @param column column whose moment is shown, or −1
        void open(int row, int column);

        void openPair(int first, int second);
    }

    private static final double REASON_WIDTH = 480;
    private static final double FILTER_WIDTH = 190;
    /// Height of the header, two rows and a scroll bar.
    private static final double MIN_GRID = 112;

    private final DataGrid grid;
    private final FilterField filter = new FilterField("fleet-filter", FleetPageTexts.FILTER, this::filter);
    private final MenuButton columnsMenu = ToolButton.menu("table", FleetPageTexts.COLUMNS);
    private final MenuButton groupMenu = ToolButton.menu("sigma", FleetPageTexts.GROUP);
    private final Button sideBySide;
    private final ToolbarRow toolbar;
    private final Opener opener;
    private FleetSheet sheet = FleetSheet.EMPTY;
    private boolean sortsByNext = true;

    /// @param addColumn button that adds columns
    /// @param addTraces button that adds traces
    FleetTable(Navigator navigator, Messages messages, Opener opener, MenuButton addColumn, Button addTraces) {
        this.opener = opener;
        grid = new DataGrid(navigator)
                .withEmptyText(FleetPageTexts.NO_TRACES)
                .onGroupableRowChosen(row -> opener.open(row, -1), List.of())
                .onCellLinkFollowed(opener::open);
        grid.setId("fleet-grid");
        grid.table().setAccessibleText(FleetPageTexts.TRACES_OF_FLEET);
        columnsMenu.setId("fleet-columns");
        columnsMenu.getItems().add(new MenuItem());
        columnsMenu.setOnShowing(_ -> grid.fillColumnMenu(columnsMenu.getItems(), columnsMenu));
        groupMenu.setId("fleet-group");
        groupMenu.getItems().add(new MenuItem());
        groupMenu.setOnShowing(_ -> fillGroups());
        sideBySide = ToolButton.of("compare", FleetPageTexts.SIDE_BY_SIDE, "fleet-pair", this::openPair);
        Tooltips.set(sideBySide, FleetPageTexts.SIDE_BY_SIDE_HELP);
        MenuButton save = ExportMenu.of(messages, "fleet", () -> grid, () -> "fleet");
        save.setId("fleet-save");
        StyleSheets.setWidths(filter, FILTER_WIDTH, FILTER_WIDTH, FILTER_WIDTH);
        Tooltips.set(filter.field(), FleetPageTexts.FILTER_HELP);
        filter.field().setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                applyConditions();
                e.consume();
            }
        });
        toolbar = new ToolbarRow(
                filter, addColumn, columnsMenu, groupMenu, OverflowRow.space(), sideBySide, addTraces, save);
        toolbar.shorten(columnsMenu, groupMenu, addTraces, save, sideBySide);
        setTop(toolbar);
        setCenter(grid);
        setMinWidth(0);
        grid.table().getSelectionModel().getSelectedIndices().addListener((ListChangeListener<Integer>) _ -> update());
        update();
    }

    /// Keeps the toolbar, the header, some rows and a scroll bar visible in a short window.
    @Override
    protected double computeMinHeight(double width) {
        return toolbar.prefHeight(width) + MIN_GRID * StyleSheets.factor();
    }

    DataGrid grid() {
        return grid;
    }

    FilterField filter() {
        return filter;
    }

    /// Calls a listener when other rows are shown, and when others are selected.
    void onChange(Runnable rows, Runnable selection) {
        grid.table().itemsProperty().addListener((InvalidationListener) _ -> rows.run());
        grid.table().getSelectionModel().getSelectedIndices().addListener((ListChangeListener<Integer>)
                _ -> selection.run());
    }

    /// Shows a table. The first measure of a fleet, and each measure added after [#sortByNext], sorts the traces by its
    /// values, largest first.
    void show(FleetSheet newSheet) {
        if (newSheet == FleetSheet.EMPTY) {
            reset();
            return;
        }
        FleetSheet old = sheet;
        sheet = newSheet;
        if (grid.showsGroups()) {
            grid.ungroup();
        }
        List<RowFilter> filters = grid.filters();
        grid.show(newSheet.content());
        for (RowFilter f : filters) {
            int column = newSheet.column(old.columns().get(f.column()).title());
            if (column >= 0) {
                grid.addFilter(new RowFilter(column, f.test(), f.value()));
            }
        }
        newSheet.columns().stream()
                .filter(c -> c.kind() == FleetColumn.Kind.MEASURE && c.isNumeric() && old.column(c.title()) < 0)
                .findFirst()
                .filter(_ -> sortsByNext)
                .ifPresent(c -> {
                    sortsByNext = false;
                    grid.sortBy(c.title(), true);
                });
        grid.table().getSelectionModel().clearSelection();
        update();
    }

    /// Sorts by the next measure that is added.
    void sortByNext() {
        sortsByNext = true;
    }

    /// Clears the filters and the sort order before another fleet is shown.
    private void reset() {
        sheet = FleetSheet.EMPTY;
        sortsByNext = true;
        filter.field().clear();
        grid.show(sheet.content());
    }

    private void filter(String text) {
        // A condition that is still being typed hides no rows; Enter turns it into a filter.
        boolean isCondition = text.matches(".*[<>=≥≤≠~].*");
        grid.setTextFilter(isCondition ? "" : text.strip());
    }

    private void applyConditions() {
        RowConditions.parse(filter.field().getText(), sheet).ifPresent(filters -> {
            filter.field().clear();
            filters.forEach(grid::addFilter);
        });
    }

    /// Shows only the traces that could not be imported.
    void showFailed() {
        int column = sheet.column(FleetPageTexts.ERROR);
        if (column >= 0) {
            grid.addFilter(new RowFilter(column, RowFilter.Test.NOT_NULL, null));
            grid.table().getColumns().stream()
                    .filter(c -> FleetPageTexts.ERROR.equals(c.getId()))
                    .forEach(c -> c.setPrefWidth(Math.max(c.getWidth(), REASON_WIDTH)));
        }
    }

    private void fillGroups() {
        groupMenu.getItems().clear();
        if (grid.showsGroups()) {
            MenuItem ungroup = new MenuItem(FleetPageTexts.UNGROUP);
            ungroup.setOnAction(_ -> grid.ungroup());
            groupMenu.getItems().add(ungroup);
            return;
        }
        for (int column : sheet.groupColumns()) {
            MenuItem item = new MenuItem(
                    FleetPageTexts.groupBy(sheet.columns().get(column).title()));
            item.setMnemonicParsing(false);
            item.setOnAction(_ -> grid.groupBy(column));
            groupMenu.getItems().add(item);
        }
    }

    /// Rows of the sheet that are shown, in display order.
    int[] shownRows() {
        return grid.showsGroups()
                ? IntStream.range(0, sheet.rows().size()).toArray()
                : Arrays.copyOf(grid.order(), grid.order().length);
    }

    /// Rows of the sheet that are selected.
    List<Integer> selectedRows() {
        int[] order = grid.order();
        return grid.showsGroups()
                ? List.of()
                : grid.selectedRows().stream()
                        .filter(p -> p >= 0 && p < order.length)
                        .map(p -> order[p])
                        .filter(r -> r < sheet.rows().size())
                        .toList();
    }

    /// Selects rows and scrolls to the first.
    ///
    /// @param adds whether to keep the other rows selected
    void select(List<Integer> rows, boolean adds) {
        if (grid.showsGroups()) {
            grid.ungroup();
        }
        int[] order = grid.order();
        var selection = grid.table().getSelectionModel();
        if (!adds) {
            selection.clearSelection();
        }
        int top = -1;
        for (int index = 0; index < order.length; index++) {
            if (rows.contains(order[index])) {
                selection.select(index);
                top = top < 0 ? index : top;
            }
        }
        if (top >= 0) {
            grid.table().scrollTo(Math.max(0, top - 2));
        }
    }

    /// Opens the two selected traces side by side.
    void openPair() {
        List<Integer> rows =
                selectedRows().stream().filter(r -> trace(r) != null).toList();
        if (rows.size() == 2) {
            opener.openPair(rows.getFirst(), rows.getLast());
        }
    }

    private @Nullable FleetTrace trace(int row) {
        return sheet.trace(row);
    }

    private void update() {
        List<Integer> rows = selectedRows();
        long traces = rows.stream().filter(r -> trace(r) != null).count();
        sideBySide.setDisable(rows.size() != 2 || traces != 2);
        columnsMenu.setDisable(sheet.rows().size() == 0);
        groupMenu.setDisable(sheet.groupColumns().isEmpty());
    }
}
