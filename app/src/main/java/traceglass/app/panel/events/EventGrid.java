package traceglass.app.panel.events;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.listing.EventColumn;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventRow;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.RowNumbers;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeSpan;

/// Table over an [EventIndex]. Rows are loaded while they are visible; rows in a time span are highlighted.
final class EventGrid extends BorderPane {

    private static final PseudoClass IN_RANGE = PseudoClass.getPseudoClass("in-range");
    private static final PseudoClass DIM = PseudoClass.getPseudoClass("dim");
    private static final double ROW_HEIGHT = 24;
    private static final double MIN_GROWING_WIDTH = 200;
    /// Width of the growing column, px, below which text columns become narrower.
    private static final double SHORT_GROWING_WIDTH = 420;
    /// Fraction of its width that a text column keeps.
    private static final double MIN_SHARE = .6;

    private final TraceSlot slot;
    private final EventListing listing;
    private final TableView<Integer> table = new TableView<>();
    private final EventPages pages;
    private final ObjectProperty<TimeSpan> range = new SimpleObjectProperty<>(new TimeSpan(0, 0));
    private EventIndex index = EventIndex.EMPTY;
    private BiConsumer<String, Boolean> onSort = (_, _) -> {};
    private IntConsumer onOpen = _ -> {};
    private Consumer<Long> onHovered = _ -> {};
    private Runnable onCopy = () -> {};
    private IntFunction<ContextMenu> menu = _ -> null;
    private ContextMenu openMenu;
    private boolean isFilling;

    EventGrid(TraceSlot slot, EventListing listing) {
        this.slot = slot;
        this.listing = listing;
        pages = new EventPages(listing, this::refresh);
        getStyleClass().addAll("tg-grid", "tg-event-table");
        table.getStyleClass().add("tg-grid-table");
        table.setFixedCellSize(ROW_HEIGHT);
        table.setId(listing.id() + "-table");
        table.setAccessibleText(listing.title());
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        table.setSortPolicy(t -> {
            if (!isFilling) {
                onSorted();
            }
            return true;
        });
        table.setRowFactory(_ -> new Row());
        table.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        table.getSelectionModel().selectedIndexProperty().addListener((_, _, newValue) -> {
            // Keyboard navigation in the list marks the time of each row on the timeline.
            if (table.isFocused() && newValue.intValue() >= 0 && newValue.intValue() < index.size()) {
                onHovered.accept(index.times()[newValue.intValue()]);
            }
        });
        table.widthProperty().addListener((_, _, _) -> {
            setColumns();
            shrinkText();
            growColumn();
        });
        setColumns();
        setCenter(table);
        setMinSize(0, 0);
    }

    /// Text size factor of the current column widths.
    private double factor;

    /// Updates the columns to those that the event kind currently has.
    void setColumns() {
        // Widths follow the text size.
        if (factor != StyleSheets.factor()
                || !listing.columns()
                        .equals(table.getColumns().stream()
                                .map(TableColumn::getUserData)
                                .toList())) {
            isFilling = true;
            factor = StyleSheets.factor();
            table.getColumns()
                    .setAll(listing.columns().stream().map(this::column).toList());
            table.getColumns().forEach(c -> c.widthProperty().addListener((_, _, _) -> growColumn()));
            isFilling = false;
            shrinkText();
            growColumn();
        }
    }

    /// Sets the callback for sorting; receives the column, or empty text, and whether the order is descending.
    void onSort(BiConsumer<String, Boolean> action) {
        onSort = action;
    }

    /// Sets the callback for rows to show on the timeline; receives the position of the row.
    void onOpen(IntConsumer action) {
        onOpen = action;
    }

    /// Sets the callback for the time of the row under the pointer or focus; receives null if there is none.
    void onHovered(Consumer<Long> action) {
        onHovered = action;
    }

    /// Sets the callback for the context menu of a row; receives the position of the row.
    void onMenu(IntFunction<ContextMenu> menuFactory) {
        menu = menuFactory;
    }

    void onCopy(Runnable action) {
        onCopy = action;
    }

    /// The highlighted time span.
    ObjectProperty<TimeSpan> rangeProperty() {
        return range;
    }

    TableView<Integer> table() {
        return table;
    }

