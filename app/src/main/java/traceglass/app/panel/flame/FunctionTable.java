package traceglass.app.panel.flame;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.function.FlameFunctions;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.panel.flame.shape.FlameColors;
import traceglass.app.ui.CommonTexts;
import traceglass.render.color.Palette;
import traceglass.store.text.DisplayText;

/// Functions of a flame graph with their sums, largest self value first. Text typed in the filter bar selects the
/// functions listed.
final class FunctionTable extends BorderPane {

    /// Order of functions with equal values in the sorted column.
    private static final Comparator<FlameFunctions.Function> LARGEST = (a, b) -> {
        int byTotal = Long.compare(b.total(), a.total());
        return byTotal != 0 ? byTotal : a.name().compareTo(b.name());
    };

    private final TableView<Integer> table = new TableView<>();
    private final TableColumn<Integer, String> name = new TableColumn<>(FlameTexts.FUNCTION);
    private final TableColumn<Integer, Long> self;
    private final TableColumn<Integer, Long> total;
    private final TableColumn<Integer, Long> difference;
    private FlameFunctions functions = FlameFunctions.EMPTY;
    private FlameMeasure measure = new FlameMeasure("samples", FlameTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);
    private Palette palette;
    private boolean colorsByModule = true;
    private Pattern typed;
    private IntFunction<ContextMenu> menu = _ -> null;
    private boolean isFilling;

    /// @param onChoose receives the number of the selected function
    FunctionTable(IntConsumer onChoose) {
        getStyleClass().add("tg-grid");
        prepareTable();
        name.setCellValueFactory(
                f -> new ReadOnlyObjectWrapper<>(of(f.getValue()).name()));
        name.setCellFactory(_ -> new NameCell());
        name.setMinWidth(80);
        self = number(
                FlameTexts.SELF,
                130,
                f -> of(f).self(),
                i -> FlameColumns.value(measure, of(i).self()),
                i -> FlameColumns.share(of(i).self(), functions.total()));
        TableColumn<Integer, Long> selfShare = number(
                FlameTexts.SELF_SHARE,
                90,
                f -> of(f).self(),
                i -> BoxTexts.share(of(i).self(), functions.total()),
                _ -> 0);
        total = number(
                CommonTexts.TOTAL,
                130,
                f -> of(f).total(),
                i -> FlameColumns.value(measure, of(i).total()),
                i -> FlameColumns.share(of(i).total(), functions.total()));
        TableColumn<Integer, Long> share = number(
                FlameTexts.SHARE,
                80,
                f -> of(f).total(),
                i -> BoxTexts.share(of(i).total(), functions.total()),
                _ -> 0);
        difference = number(
                FlameTexts.DIFFERENCE,
                130,
                f -> of(f).delta(),
                i -> FlameColumns.difference(measure, of(i).delta()),
                _ -> 0);
        difference.setVisible(false);
        table.getColumns().setAll(List.of(name, self, selfShare, total, share, difference));
        table.getSortOrder().add(self);
        table.widthProperty().addListener(_ -> growNameColumn());
        table.getSelectionModel().selectedItemProperty().addListener((_, _, newValue) -> {
            if (newValue != null && !isFilling) {
                onChoose.accept(newValue);
            }
        });
        FlameColumns.showMenu(table, () -> {
            Integer selected = table.getSelectionModel().getSelectedItem();
            return selected == null ? null : menu.apply(selected);
        });
        setCenter(table);
        setMinSize(0, 0);
    }

    private void prepareTable() {
        table.setId("flame-functions");
        table.getStyleClass().add("tg-grid-table");
        table.setAccessibleText(FlameTexts.FUNCTIONS);
        table.setFixedCellSize(FlameColumns.ROW_HEIGHT);
        table.setPlaceholder(FlameColumns.placeholder(FlameTexts.NO_FUNCTIONS));
    }

    private FlameFunctions.Function of(int function) {
        return functions.get(function);
    }

