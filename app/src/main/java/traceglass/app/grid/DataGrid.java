package traceglass.app.grid;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowSort;
import traceglass.analysis.rows.RowSorting;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Navigator;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.store.time.TimeSpan;

/// Table for results of any size. Cells exist only for visible rows. Sorting and filtering run off the JavaFX thread;
/// the old order stays visible until the new one is ready.
///
/// A click on a header sorts (Shift adds a column); columns are resized and moved by dragging. The header menu hides,
/// fits, freezes, filters and groups. Ids, times and references are links: a click navigates, Ctrl+click only
/// selects. Enter or a double-click on a group shows its rows.
public final class DataGrid extends BorderPane {

    /// Row height in pixels.
    static final double ROW_HEIGHT = 24;

    /// Results up to this number of rows are sorted on the JavaFX thread, so that the old order is never visible.
    private static final int MAX_SORTED_ON_FX_THREAD = 5_000;
    /// Results up to this number of rows are prepared on the JavaFX thread. 200 rows take more than 10 ms at first.
    private static final int MAX_PREPARED_ON_FX_THREAD = 20;

    private final TableView<Integer> table = new TableView<>();
    private final FilterChips chips = new FilterChips(this::applyFiltersAndSort);
    private final FrozenColumns frozen = new FrozenColumns(table);
    private final ColumnMenu menus = new ColumnMenu(this);
    private final GridSort sort = new GridSort(table, this::applyFiltersAndSort);
    private final GridColumns columns = new GridColumns(this, menus, this::columnsResized);
    private final GridActions actions;
    private final GroupBar groups = new GroupBar(this);
    private final RawValues raw = new RawValues(table);
    private final ReadOnlyObjectWrapper<RowStore> shownRows = new ReadOnlyObjectWrapper<>(RowStore.EMPTY);
    private final Label empty = new Label();
    private final ReadOnlyIntegerWrapper shown = new ReadOnlyIntegerWrapper();
    private final ContentPreparation preparation = new ContentPreparation();
    private Function<String, String> colors = name -> "transparent";
    private GridContent content = GridContent.of(RowStore.EMPTY, List.of(), CellText.of(new TimeSpan(0, 0)));
    private SummaryRow summary;
    private boolean hasRowNumbers;
    private final PendingChanges pending = new PendingChanges();

    /// Creates a grid.
    ///
    /// @param navigator target of links
    public DataGrid(Navigator navigator) {
        table.setAccessibleText(GridTexts.RESULT_ROWS);
        actions = new GridActions(this, navigator);
        getStyleClass().add("tg-grid");
        StyleSheets.add(this, StyleSheets.PANELS);
        table.getStyleClass().add("tg-grid-table");
        table.setFixedCellSize(ROW_HEIGHT);
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        table.setPlaceholder(empty);
        empty.getStyleClass().add("tg-empty");
        empty.setWrapText(true);
        table.addEventFilter(KeyEvent.KEY_PRESSED, actions::keyPressed);
        table.setOnContextMenuRequested(e -> GridRow.showMenuByKey(table, e));
        table.getVisibleLeafColumns().addListener((ListChangeListener<TableColumn<Integer, ?>>) c -> columnsResized());
        table.setRowFactory(t -> new GridRow(this));
        setTop(new VBox(groups, chips));
        setCenter(table);
        setMinSize(0, 0);
    }

    /// Adds a column with row numbers.
    public DataGrid withRowNumbers() {
        hasRowNumbers = true;
        return this;
    }

    /// Sets the text shown if there are no rows and no filters.
    public DataGrid withEmptyText(String text) {
        empty.setText(text);
        empty.setUserData(text);
        return this;
    }

    /// Sets the color of the square before a name, as CSS text.
    public DataGrid withColors(Function<String, String> colorOfName) {
        colors = colorOfName;
        return this;
    }

    /// Replaces the action of all links.
    ///
    /// @param action receives the index of the row in [#rows]
    public DataGrid onLinkFollowed(IntConsumer action) {
        actions.setLinkAction(action);
        return this;
    }

    /// Item in the menu of a row.
    ///
    /// @param action receives the index of the row in [#rows]
    public record RowAction(String title, IntConsumer action) {}

    /// Sets the action for Enter and double-click on a row, and additional menu items of each row.
    ///
    /// @param action receives the index of the row in [#rows]
    public DataGrid onRowChosen(IntConsumer action, List<RowAction> more) {
        actions.setRowAction(action, more, false);
        return this;
    }

    /// Like [#onRowChosen], for an owner that looks up the row number in [#rows] each time, so that rows can also be
    /// grouped. Links of columns to [GridColumn#ROW] run the same action.
    public DataGrid onGroupableRowChosen(IntConsumer action, List<RowAction> more) {
        actions.setRowAction(action, more, true);
        return this;
    }

    /// Action of a cell in a column that links to [GridColumn#ROW].
    public interface CellAction {

        /// @param row index of the row in [#rows]
        /// @param column index in [#rows]
        void choose(int row, int column);
    }

