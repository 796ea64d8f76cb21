package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import traceglass.app.Navigator;
import traceglass.app.session.FxThread;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;

/// A table of a result of any length. Cells are made only for what is in view; putting in order and filtering happen off the
/// JavaFX thread, and what is shown stays until the new order is there.
///
/// Columns are sorted by a click on the header (Shift adds a column), resized and moved by dragging, hidden and fitted from the
/// header's menu. Ids, times and references are links: a click goes there, Ctrl-click selects without leaving.
public final class DataGrid extends BorderPane {

    /// Height of a row.
    static final double ROW = 24;

    /// Results up to this length are put in order at once, without a moment in which the old order is still seen.
    private static final int AT_ONCE = 5_000;

    private final TableView<Integer> table = new TableView<>();
    private final FilterChips chips = new FilterChips(this::apply);
    private final Label empty = new Label();
    private final ReadOnlyIntegerWrapper shown = new ReadOnlyIntegerWrapper();
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
    private final Navigator navigator;
    private Function<String, String> colors = name -> "transparent";
    private GridContent content = GridContent.of(RowStore.EMPTY, List.of(), CellText.of(new traceglass.model.time.TimeSpan(0, 0)));
    private IntConsumer followed;
    private SummaryRow summary;
    private boolean rowNumbers;
    private boolean building;
    private long version;

    /// @param navigator where links go
    public DataGrid(Navigator navigator) {
        this.navigator = navigator;
        getStyleClass().add("tg-grid");
        getStylesheets().add(DataGrid.class.getResource("/traceglass/app/panel/panels.css").toExternalForm());
        table.getStyleClass().add("tg-grid-table");
        table.setFixedCellSize(ROW);
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        table.setPlaceholder(empty);
        empty.getStyleClass().add("tg-empty");
        empty.setWrapText(true);
        table.setSortPolicy(t -> {
            if (!building) {
                apply();
            }
            return true;
        });
        table.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        table.widthProperty().addListener((o, was, is) -> grow());
        table.getColumns().addListener((ListChangeListener<TableColumn<Integer, ?>>) c -> layoutSummary());
        table.setRowFactory(t -> new GridRow(this));
        setTop(chips);
        setCenter(table);
        setMinSize(0, 0);
    }

    /// Shows a number before each row.
    public DataGrid withRowNumbers() {
        rowNumbers = true;
        return this;
    }

    /// What to say when there is no row and no filter.
    public DataGrid whenEmpty(String text) {
        empty.setText(text);
        empty.setUserData(text);
        return this;
    }

    /// Gives the colour of the square before a name, in a form that CSS reads.
    public DataGrid withColors(Function<String, String> colorOfName) {
        colors = colorOfName;
        return this;
    }

    /// Has links do something of the owner's instead of going where the column says.
    ///
    /// @param action takes the number of the row in [#rows]
    public DataGrid whenFollowed(IntConsumer action) {
        followed = action;
        return this;
    }

    /// Shows a result with its columns as their names and types suggest.
    ///
    /// @param sql the query, from which links of the column `id` are guessed; or empty
    public void show(RowStore rows, CellText text, String sql) {
        show(rows, text, guess(rows, IdTable.find(rows, sql).orElse(null)));
    }