    EventPages pages() {
        return pages;
    }

    EventIndex index() {
        return index;
    }

    /// Sets the node shown if there are no rows.
    void setPlaceholder(Node node) {
        table.setPlaceholder(node);
    }

    void show(EventIndex newIndex) {
        index = newIndex;
        pages.show(
                slot.trace().session() == null || !slot.trace().session().isReady()
                        ? null
                        : slot.trace().session().queries(),
                newIndex);
        List<TableColumn<Integer, ?>> sortedBy = List.copyOf(table.getSortOrder());
        isFilling = true;
        table.getSelectionModel().clearSelection();
        table.setItems(new RowNumbers(newIndex.size()));
        table.getSortOrder().setAll(sortedBy);
        isFilling = false;
        refresh();
        growColumn();
    }

    /// Updates the visible cells in place.
    void refresh() {
        table.refresh();
    }

    /// Selects a row and, if it is not visible, scrolls to it with some rows before it.
    void select(int row) {
        table.getSelectionModel().clearAndSelect(row);
        if (row < firstShown() || row >= firstShown() + shownRows() - 1) {
            table.scrollTo(Math.max(0, row - shownRows() / 3));
        }
    }

    /// Scrolls a row to the top.
    void scrollTo(int row) {
        table.scrollTo(Math.clamp(row, 0, Math.max(0, index.size() - 1)));
    }

    private int shownRows() {
        return Math.max(1, (int) ((table.getHeight() - 26) / ROW_HEIGHT));
    }

    private int firstShown() {
        return table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow && flow.getFirstVisibleCell() != null
                ? flow.getFirstVisibleCell().getIndex()
                : 0;
    }

    private void onSorted() {
        TableColumn<Integer, ?> by =
                table.getSortOrder().isEmpty() ? null : table.getSortOrder().getFirst();
        onSort.accept(by == null ? "" : by.getId(), by != null && by.getSortType() == TableColumn.SortType.DESCENDING);
    }

    private void keyPressed(KeyEvent e) {
        if (e.isShortcutDown() && e.getCode() == KeyCode.C) {
            onCopy.run();
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER && table.getSelectionModel().getSelectedIndex() >= 0) {
            onOpen.accept(table.getSelectionModel().getSelectedIndex());
            e.consume();
        }
    }

    /// Makes columns of text narrower in a narrow list, so that there is room for the growing column.
    private void shrinkText() {
        double all = 0;
        double texts = 0;
        for (TableColumn<Integer, ?> c : table.getColumns()) {
            EventColumn column = (EventColumn) c.getUserData();
            all += column.width() < 0 ? SHORT_GROWING_WIDTH : column.width();
            texts += isShrinkable(column) ? column.width() : 0;
        }
        double missing = Math.max(0, all * StyleSheets.factor() - table.getWidth());
        double share = Math.max(MIN_SHARE, 1 - missing / Math.max(1, texts * StyleSheets.factor()));
        for (TableColumn<Integer, ?> c : table.getColumns()) {
            EventColumn column = (EventColumn) c.getUserData();
            if (isShrinkable(column)) {
                c.setPrefWidth(Math.floor(column.width() * StyleSheets.factor() * share));
            }
        }
    }

    private static boolean isShrinkable(EventColumn column) {
        return column.width() > 0 && column.format() == EventColumn.ColumnFormat.TEXT;
    }