    /// Sets the action for links of columns to [GridColumn#ROW], for an owner that needs the column.
    public DataGrid onCellLinkFollowed(CellAction action) {
        actions.setCellAction(action);
        return this;
    }

    GridActions actions() {
        return actions;
    }

    /// Whether another result is about to be shown.
    boolean isWaiting() {
        return pending.isWaiting();
    }

    /// Number in [#rows] of the focused row; −1 if there is none or another result is about to be shown.
    public int focusedRow() {
        int index = table.getSelectionModel().getSelectedIndex();
        return !pending.isWaiting() && index >= 0 && index < content.order().length ? content.order()[index] : -1;
    }

    /// Shows a result, with column kinds derived from names and types.
    ///
    /// @param sql the query, used to guess what the column `id` refers to; or empty
    public void show(RowStore rows, CellText text, String sql) {
        show(rows, text, GridColumns.guess(rows, sql));
    }

    @Override
    protected void layoutChildren() {
        columns.followTextSize();
        super.layoutChildren();
    }

    /// Shows a result. Filters are removed; the sort order is kept for columns that still exist by name.
    public void show(RowStore rows, CellText text, List<GridColumn> columns) {
        preparation.run(
                pending.begin(rows.size() <= MAX_PREPARED_ON_FX_THREAD),
                () -> GridContent.of(rows, columns, text),
                this::setContent);
    }

    /// Shows a result that was prepared off the JavaFX thread.
    public void show(GridContent prepared) {
        preparation.run(pending.begin(true), () -> prepared, this::setContent);
    }

    private void setContent(GridContent newContent) {
        content = newContent;
        List<Runnable> changes = pending.finish();
        preparation.finish();
        groups.reset();
        raw.reset();
        chips.clear(newContent.rows());
        setBottom(summary);
        sort.replaceColumns(() -> columns.build(hasRowNumbers));
        refreshRows();
        if (!sort.isEmpty()) {
            applyFiltersAndSort();
        }
        changes.forEach(Runnable::run);
    }

    /// Sorts by the column with this title.
    public void sortBy(String title, boolean isDescending) {
        pending.run(() -> sort.sortBy(title, isDescending));
    }

    /// The sort order.
    GridSort sort() {
        return sort;
    }

    /// Freezes the given number of leading visible columns while the others scroll horizontally. The row number
    /// column counts as one.
    public void freeze(int columns) {
        frozen.set(columns);
        table.refresh();
        FxThread.later(frozen::follow);
    }

    /// Number of frozen columns.
    public int frozen() {
        return frozen.count();
    }

    FrozenColumns frozenColumns() {
        return frozen;
    }

    /// Whether all values are shown raw: times in nanoseconds, without units and digit grouping.
    public BooleanProperty rawProperty() {
        return raw.allProperty();
    }

    RawValues rawValues() {
        return raw;
    }

    /// Text of a cell.
    ///
    /// @param row position from the top
    /// @param column index in the content's columns
    String cell(int row, int column) {
        return raw.text(content, row, column);
    }

    /// Fills a menu with the items for all columns.
    ///
    /// @param anchor node at which editors opened from the menu are shown
    public void fillColumnMenu(ObservableList<MenuItem> items, Node anchor) {
        menus.fillForAllColumns(items, anchor);
    }

    /// Groups rows by the values of a column of the result; further calls add columns. Shows the number of rows
    /// and, for durations, their sum, average and maximum.
    ///
    /// @param column index in the result that was shown
    public void groupBy(int column) {
        groups.groupBy(column);
    }

    /// Shows the ungrouped rows again.
    public void ungroup() {
        groups.ungroup();
    }

    /// Returns whether rows can be grouped; false if the owner relies on row numbers.
    public boolean canGroup() {
        return actions.allowsGroups();
    }

    GroupBar groups() {
        return groups;
    }

    /// Returns whether the grid shows groups of the rows passed to [#show].
    public boolean showsGroups() {
        return groups.showsGroups();
    }

    void setBusy(boolean isBusy) {
        preparation.setBusy(isBusy);
    }

    /// Snapshot of the current state.
    GridState state() {
        return new GridState(
                content,
                chips.filters(),
                List.copyOf(table.getColumns()),
                List.copyOf(table.getSortOrder()),
                frozen.count());
    }

    /// Shows groups instead of rows; ignored if the next result is about to be shown.
    void showGroups(GridContent newContent) {
        if (pending.isWaiting()) {
            return;
        }
        preparation.cancel();
        content = newContent;
        chips.set(newContent.rows(), List.of(), false);
        setBottom(null);
        sort.withoutSorting(() -> columns.build(hasRowNumbers));
        frozen.set(0);
        refreshRows();
    }

