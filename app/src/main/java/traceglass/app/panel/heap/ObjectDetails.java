package traceglass.app.panel.heap;

import java.util.List;
import java.util.function.IntConsumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapDominators;
import traceglass.analysis.heap.HeapDump;
import traceglass.analysis.heap.HeapObject;
import traceglass.analysis.heap.HeapText;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Details of one object: sizes, path from a root, and references from and to it. All objects are links.
final class ObjectDetails extends ScrollPane {

    private final VBox box = new VBox(6);
    private final IntConsumer showObject;
    private final Runnable goBack;
    private final IntConsumer showClass;

    /// Creates a pane.
    ///
    /// @param showObject shows another object
    /// @param goBack shows the previous object
    /// @param showClass lists the objects of an object's class
    ObjectDetails(IntConsumer showObject, Runnable goBack, IntConsumer showClass) {
        this.showObject = showObject;
        this.goBack = goBack;
        this.showClass = showClass;
        setId("heap-details");
        setContent(box);
        setFitToWidth(true);
        setPrefWidth(370);
        setMinWidth(300);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        getStyleClass().addAll("edge-to-edge", "tg-flame-details");
        box.getStyleClass().add("tg-flame-details-box");
        clear();
    }

    void clear() {
        Label hint = new Label(HeapTexts.SELECT_OBJECT_HINT);
        hint.setWrapText(true);
        hint.getStyleClass().add(Styles.TEXT_3);
        box.getChildren().setAll(hint);
    }

    void fail(String text) {
        Label label = new Label(text);
        label.setWrapText(true);
        label.getStyleClass().add("tg-error-text");
        box.getChildren().setAll(label);
    }

    /// Shows an object.
    ///
    /// @param hasBack whether there is a previous object
    void show(HeapAnalysis heap, HeapObject shown, boolean hasBack) {
        HeapDump dump = heap.dump();
        HeapDominators dominators = heap.dominators();
        int object = shown.object();
        Label name = new Label(dump.className(object));
        name.setWrapText(true);
        name.getStyleClass().add(Styles.STRONG);
        name.setId("heap-object");
        box.getChildren().setAll(name, chips(dump, dominators, object));
        box.getChildren().add(fields(dump, dominators, shown));
        box.getChildren().add(buttons(object, hasBack));
        if (dominators.dominator(object) >= 0) {
            box.getChildren()
                    .addAll(
                            heading(HeapTexts.DOMINATED_BY),
                            row(heap, new HeapObject.Link("", dominators.dominator(object)), object));
        }
        addSection(heap, HeapTexts.SHORTEST_PATH, shown.path(), shown.path().size(), object, HeapTexts.NOT_REACHABLE);
        addSection(heap, HeapTexts.REFERS_TO, shown.out(), shown.outCount(), object, HeapTexts.NO_REFERENCES);
        addSection(heap, HeapTexts.REFERRED_TO_BY, shown.in(), shown.inCount(), object, HeapTexts.NO_REFERRERS);
        setVvalue(0);
    }

    private static GridPane fields(HeapDump dump, HeapDominators dominators, HeapObject shown) {
        int object = shown.object();
        GridPane fields = new GridPane(12, 4);
        int row = 0;
        row = addField(fields, row, HeapTexts.ID, Long.toString(dump.id(object)));
        row = addField(fields, row, HeapTexts.SELF_SIZE, HeapTexts.bytes(dump.selfBytes(object)));
        boolean hasNatives = dominators.reachableNativeBytes() > 0;
        if (hasNatives) {
            row = addField(fields, row, HeapTexts.NATIVE_SIZE, HeapTexts.bytes(dump.nativeBytes(object)));
        }
        row = addField(
                fields,
                row,
                HeapTexts.RETAINED,
                dominators.isReachable(object)
                        ? HeapTexts.bytes(dominators.retainedBytes(object))
                        : HeapTexts.NOTHING_RETAINED);
        if (dominators.isReachable(object)) {
            if (hasNatives) {
                row = addField(
                        fields,
                        row,
                        HeapTexts.RETAINED_NATIVE,
                        HeapTexts.bytes(dominators.retainedNativeBytes(object)));
            }
            row = addField(fields, row, HeapTexts.RETAINED_SET, HeapTexts.objects(dominators.retainedObjects(object)));
        }
        for (String[] value : shown.values()) {
            row = addField(fields, row, HeapText.field(value[0]), value[1]);
        }
        return fields;
    }