    private void growColumn() {
        TableColumn<Integer, ?> growing = null;
        double others = 0;
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            if (c.getUserData() instanceof EventColumn column && column.width() < 0) {
                growing = c;
            } else {
                others += c.getWidth();
            }
        }
        if (growing != null) {
            double bar = index.size() * ROW_HEIGHT > table.getHeight() - 26 ? 14 : 2;
            growing.setPrefWidth(Math.max(MIN_GROWING_WIDTH, table.getWidth() - others - bar));
        }
    }

    private TableColumn<Integer, Integer> column(EventColumn column) {
        TableColumn<Integer, Integer> c = new TableColumn<>(column.title());
        c.setId(column.name());
        c.setUserData(column);
        c.setMinWidth(40);
        c.setPrefWidth((column.width() < 0 ? MIN_GROWING_WIDTH : column.width()) * StyleSheets.factor());
        c.setSortable(!column.name().equals("args"));
        if (column.format() == EventColumn.ColumnFormat.NUMBER) {
            c.getStyleClass().add("tg-right");
        }
        Icon arrow = new Icon("chevron-up", 13);
        c.setSortNode(arrow);
        c.sortTypeProperty()
                .addListener((_, _, newValue) ->
                        arrow.setName(newValue == TableColumn.SortType.DESCENDING ? "chevron-down" : "chevron-up"));
        c.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(f.getValue()));
        int columnIndex = listing.columns().indexOf(column);
        c.setCellFactory(_ -> new Cell(column, columnIndex));
        return c;
    }

    private String time(long ts) {
        return slot.trace().session() == null
                ? ""
                : slot.appearance()
                        .timeStyle()
                        .time(ts, slot.trace().session().bounds().start());
    }

    private final class Row extends TableRow<Integer> {

        Row() {
            setOnContextMenuRequested(e -> {
                if (openMenu != null) {
                    openMenu.hide();
                }
                openMenu = isEmpty() || getItem() >= index.size() ? null : menu.apply(getItem());
                if (openMenu != null) {
                    openMenu.show(this, e.getScreenX(), e.getScreenY());
                    e.consume();
                }
            });
            range.addListener((_, _, _) -> mark());
            setOnMouseEntered(_ -> {
                if (!isEmpty() && getItem() < index.size()) {
                    onHovered.accept(index.times()[getItem()]);
                }
            });
            setOnMouseExited(_ -> onHovered.accept(null));
            setOnMouseClicked(e -> {
                if (!isEmpty() && e.getButton() == MouseButton.PRIMARY && !e.isShiftDown() && !e.isShortcutDown()) {
                    onOpen.accept(getItem());
                }
            });
        }

        @Override
        protected void updateItem(Integer position, boolean empty) {
            super.updateItem(position, empty);
            mark();
        }

        private void mark() {
            pseudoClassStateChanged(
                    IN_RANGE,
                    !isEmpty()
                            && getItem() != null
                            && getItem() < index.size()
                            && range.get().contains(index.times()[getItem()]));
            boolean isDimmed = !isEmpty() && getItem() != null && index.dim().get(getItem());
            pseudoClassStateChanged(DIM, isDimmed);
            setAccessibleHelp(isDimmed ? EventTexts.DOES_NOT_MATCH : null);
        }
    }

    private final class Cell extends TableCell<Integer, Integer> {

        private final EventColumn column;
        private final int columnIndex;

        Cell(EventColumn column, int columnIndex) {
            this.column = column;
            this.columnIndex = columnIndex;
            getStyleClass().add("tg-cell");
            if (column.isMonospaced()) {
                getStyleClass().add(Styles.MONO);
            }
            if (column.format() == EventColumn.ColumnFormat.NUMBER) {
                getStyleClass().add("tg-right");
            }
            if (column.format() == EventColumn.ColumnFormat.TIME) {
                getStyleClass().add("tg-event-time");
            }
        }

        @Override
        protected void updateItem(Integer position, boolean empty) {
            super.updateItem(position, empty);
            if (column.format() == EventColumn.ColumnFormat.LEVEL) {
                getStyleClass().removeIf(s -> s.startsWith("tg-level-"));
            }
            if (empty || position == null || position >= index.size()) {
                setText(null);
                setAccessibleText(null);
                return;
            }
            if (column.format() == EventColumn.ColumnFormat.TIME) {
                setText(time(index.times()[position]));
            } else {
                EventRow row = pages.row(position);
                String value = row == null ? null : row.values()[columnIndex];
                if (column.format() == EventColumn.ColumnFormat.LEVEL && value != null) {
                    getStyleClass().add("tg-level-" + value);
                    value = listing.levels().stream()
                            .filter(l -> Integer.toString(l.value()).equals(row.values()[columnIndex]))
                            .findFirst()
                            .map(EventListing.Level::label)
                            .orElse(value);
                }
                setText(value == null ? "" : SingleLineText.of(value.replace('\n', '⏎')));
            }
            setAccessibleText(column.title() + " " + getText());
        }
    }
}
