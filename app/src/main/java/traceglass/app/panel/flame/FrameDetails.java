package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// Details of one frame, next to the flame graph.
final class FrameDetails extends ScrollPane {

    private static final int MAX_CHILDREN = 12;

    private final VBox box = new VBox(6);
    private final IntConsumer selectFrame;
    private final IntFunction<List<FrameMenu.Item>> actions;

    /// Creates a pane.
    ///
    /// @param selectFrame selects another frame
    /// @param actions actions on a frame
    FrameDetails(IntConsumer selectFrame, IntFunction<List<FrameMenu.Item>> actions) {
        this.selectFrame = selectFrame;
        this.actions = actions;
        setContent(box);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setPrefWidth(330);
        setMinWidth(240);
        getStyleClass().addAll("edge-to-edge", "tg-flame-details");
        box.getStyleClass().add("tg-flame-details-box");
    }

    void show(FlameGraph tree, int node, FlameMeasure measure) {
        box.getChildren().clear();
        if (node < 0 || node >= tree.size()) {
            addHint(tree);
            return;
        }
        addName(tree, node);
        box.getChildren().add(fields(tree, node, measure));
        if (node == 0) {
            return;
        }
        FlowPane buttons = new FlowPane(6, 6);
        actions.apply(node).stream()
                .filter(FrameMenu.Item::hasButton)
                .forEach(a -> buttons.getChildren().add(button(a.title(), a.action())));
        box.getChildren().add(buttons);
        addRelatives(tree, node, measure);
        addModules(tree, measure);
    }

    private void addName(FlameGraph tree, int node) {
        Label name = new Label(tree.name(node));
        name.setWrapText(true);
        name.getStyleClass().add(Styles.STRONG);
        name.setId("flame-frame");
        box.getChildren().add(name);
        if (!tree.module(node).isEmpty() && node > 0) {
            Label module = new Label(tree.module(node));
            module.setWrapText(true);
            module.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            box.getChildren().add(module);
        }
    }

    private static GridPane fields(FlameGraph tree, int node, FlameMeasure measure) {
        GridPane fields = new GridPane(12, 4);
        int row = 0;
        row = addField(fields, row, measure.label(), measure.text(tree.total(node)));
        if (tree.isDifference()) {
            row = addField(fields, row, FlameTexts.IN_BASE, measure.text(tree.baseTotal(node)));
            row = addField(
                    fields,
                    row,
                    FlameTexts.DIFFERENCE,
                    FlameTexts.difference(
                            measure.difference(tree.delta(node)), tree.delta(node), tree.baseTotal(node)));
        }
        row = addField(fields, row, FlameTexts.SELF, measure.text(tree.self(node)));
        row = addField(fields, row, FlameTexts.OF_ALL, BoxTexts.share(tree.total(node), tree.total(0)));
        if (node > 0) {
            addField(
                    fields, row, FlameTexts.OF_PARENT, BoxTexts.share(tree.total(node), tree.total(tree.parent(node))));
        }
        return fields;
    }

    /// Adds links to the parent and the first children.
    private void addRelatives(FlameGraph tree, int node, FlameMeasure measure) {
        if (tree.parent(node) > 0) {
            box.getChildren()
                    .addAll(
                            heading(FlameTexts.PARENT),
                            row(tree.name(tree.parent(node)), "", "", () -> selectFrame.accept(tree.parent(node))));
        }
        if (tree.children(node).length > 0) {
            box.getChildren().add(heading(tree.isUpward(node) ? FlameTexts.CALLED_FROM : FlameTexts.CHILDREN));
            for (int i = 0; i < Math.min(MAX_CHILDREN, tree.children(node).length); i++) {
                int child = tree.children(node)[i];
                box.getChildren()
                        .add(row(
                                tree.name(child),
                                measure.textWithoutUnit(tree.total(child)),
                                BoxTexts.share(tree.total(child), tree.total(node)),
                                () -> selectFrame.accept(child)));
            }
        }
    }

    private void addHint(FlameGraph tree) {
        Label hint = new Label(FlameTexts.FRAME_HINT);
        hint.setWrapText(true);
        hint.getStyleClass().add(Styles.TEXT_3);
        box.getChildren().add(hint);
        if (tree.isDifference()) {
            Label colors = new Label(FlameTexts.COMPARISON_HINT);
            colors.setWrapText(true);
            colors.getStyleClass().add(Styles.TEXT_3);
            box.getChildren().add(colors);
        }
    }

    private void addModules(FlameGraph tree, FlameMeasure measure) {
        if (!tree.modules().isEmpty()) {
            box.getChildren().add(heading(FlameTexts.MODULES_SELF));
        }
        tree.modules()
                .forEach(e -> box.getChildren()
                        .add(row(
                                e.getKey(),
                                measure.textWithoutUnit(e.getValue()),
                                BoxTexts.share(e.getValue(), tree.total(0)),
                                null)));
    }

    static int addField(GridPane fields, int row, String name, String value) {
        Label label = new Label(name);
        label.getStyleClass().add(Styles.TEXT_2);
        label.setMinWidth(Region.USE_PREF_SIZE);
        Label number = new Label(value);
        number.setWrapText(true);
        number.getStyleClass().add(Styles.MONO);
        fields.addRow(row, label, number);
        return row + 1;
    }

    static Button button(String title, Runnable action) {
        Button b = new Button(title);
        b.getStyleClass().add(Styles.COMPACT);
        b.setOnAction(e -> action.run());
        return b;
    }

    static Label heading(String text) {
        Label l = new Label(text);
        l.getStyleClass().add(Styles.SECTION);
        l.setPadding(new Insets(10, 0, 0, 0));
        return l;
    }

    static Node row(String name, String value, String share, Runnable go) {
        Label n = new Label(name);
        n.setMinWidth(60);
        Tooltips.set(n, name);
        if (go != null) {
            n.getStyleClass().add(Styles.LINK);
            n.setOnMouseClicked(e -> go.run());
        }
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        Label v = new Label(value);
        v.getStyleClass().add(Styles.MONO);
        v.setMinWidth(Region.USE_PREF_SIZE);
        Label s = new Label(share);
        s.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3);
        s.setMinWidth(Region.USE_PREF_SIZE);
        HBox row = new HBox(10, n, space, v, s);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