    private static List<GridColumn> guess(RowStore rows, String idTable) {
        List<GridColumn> columns = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            columns.add(GridColumn.guess(rows, c, idTable));
        }
        return columns;
    }

    /// Shows a result. Filters are dropped; the order of a column that is still there by name is kept.
    public void show(RowStore rows, CellText text, List<GridColumn> columns) {
        long mine = ++version;
        if (rows.size() <= AT_ONCE) {
            take(GridContent.of(rows, columns, text), mine);
        } else {
            busy.set(true);
            Thread.ofVirtual().start(() -> {
                GridContent made = GridContent.of(rows, columns, text);
                FxThread.later(() -> take(made, mine));
            });
        }
    }

    private void take(GridContent made, long mine) {
        if (mine != version) {
            return;
        }
        List<String> sorted = new ArrayList<>();
        table.getSortOrder().forEach(c -> sorted.add(c.getId() + " " + c.getSortType()));
        content = made;
        busy.set(false);
        chips.clear(made.rows());
        building = true;
        buildColumns();
        for (String s : sorted) {
            for (TableColumn<Integer, ?> c : table.getColumns()) {
                for (TableColumn.SortType type : TableColumn.SortType.values()) {
                    if (s.equals(c.getId() + " " + type)) {
                        c.setSortType(type);
                        table.getSortOrder().add(c);
                    }
                }
            }
        }
        building = false;
        refill();
        if (!table.getSortOrder().isEmpty()) {
            apply();
        }
    }

    /// Puts the rows in order of the column with this title.
    public void sortBy(String title, boolean descending) {
        for (TableColumn<Integer, ?> c : table.getColumns()) {
            if (title.equals(c.getId())) {
                building = true;
                c.setSortType(descending ? TableColumn.SortType.DESCENDING : TableColumn.SortType.ASCENDING);
                table.getSortOrder().setAll(List.of(c));
                building = false;
                apply();
            }
        }
    }

    /// Shows only rows that pass; shown as a chip with an x above the grid.
    public void addFilter(RowFilter filter) {
        chips.add(filter);
    }

    /// Shows only rows whose text contains this, in any column; empty shows all. Not shown as a chip: it stands in a field.
    public void setTextFilter(String text) {
        chips.setText(text);
    }

    /// Totals below the rows: one text a column, empty where there is none; or none at all.
    public void setSummary(List<String> texts) {
        summary = texts.isEmpty() ? null : new SummaryRow(texts, content.columns());
        setBottom(summary);
        layoutSummary();
    }

    private void layoutSummary() {
        if (summary != null) {
            summary.follow(table, rowNumbers ? 1 : 0);
        }
    }

    /// Number of rows shown, after filters.
    public ReadOnlyIntegerProperty shownProperty() {
        return shown.getReadOnlyProperty();
    }

    /// Whether rows are being put in order.
    public ReadOnlyBooleanProperty busyProperty() {
        return busy.getReadOnlyProperty();
    }

    /// Number of selected rows, and their places from the top.
    public List<Integer> selectedRows() {
        return List.copyOf(table.getSelectionModel().getSelectedIndices());
    }

    /// Selects the row with this number in [#rows] and brings it into view; nothing where a filter hides it.
    public void selectRow(int number) {
        int place = placeOf(number);
        if (place >= 0) {
            table.getSelectionModel().clearAndSelect(place);
            table.scrollTo(Math.max(0, place - 3));
        }
    }

    private int placeOf(int number) {
        int[] order = content.order();
        if (number < order.length && order[number] == number) {
            return number;
        }
        for (int i = 0; i < order.length; i++) {
            if (order[i] == number) {
                return i;
            }
        }
        return -1;
    }

    /// The table within, for focus and for tests.
    public TableView<Integer> table() {
        return table;
    }

    /// All rows of the result, whether shown or not.
    public RowStore rows() {
        return content.rows();
    }

    /// Numbers in [#rows] of the rows shown, in their order; not to be written to.
    public int[] order() {
        return content.order();
    }

    /// Places in [#rows] of the columns that are in view, in their order.
    public List<Integer> visibleColumns() {
        List<Integer> places = new ArrayList<>();
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof GridColumn g) {
                places.add(g.source());
            }
        }
        return places;
    }

    GridContent content() {
        return content;
    }

    String colorOf(String name) {
        return colors.apply(name);
    }

    /// Shows the result anew with other meanings of its columns.
    void changeColumns(UnaryOperator<GridColumn> change) {
        show(content.rows(), content.text(), content.columns().stream().map(change).toList());
    }

    /// Goes where the value of the cell points to.
    void follow(int row, int column, boolean stay) {
        GridColumn about = content.columns().get(column);
        int number = content.order()[row];
        if (followed != null) {
            followed.accept(number);
            return;
        }
        if (navigator == null || content.rows().isNull(number, about.source())) {
            return;
        }
        long value = content.rows().getLong(number, about.source());
        if (about.links() != null) {
            go(about.links(), value, stay);
            return;
        }
        // A time leads to the event that has it, when the row says which one that is.
        for (GridColumn other : content.columns()) {
            if (IdTable.EVENTS.contains(String.valueOf(other.links())) && other.title().equalsIgnoreCase("id")
                    && about.title().equalsIgnoreCase("ts") && !content.rows().isNull(number, other.source())) {
                go(other.links(), content.rows().getLong(number, other.source()), stay);
                return;
            }
        }
        navigator.goToTime(value);
    }

    private void go(String links, long id, boolean stay) {
        if (stay) {
            navigator.select(links, id);
        } else {
            navigator.goTo(links, id);
        }
    }

    private void pressed(KeyEvent e) {
        if (e.isShortcutDown() && e.getCode() == KeyCode.C) {
            GridClipboard.copyRows(this, table.getSelectionModel().getSelectedIndices());
            e.consume();
        }
    }

    private void buildColumns() {
        List<TableColumn<Integer, ?>> columns = new ArrayList<>();
        table.getSortOrder().clear();
        if (rowNumbers) {
            columns.add(numbers());
        }
        for (int i = 0; i < content.columns().size(); i++) {
            columns.add(column(i, content.columns().get(i)));
        }
        table.getColumns().setAll(columns);
        grow();
    }

    private TableColumn<Integer, Integer> numbers() {
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setSortable(false);
        c.setReorderable(false);
        c.setResizable(false);
        c.setPrefWidth(Math.max(42, 21 + 7.1 * Texts.grouped(content.rows().size()).length()));
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new NumberCell());
        return c;
    }

    private TableColumn<Integer, Integer> column(int place, GridColumn about) {
        TableColumn<Integer, Integer> c = new TableColumn<>();
        c.setId(about.title());
        c.setUserData(about);
        c.setGraphic(GridHeader.of(about));
        if (about.kind().isRight()) {
            c.getStyleClass().add("tg-right");
        }
        Icon arrow = new Icon("chevron-down", 13);
        c.setSortNode(arrow);
        c.sortTypeProperty().addListener((o, was, is) ->
                arrow.setName(c.getSortType() == TableColumn.SortType.DESCENDING ? "chevron-down" : "chevron-up"));
        arrow.setName("chevron-up");
        c.setMinWidth(36);
        c.setPrefWidth(about.width() > 0 ? about.width() : GridHeader.width(content, place));
        c.setCellValueFactory(f -> constant(f.getValue()));
        c.setCellFactory(x -> new GridCell(this, place, about));
        c.setContextMenu(GridHeader.menu(this, c, place));
        c.widthProperty().addListener((o, was, is) -> layoutSummary());
        return c;
    }

    private static ObservableValue<Integer> constant(Integer value) {
        return new ReadOnlyObjectWrapper<>(value);
    }

    /// Gives what is left of the width to the column that grows, if one does.
    private void grow() {
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
            double bar = content.order().length * ROW > table.getHeight() - 26 ? 13 : 2;
            growing.setPrefWidth(Math.max(160, table.getWidth() - others - bar));
        }
    }

    /// Puts the rows in order anew: filters, then columns from the last to the first.
    private void apply() {
        long mine = ++version;
        record Key(int column, boolean descending) {}
        List<Key> keys = new ArrayList<>();
        for (TableColumn<Integer, ?> c : table.getSortOrder()) {
            if (c.getUserData() instanceof GridColumn g) {
                keys.addFirst(new Key(g.source(), c.getSortType() == TableColumn.SortType.DESCENDING));
            }
        }
        List<RowFilter> filters = chips.filters();
        GridContent before = content;
        java.util.function.Supplier<GridContent> work = () -> {
            int[] order = RowOrder.filtered(before.rows(), RowOrder.all(before.rows()), filters);
            for (Key k : keys) {
                order = RowOrder.sorted(before.rows(), order, k.column, k.descending);
            }
            return before.ordered(order);
        };
        if (before.rows().size() <= AT_ONCE) {
            busy.set(false);
            content = work.get();
            refill();
            return;
        }
        busy.set(true);
        Thread.ofVirtual().start(() -> {
            GridContent made = work.get();
            FxThread.later(() -> {
                if (mine == version) {
                    content = made;
                    busy.set(false);
                    refill();
                }
            });
        });
    }

    private void refill() {
        // The table forgets what it is sorted by when it is given items, and asks for its sort policy; these items are
        // in order already.
        List<TableColumn<Integer, ?>> sortedBy = List.copyOf(table.getSortOrder());
        building = true;
        table.setItems(new RowNumbers(content.order().length));
        table.getSortOrder().setAll(sortedBy);
        building = false;
        table.refresh();
        shown.set(content.order().length);
        empty.setText(chips.describe().isEmpty() ? String.valueOf(empty.getUserData() == null ? "No rows." : empty.getUserData())
                : "No row passes the filter: " + chips.describe() + ".");
        grow();
        layoutSummary();
    }

    /// The number before a row.
    private static final class NumberCell extends javafx.scene.control.TableCell<Integer, Integer> {

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
