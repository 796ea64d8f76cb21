package traceglass.app.panel.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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
import traceglass.app.theme.NumberColumns;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Dominator tree of objects, largest retained set first. Children are loaded when a row is expanded, a hundred at a
/// time.
final class DominatorTree extends BorderPane {

    private static final int STEP = 100;

    /// Row: an object, or, if `remaining` is set, an item to show more children of the parent.
    ///
    /// @param object number in the dump, −1 for the root
    /// @param remaining remaining children, or null for an object
    record Row(int object, int[] remaining) {}

    /// Widths of the names at the default text size: below the first, numbers are narrower; below the second, the
    /// table scrolls.
    private static final double READABLE_NAME = 430;
    private static final double MIN_NAME = 130;

    private final TreeTableView<Row> table = new TreeTableView<>();
    private final TreeTableColumn<Row, String> natives;
    private HeapAnalysis heap;

    /// Creates the tree.
    ///
    /// @param onChoose receives the selected object
    DominatorTree(IntConsumer onChoose) {
        table.setId("heap-dominators");
        table.getStyleClass().add("tg-heap-tree");
        table.setShowRoot(false);
        table.setFixedCellSize(24);
        table.setAccessibleText(HeapTexts.DOMINATOR_TREE);
        Label empty = new Label(HeapTexts.NOTHING_REACHABLE);
        empty.getStyleClass().add("tg-empty");
        table.setPlaceholder(empty);
        TreeTableColumn<Row, Row> name = new TreeTableColumn<>(HeapTexts.OBJECT);
        name.setSortable(false);
        name.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(f.getValue().getValue()));
        name.setCellFactory(c -> new NameCell());
        natives = number(HeapTexts.RETAINED_NATIVE_BYTES, r -> heap.dominators().retainedNativeBytes(r.object));
        table.getColumns()
                .setAll(List.of(
                        name,
                        number(HeapTexts.RETAINED_BYTES, r -> heap.dominators().retainedBytes(r.object)),
                        natives,
                        number(
                                HeapTexts.RETAINED_OBJECTS,
                                r -> heap.dominators().retainedObjects(r.object)),
                        number(HeapTexts.SELF_SIZE_BYTES, r -> heap.dump().selfBytes(r.object)),
                        share()));
        table.getSelectionModel().selectedItemProperty().addListener((_, _, newValue) -> {
            if (newValue != null && newValue.getValue() != null && newValue.getValue().remaining == null) {
                onChoose.accept(newValue.getValue().object);
            }
        });
        table.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                showMore(table.getSelectionModel().getSelectedItem());
                e.consume();
            }
        });
        table.setOnMouseClicked(e -> showMore(table.getSelectionModel().getSelectedItem()));
        table.widthProperty().addListener(_ -> fitColumns());
        natives.visibleProperty().addListener(_ -> fitColumns());
        setCenter(table);
    }

    private void fitColumns() {
        int longest = heap == null
                ? 0
                : DisplayText.grouped(heap.dominators().reachableBytes()
                                + heap.dominators().reachableNativeBytes())
                        .length();
        NumberColumns.fit(
                table,
                table.getColumns().getFirst(),
                table.getVisibleLeafColumns(),
                READABLE_NAME,
                MIN_NAME,
                _ -> longest);
    }

    @Override
    protected void layoutChildren() {
        fitColumns();
        super.layoutChildren();
    }

    private TreeTableColumn<Row, String> number(String title, ToLongFunction<Row> value) {
        return column(title, r -> DisplayText.grouped(value.applyAsLong(r)));
    }

    private TreeTableColumn<Row, String> share() {
        return column(HeapTexts.SHARE_OF_HEAP, r -> {
            HeapDominators d = heap.dominators();
            long all = d.reachableBytes() + d.reachableNativeBytes();
            return HeapTexts.share(d.retainedBytes(r.object) + d.retainedNativeBytes(r.object), all);
        });
    }

    private TreeTableColumn<Row, String> column(String title, Function<Row, String> value) {
        TreeTableColumn<Row, String> c = new TreeTableColumn<>(title);
        NumberColumns.setWidth(c, title.length() > 16 ? 170 : title.length() > 10 ? 130 : 86);
        c.setSortable(false);
        c.getStyleClass().add("tg-right");
        c.setCellValueFactory(f -> new ReadOnlyObjectWrapper<>(
                f.getValue().getValue().remaining != null
                        ? ""
                        : value.apply(f.getValue().getValue())));
        c.setCellFactory(x -> new TreeTableCell<>() {
            {
                getStyleClass().add("tg-number");
            }

            @Override
            protected void updateItem(String text, boolean isEmpty) {
                super.updateItem(text, isEmpty);
                setText(isEmpty ? null : text);
            }
        });
        return c;
    }

    private final class NameCell extends TreeTableCell<Row, Row> {

        @Override
        protected void updateItem(Row row, boolean isEmpty) {
            super.updateItem(row, isEmpty);
            getStyleClass().remove(Styles.LINK);
            if (isEmpty || row == null) {
                setText(null);
            } else if (row.remaining != null) {
                setText(HeapTexts.showMore(row.remaining.length));
                getStyleClass().add(Styles.LINK);
            } else {
                HeapDump dump = heap.dump();
                String root = HeapText.root(dump, row.object);
                setText(dump.className(row.object) + (root.isEmpty() ? "" : "   " + HeapTexts.root(root)));
            }
        }
    }

    private final class Item extends TreeItem<Row> {

        private boolean isRequested;

        Item(Row row) {
            super(row);
            if (row.remaining == null && heap.dominators().dominatedCount(row.object) > 0) {
                // Placeholder that makes the row expandable until its children are loaded.
                getChildren().add(new TreeItem<>(new Row(row.object, new int[0])));
                expandedProperty().addListener((_, _, _) -> fill());
            }
        }

        private void fill() {
            if (!isRequested) {
                isRequested = true;
                HeapAnalysis requestedHeap = heap;
                int object = getValue().object;
                // Sorting tens of thousands of objects below a map takes longer than a frame.
                Thread.ofVirtual().start(() -> {
                    int[] dominated = requestedHeap.dominators().dominatedObjects(object);
                    FxThread.later(() -> {
                        if (requestedHeap == heap) {
                            getChildren().setAll(items(object, dominated));
                        }
                    });
                });
            }
        }
    }

    private List<TreeItem<Row>> items(int parent, int[] objects) {
        List<TreeItem<Row>> items = new ArrayList<>();
        for (int i = 0; i < Math.min(STEP, objects.length); i++) {
            items.add(new Item(new Row(objects[i], null)));
        }
        if (objects.length > STEP) {
            items.add(new TreeItem<>(new Row(parent, Arrays.copyOfRange(objects, STEP, objects.length))));
        }
        return items;
    }

    private void showMore(TreeItem<Row> moreItem) {
        if (moreItem == null || moreItem.getValue().remaining == null || moreItem.getValue().remaining.length == 0) {
            return;
        }
        TreeItem<Row> parent = moreItem.getParent();
        int at = parent.getChildren().indexOf(moreItem);
        parent.getChildren().remove(moreItem);
        parent.getChildren().addAll(at, items(moreItem.getValue().object, moreItem.getValue().remaining));
    }

    void show(HeapAnalysis newHeap) {
        heap = newHeap;
        natives.setVisible(newHeap.dominators().reachableNativeBytes() > 0);
        Item root = new Item(new Row(-1, null));
        table.setRoot(root);
        root.setExpanded(true);
    }
}