    /// Restores a snapshot; ignored if the next result is about to be shown.
    void restore(GridState state) {
        if (pending.isWaiting()) {
            return;
        }
        preparation.cancel();
        boolean isGrouped = groups.showsGroups();
        content = state.content().ordered(RowSorting.allRows(state.content().rows()));
        chips.set(content.rows(), state.filters(), !isGrouped);
        setBottom(isGrouped ? null : summary);
        sort.withoutSorting(() -> {
            table.getSortOrder().clear();
            table.getColumns().setAll(state.columns());
            table.getSortOrder().setAll(state.sorted());
        });
        frozen.set(state.frozen());
        if (state.filters().isEmpty() && state.sorted().isEmpty()) {
            refreshRows();
        } else {
            applyFiltersAndSort();
        }
    }

    /// Columns of the table.
    GridColumns columns() {
        return columns;
    }

    private void columnsResized() {
        layoutSummary();
        FxThread.later(frozen::follow);
    }

    /// Adds a filter, shown as a chip with a remove button above the grid.
    public void addFilter(RowFilter filter) {
        pending.run(() -> chips.add(filter));
    }

    /// Filters that have a chip.
    public List<RowFilter> filters() {
        return chips.shown();
    }

    /// Shows only rows with a cell that contains the text, without a chip; empty shows all rows.
    public void setTextFilter(String text) {
        chips.setText(text);
    }

    /// Sets the summary row below the grid: one text per column, empty for none; or an empty list for no row.
    public void setSummary(List<String> texts) {
        pending.run(() -> {
            summary = texts.isEmpty() ? null : new SummaryRow(texts, content.columns());
            setBottom(summary);
            layoutSummary();
        });
    }

    private void layoutSummary() {
        if (summary != null) {
            summary.follow(table, hasRowNumbers ? 1 : 0);
        }
    }

    /// Number of rows shown after filtering.
    public ReadOnlyIntegerProperty shownProperty() {
        return shown.getReadOnlyProperty();
    }

    /// Whether rows are being sorted or filtered.
    public ReadOnlyBooleanProperty busyProperty() {
        return preparation.busyProperty();
    }

    /// Positions of the selected rows from the top.
    public List<Integer> selectedRows() {
        return List.copyOf(table.getSelectionModel().getSelectedIndices());
    }

    /// Selects the row with this number in [#rows] and scrolls to it; ignored if a filter hides the row.
    public void selectRow(int number) {
        pending.run(() -> {
            int index = RowNumbers.positionOf(content.order(), number);
            if (index >= 0) {
                table.getSelectionModel().clearAndSelect(index);
                table.scrollTo(Math.max(0, index - 3));
            }
        });
    }

    /// Scrolls to a position from the top, as soon as the result is shown.
    public void scrollTo(int index) {
        pending.run(() -> FxThread.later(() -> table.scrollTo(Math.max(0, index))));
    }

    /// The inner table, for focus and for tests.
    public TableView<Integer> table() {
        return table;
    }

    /// All rows of the result, regardless of filters; while rows are grouped, the groups.
    public RowStore rows() {
        return content.rows();
    }

    /// Property of [#rows].
    public ReadOnlyObjectProperty<RowStore> rowsProperty() {
        return shownRows.getReadOnlyProperty();
    }

    /// Numbers in [#rows] of the rows shown, in display order. Callers must not modify the array.
    public int[] order() {
        return content.order();
    }

    /// Indexes in [#rows] of the visible columns, in display order.
    public List<Integer> visibleColumns() {
        return columns.visibleColumns();
    }

    GridContent content() {
        return content;
    }

    String colorOf(String name) {
        return colors.apply(name);
    }

    /// Shows the result again with changed columns.
    void changeColumns(UnaryOperator<GridColumn> change) {
        if (!pending.isWaiting()) {
            show(
                    content.rows(),
                    content.text(),
                    content.columns().stream().map(change).toList());
        }
    }

    /// Shows the rows of a group.
    ///
    /// @param index position of the group from the top
    public void openGroup(int index) {
        groups.openGroup(content.order()[index]);
    }

    /// Applies filters and sort order to the result that is shown or being prepared.
    private void applyFiltersAndSort() {
        pending.run(this::applyToContent);
    }

    private void applyToContent() {
        List<RowSorting.Key> keys = sort.keys();
        List<RowFilter> filters = chips.filters();
        GridContent before = content;
        preparation.run(
                before.rows().size() <= MAX_SORTED_ON_FX_THREAD,
                () -> {
                    int[] order = RowSorting.filter(before.rows(), RowSorting.allRows(before.rows()), filters);
                    return before.ordered(RowSort.sort(before.rows(), order, keys));
                },
                newContent -> {
                    content = newContent;
                    preparation.finish();
                    refreshRows();
                });
    }

    private void refreshRows() {
        sort.setSortedItems(() -> table.setItems(new RowNumbers(content.order().length)));
        table.refresh();
        shown.set(content.order().length);
        shownRows.set(content.rows());
        columnsResized();
        empty.setText(
                chips.describe().isEmpty()
                        ? String.valueOf(empty.getUserData() == null ? GridTexts.NO_ROWS : empty.getUserData())
                        : GridTexts.noMatchingRows(chips.describe()));
        columns.growColumns();
    }
}
