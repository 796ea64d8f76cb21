package traceglass.app.panel.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableCell;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapDominators;
import traceglass.analysis.heap.HeapDump;
import traceglass.analysis.heap.HeapText;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Dominator tree of objects, largest retained set first. Children are loaded when a row is expanded, a hundred at a
/// time.
final class DominatorTree extends BorderPane {

    private static final int STEP = 100;

    /// Row: an object, or, if `rest` is set, an item to show more children of the parent.
    ///
    /// @param object number in the dump, −1 for the root
    /// @param rest remaining children, or null for an object
    record Row(int object, int[] rest) {}

    private final TreeTableView<Row> table = new TreeTableView<>();
    private final TreeTableColumn<Row, String> natives;
    private HeapAnalysis heap;

    /// Creates the tree.
    ///
    /// @param chosen receives the selected object
    DominatorTree(IntConsumer chosen) {
        table.setId("heap-dominators");
        table.getStyleClass().add("tg-heap-tree");
        table.setShowRoot(false);
        table.setFixedCellSize(24);
        table.setAccessibleText("Dominator tree");
        Label empty = new Label("No object in this dump is reachable from a root.");
        empty.getStyleClass().add("tg-empty");
        table.setPlaceholder(empty);
        TreeTableColumn<Row, Row> name = new TreeTableColumn<>("Object");
        name.setPrefWidth(430);
        name.setSortable(false);
        name.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(f.getValue().getValue()));
        name.setCellFactory(c -> new NameCell());
        natives = number("Retained native, bytes", r -> heap.dominators().retainedNativeBytes(r.object));
        table.getColumns()
                .setAll(List.of(
                        name,
                        number("Retained, bytes", r -> heap.dominators().retainedBytes(r.object)),
                        natives,
                        number("Retained objects", r -> heap.dominators().retainedObjects(r.object)),
                        number("Self size, bytes", r -> heap.dump().selfBytes(r.object)),
                        share()));
        table.getSelectionModel().selectedItemProperty().addListener((o, was, is) -> {
            if (is != null && is.getValue() != null && is.getValue().rest == null) {
                chosen.accept(is.getValue().object);
            }
        });
        table.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                more(table.getSelectionModel().getSelectedItem());
                e.consume();
            }
        });
        table.setOnMouseClicked(e -> more(table.getSelectionModel().getSelectedItem()));
        setCenter(table);
    }

    private TreeTableColumn<Row, String> number(String title, ToLongFunction<Row> value) {
        return column(title, r -> DisplayText.grouped(value.applyAsLong(r)));
    }

    private TreeTableColumn<Row, String> share() {
        return column("Of heap", r -> {
            HeapDominators d = heap.dominators();
            long all = d.allBytes() + d.allNativeBytes();
            return all == 0
                    ? "0 %"
                    : String.format(
                            java.util.Locale.ROOT,
                            "%.1f %%",
                            100.0 * (d.retainedBytes(r.object) + d.retainedNativeBytes(r.object)) / all);
        });
    }

    private TreeTableColumn<Row, String> column(String title, java.util.function.Function<Row, String> value) {
        TreeTableColumn<Row, String> c = new TreeTableColumn<>(title);
        c.setPrefWidth(title.length() > 16 ? 170 : title.length() > 10 ? 130 : 86);
        c.setSortable(false);
        c.getStyleClass().add("tg-right");
        c.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(
                f.getValue().getValue().rest != null
                        ? ""
                        : value.apply(f.getValue().getValue())));
        c.setCellFactory(x -> new TreeTableCell<>() {
            {
                getStyleClass().add("tg-number");
            }

            @Override
            protected void updateItem(String text, boolean none) {
                super.updateItem(text, none);
                setText(none ? null : text);
            }
        });
        return c;
    }

    private final class NameCell extends TreeTableCell<Row, Row> {

        @Override
        protected void updateItem(Row row, boolean none) {
            super.updateItem(row, none);
            getStyleClass().remove(Styles.LINK);
            if (none || row == null) {
                setText(null);
            } else if (row.rest != null) {
                setText("Show more (" + DisplayText.count(row.rest.length, "object", "objects") + ")");
                getStyleClass().add(Styles.LINK);
            } else {
                HeapDump dump = heap.dump();
                String root = HeapText.root(dump, row.object);
                setText(dump.className(row.object) + (root.isEmpty() ? "" : "   " + root + " root"));
            }
        }
    }

    private final class Item extends TreeItem<Row> {

        private boolean asked;

        Item(Row row) {
            super(row);
            if (row.rest == null && heap.dominators().dominatedCount(row.object) > 0) {
                // Placeholder that makes the row expandable until its children are loaded.
                getChildren().add(new TreeItem<>(new Row(row.object, new int[0])));
                expandedProperty().addListener((o, was, is) -> fill());
            }
        }

        private void fill() {
            if (!asked) {
                asked = true;
                HeapAnalysis of = heap;
                int object = getValue().object;
                // Sorting tens of thousands of objects below a map takes longer than a frame.
                Thread.ofVirtual().start(() -> {
                    int[] below = of.dominators().dominated(object);
                    FxThread.later(() -> {
                        if (of == heap) {
                            getChildren().setAll(items(object, below));
                        }
                    });
                });
            }
        }
    }

    private List<TreeItem<Row>> items(int above, int[] objects) {
        List<TreeItem<Row>> items = new ArrayList<>();
        for (int i = 0; i < Math.min(STEP, objects.length); i++) {
            items.add(new Item(new Row(objects[i], null)));
        }
        if (objects.length > STEP) {
            items.add(new TreeItem<>(new Row(above, Arrays.copyOfRange(objects, STEP, objects.length))));
        }
        return items;
    }

    private void more(TreeItem<Row> offer) {
        if (offer == null || offer.getValue().rest == null || offer.getValue().rest.length == 0) {
            return;
        }
        TreeItem<Row> above = offer.getParent();
        int at = above.getChildren().indexOf(offer);
        above.getChildren().remove(offer);
        above.getChildren().addAll(at, items(offer.getValue().object, offer.getValue().rest));
    }

    void show(HeapAnalysis of) {
        heap = of;
        natives.setVisible(of.dominators().allNativeBytes() > 0);
        Item root = new Item(new Row(-1, null));
        table.setRoot(root);
        root.setExpanded(true);
    }
}
