package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import javafx.css.PseudoClass;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.panel.flame.shape.FlameColors;
import traceglass.app.ui.CommonTexts;
import traceglass.render.color.Palette;

/// Frames of a flame graph as a tree, largest first. Children are created when a row is expanded. Initially the
/// path of the largest frames is open.
final class CallTree extends BorderPane {

    private static final PseudoClass HIT = PseudoClass.getPseudoClass("hit");
    /// The largest child is expanded initially if it has this share of its parent.
    private static final double EXPANDED_SHARE = .6;
    private static final int MAX_EXPANDED = 30;

    private final TreeTableView<Integer> table = new TreeTableView<>();
    private final TreeTableColumn<Integer, Integer> name = new TreeTableColumn<>(FlameTexts.FRAME);
    private final TreeTableColumn<Integer, Integer> total;
    private final TreeTableColumn<Integer, Integer> self;
    private final TreeTableColumn<Integer, Integer> difference;
    private FlameGraph graph = FlameGraph.EMPTY;
    private FlameMeasure measure = new FlameMeasure("samples", FlameTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);
    private Palette palette;
    private boolean colorsByModule = true;
    private Pattern typed;
    private IntFunction<ContextMenu> menu = _ -> null;
    private boolean isSelecting;

    /// @param onChoose receives the selected frame
    CallTree(IntConsumer onChoose) {
        getStyleClass().add("tg-grid");
        table.setId("flame-tree");
        table.getStyleClass().addAll("tg-grid-table", "tg-heap-tree");
        table.setAccessibleText(FlameTexts.CALL_TREE);
        table.setShowRoot(false);
        table.setFixedCellSize(FlameColumns.ROW_HEIGHT);
        table.setPlaceholder(FlameColumns.placeholder(FlameTexts.NO_FRAMES));
        name.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(f.getValue().getValue()));
        name.setCellFactory(_ -> new NameCell());
        name.setSortable(false);
        name.setMinWidth(80);
        total = number(CommonTexts.TOTAL, 130, i -> graph.total(i), true);
        self = number(FlameTexts.SELF, 120, i -> graph.self(i), false);
        difference = text(FlameTexts.DIFFERENCE, 130, i -> FlameColumns.difference(measure, graph.delta(i)));
        TreeTableColumn<Integer, Integer> share =
                text(FlameTexts.SHARE, 80, i -> BoxTexts.share(graph.total(i), graph.total(0)));
        TreeTableColumn<Integer, Integer> ofParent =
                text(FlameTexts.OF_PARENT, 90, i -> BoxTexts.share(graph.total(i), graph.total(graph.parent(i))));
        difference.setVisible(false);
        table.getColumns().setAll(List.of(name, total, share, ofParent, self, difference));
        table.widthProperty().addListener(_ -> growNameColumn());
        table.setRowFactory(_ -> new Row());
        table.getSelectionModel().selectedItemProperty().addListener((_, _, newValue) -> {
            if (newValue != null && !isSelecting) {
                onChoose.accept(newValue.getValue());
            }
        });
        FlameColumns.showMenu(table, () -> {
            TreeItem<Integer> selected = table.getSelectionModel().getSelectedItem();
            return selected == null ? null : menu.apply(selected.getValue());
        });
        setCenter(table);
        setMinSize(0, 0);
    }

    private TreeTableColumn<Integer, Integer> column(String title, double width) {
        TreeTableColumn<Integer, Integer> c = FlameColumns.number(new TreeTableColumn<>(title), width);
        c.setSortable(false);
        c.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(f.getValue().getValue()));
        return c;
    }

    private TreeTableColumn<Integer, Integer> number(
            String title, double width, ToLongFunction<Integer> value, boolean hasBar) {
        TreeTableColumn<Integer, Integer> c = column(title, width);
        c.setCellFactory(_ -> new ValueCell(
                i -> FlameColumns.value(measure, value.applyAsLong(i)),
                i -> hasBar ? FlameColumns.share(value.applyAsLong(i), graph.total(0)) : 0));
        return c;
    }

    private TreeTableColumn<Integer, Integer> text(String title, double width, IntFunction<String> value) {
        TreeTableColumn<Integer, Integer> c = column(title, width);
        c.setCellFactory(_ -> new ValueCell(value, _ -> 0));
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

    /// Highlights the frames that match this pattern; null for none.
    void setPattern(Pattern pattern) {
        typed = pattern;
        table.refresh();
    }

    void show(FlameGraph newGraph, FlameMeasure newMeasure) {
        graph = newGraph;
        measure = newMeasure;
        total.setText(FlameColumns.title(CommonTexts.TOTAL, measure));
        self.setText(FlameColumns.title(FlameTexts.SELF, measure));
        difference.setText(FlameColumns.title(FlameTexts.DIFFERENCE, measure));
        difference.setVisible(graph.isDifference());
        isSelecting = true;
        Item root = new Item(0);
        table.setRoot(root);
        root.setExpanded(true);
        isSelecting = false;
        int node = 0;
        TreeItem<Integer> item = root;
        for (int i = 0; i < MAX_EXPANDED && graph.children(node).length > 0; i++) {
            int largest = graph.children(node)[0];
            if (graph.total(largest) < EXPANDED_SHARE * graph.total(node)) {
                break;
            }
            node = largest;
            item = item.getChildren().getFirst();
            item.setExpanded(true);
        }
        growNameColumn();
    }

    /// Selects a frame and opens the rows above it.
    void select(int node) {
        if (node <= 0 || node >= graph.size() || table.getRoot() == null) {
            return;
        }
        TreeItem<Integer> at = table.getRoot();
        for (int step : graph.stack(node)) {
            at.setExpanded(true);
            at = at.getChildren().stream()
                    .filter(i -> i.getValue() == step)
                    .findFirst()
                    .orElse(null);
            if (at == null) {
                return;
            }
        }
        isSelecting = true;
        int row = table.getRow(at);
        table.getSelectionModel().select(row);
        table.scrollTo(Math.max(0, row - 3));
        isSelecting = false;
    }

    @Override
    protected void layoutChildren() {
        growNameColumn();
        super.layoutChildren();
    }

    private void growNameColumn() {
        // Shares take up to seven characters.
        String longest = difference.isVisible()
                ? FlameColumns.difference(measure, -graph.total(0))
                : FlameColumns.value(measure, graph.total(0));
        FlameColumns.fit(table, name, table.getVisibleLeafColumns(), longest.length() < 7 ? "-100.0%" : longest);
    }

    private final class Item extends TreeItem<Integer> {

        private boolean isFilled;

        Item(int node) {
            super(node);
        }

        @Override
        public boolean isLeaf() {
            return graph.children(getValue()).length == 0;
        }

        @Override
        public ObservableList<TreeItem<Integer>> getChildren() {
            if (!isFilled) {
                isFilled = true;
                List<TreeItem<Integer>> items = new ArrayList<>();
                for (int child : graph.children(getValue())) {
                    items.add(new Item(child));
                }
                super.getChildren().setAll(items);
            }
            return super.getChildren();
        }
    }

    private final class Row extends TreeTableRow<Integer> {

        @Override
        protected void updateItem(Integer node, boolean isEmpty) {
            super.updateItem(node, isEmpty);
            pseudoClassStateChanged(
                    HIT,
                    !isEmpty
                            && node != null
                            && typed != null
                            && node < graph.size()
                            && typed.matcher(graph.name(node)).find());
        }
    }

    private final class NameCell extends TreeTableCell<Integer, Integer> {

        private final FlameColumns.NameBox box = new FlameColumns.NameBox();

        NameCell() {
            FlameColumns.styleCell(this, false);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(Integer node, boolean isEmpty) {
            super.updateItem(node, isEmpty);
            if (isEmpty || node == null || node >= graph.size() || palette == null) {
                setGraphic(null);
                return;
            }
            String shown = (graph.isUpward(node) ? "↑ " : "") + graph.name(node);
            box.show(shown, graph.module(node), FlameColors.fill(graph, node, palette, colorsByModule));
            setAccessibleText(shown);
            setGraphic(box);
        }
    }

    private final class ValueCell extends TreeTableCell<Integer, Integer> {

        private final FlameColumns.ValueBox box = new FlameColumns.ValueBox();
        private final IntFunction<String> value;
        private final IntToDoubleFunction share;

        ValueCell(IntFunction<String> value, IntToDoubleFunction share) {
            this.value = value;
            this.share = share;
            FlameColumns.styleCell(this, true);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(Integer node, boolean isEmpty) {
            super.updateItem(node, isEmpty);
            if (isEmpty || node == null || node >= graph.size()) {
                setGraphic(null);
                return;
            }
            box.show(value.apply(node), share.applyAsDouble(node));
            setAccessibleText(value.apply(node));
            setGraphic(box);
        }
    }
}