    private FlowPane buttons(int object, boolean hasBack) {
        Button all = new Button(HeapTexts.OBJECTS_OF_THIS_CLASS);
        all.getStyleClass().add(Styles.COMPACT);
        all.setOnAction(e -> showClass.accept(object));
        FlowPane buttons = new FlowPane(6, 6, all);
        if (hasBack) {
            Button before = new Button(HeapTexts.BACK);
            before.setId("heap-back");
            before.getStyleClass().add(Styles.COMPACT);
            before.setOnAction(e -> goBack.run());
            buttons.getChildren().add(before);
        }
        return buttons;
    }

    private static Node chips(HeapDump dump, HeapDominators dominators, int object) {
        FlowPane chips = new FlowPane(6, 4);
        if (dump.isRoot(object)) {
            chips.getChildren().add(chip(HeapTexts.root(HeapText.root(dump, object)), "tg-info"));
        }
        if (!dominators.isReachable(object)) {
            chips.getChildren().add(chip(HeapTexts.UNREACHABLE, "tg-warn"));
        }
        if (!HeapText.heap(dump, object).isEmpty()) {
            chips.getChildren().add(chip(HeapTexts.heap(HeapText.heap(dump, object)), null));
        }
        return chips;
    }

    private static Label chip(String text, String kind) {
        Label chip = new Label(text);
        chip.getStyleClass().add(Styles.CHIP);
        if (kind != null) {
            chip.getStyleClass().add(kind);
        }
        return chip;
    }

    private void addSection(
            HeapAnalysis heap, String title, List<HeapObject.Link> links, long all, int self, String none) {
        box.getChildren().add(heading(links.isEmpty() ? title : HeapTexts.heading(title, all)));
        if (links.isEmpty()) {
            Label label = new Label(none);
            label.setWrapText(true);
            label.getStyleClass().add(Styles.TEXT_3);
            box.getChildren().add(label);
        }
        links.forEach(l -> box.getChildren().add(row(heap, l, self)));
        if (all > links.size()) {
            Label more = new Label(HeapTexts.more(all - links.size()));
            more.getStyleClass().add(Styles.TEXT_3);
            box.getChildren().add(more);
        }
    }

    private Node row(HeapAnalysis heap, HeapObject.Link link, int self) {
        String field = HeapText.field(link.field());
        Label fieldLabel = new Label(field);
        fieldLabel.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        fieldLabel.setMinWidth(0);
        fieldLabel.setMaxWidth(140);
        if (!field.isEmpty()) {
            Tooltips.set(fieldLabel, link.field());
        }
        HBox row = new HBox(8);
        row.setAlignment(Pos.CENTER_LEFT);
        if (!field.isEmpty()) {
            row.getChildren().add(fieldLabel);
        }
        if (link.object() < 0) {
            Label unknown = new Label(HeapTexts.MISSING_OBJECT);
            unknown.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            row.getChildren().add(unknown);
            return row;
        }
        String className = heap.dump().className(link.object());
        Node target;
        if (link.object() == self) {
            Label label = new Label(HeapText.brief(className));
            label.getStyleClass().add(Styles.SMALL);
            target = label;
        } else {
            Hyperlink go = Links.of(HeapText.brief(className), () -> this.showObject.accept(link.object()));
            go.getStyleClass().add(Styles.SMALL);
            go.setMinWidth(40);
            Tooltips.set(go, className);
            target = go;
        }
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Label size = new Label(DisplayText.size(heap.dominators().retainedBytes(link.object())
                + heap.dominators().retainedNativeBytes(link.object())));
        size.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3);
        size.setMinWidth(Region.USE_PREF_SIZE);
        Tooltips.set(size, HeapTexts.RETAINED_SIZE_TOOLTIP);
        row.getChildren().addAll(target, space, size);
        return row;
    }

    private static int addField(GridPane fields, int row, String name, String value) {
        Label label = new Label(name);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        Label text = new Label(value);
        text.setWrapText(true);
        text.getStyleClass().add(Styles.MONO);
        fields.addRow(row, label, text);
        return row + 1;
    }

    private static Label heading(String text) {
        Label l = new Label(text);
        l.getStyleClass().add(Styles.SECTION);
        l.setPadding(new Insets(10, 0, 0, 0));
        return l;
    }
}