    private TableColumn<Integer, Long> number(
            String title,
            double width,
            ToLongFunction<Integer> value,
            IntFunction<String> text,
            IntToDoubleFunction share) {
        TableColumn<Integer, Long> c = FlameColumns.number(new TableColumn<>(title), width);
        c.setSortType(TableColumn.SortType.DESCENDING);
        c.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(value.applyAsLong(f.getValue())));
        c.setCellFactory(_ -> new ValueCell(text, share));
        return c;
    }

    void onMenu(IntFunction<ContextMenu> menuFactory) {
        menu = menuFactory;
    }

    void setColors(Palette newPalette, boolean isByModule) {
        palette = newPalette;
        colorsByModule = isByModule;
        table.refresh();
    }

    /// Lists only the functions that match this pattern; null for all.
    void filter(Pattern pattern) {
        typed = pattern;
        fill();
    }

    void show(FlameFunctions newFunctions, FlameMeasure newMeasure) {
        functions = newFunctions;
        measure = newMeasure;
        self.setText(FlameColumns.title(FlameTexts.SELF, measure));
        total.setText(FlameColumns.title(CommonTexts.TOTAL, measure));
        difference.setText(FlameColumns.title(FlameTexts.DIFFERENCE, measure));
        difference.setVisible(functions.isDifference());
        fill();
    }

    private void fill() {
        isFilling = true;
        Integer selected = table.getSelectionModel().getSelectedItem();
        table.getItems()
                .setAll(IntStream.of(functions.sorted(LARGEST))
                        .filter(i -> typed == null
                                || typed.matcher(of(i).name()).find()
                                || typed.matcher(of(i).module()).find())
                        .boxed()
                        .toList());
        table.sort();
        table.getSelectionModel().clearSelection();
        if (selected != null && selected < functions.size()) {
            table.getSelectionModel().select(selected);
        }
        isFilling = false;
        growNameColumn();
        table.refresh();
    }

    /// Selects a function and scrolls to it.
    void select(int function) {
        isFilling = true;
        if (function < 0) {
            table.getSelectionModel().clearSelection();
        } else {
            table.getSelectionModel().select((Integer) function);
            table.scrollTo(Math.max(0, table.getItems().indexOf(function) - 3));
        }
        isFilling = false;
    }

    /// Returns the numbers of the shown functions in order.
    int[] order() {
        return table.getItems().stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    protected void layoutChildren() {
        growNameColumn();
        super.layoutChildren();
    }

    private void growNameColumn() {
        // Shares take up to seven characters.
        String longest = difference.isVisible()
                ? FlameColumns.difference(measure, -functions.total())
                : FlameColumns.value(measure, functions.total());
        FlameColumns.fit(table, name, table.getVisibleLeafColumns(), longest.length() < 7 ? "-100.0%" : longest);
    }

    private final class NameCell extends TableCell<Integer, String> {

        private final FlameColumns.NameBox box = new FlameColumns.NameBox();

        NameCell() {
            FlameColumns.styleCell(this, false);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(String text, boolean isEmpty) {
            super.updateItem(text, isEmpty);
            int row = getIndex();
            if (isEmpty || row < 0 || row >= table.getItems().size() || palette == null) {
                setGraphic(null);
                return;
            }
            FlameFunctions.Function f = of(table.getItems().get(row));
            box.show(f.name(), f.module(), FlameColors.fill(f, functions.isDifference(), palette, colorsByModule));
            setAccessibleText(DisplayText.oneLine(f.name()));
            setGraphic(box);
        }
    }

    private final class ValueCell extends TableCell<Integer, Long> {

        private final FlameColumns.ValueBox box = new FlameColumns.ValueBox();
        private final IntFunction<String> text;
        private final IntToDoubleFunction share;

        ValueCell(IntFunction<String> text, IntToDoubleFunction share) {
            this.text = text;
            this.share = share;
            FlameColumns.styleCell(this, true);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(Long value, boolean isEmpty) {
            super.updateItem(value, isEmpty);
            int row = getIndex();
            if (isEmpty || row < 0 || row >= table.getItems().size()) {
                setGraphic(null);
                return;
            }
            int function = table.getItems().get(row);
            box.show(text.apply(function), share.applyAsDouble(function));
            setAccessibleText(text.apply(function));
            setGraphic(box);
        }
    }
}
