package traceglass.app.panel.flame;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import javafx.geometry.Orientation;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;
import javafx.util.Duration;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.panel.flame.shape.BoxTexts;
import traceglass.app.panel.flame.shape.FlameBoxes;
import traceglass.app.panel.flame.shape.FlameColors;
import traceglass.app.theme.StyleSheets;
import traceglass.render.color.Palette;
import traceglass.render.font.MeasuredFont;
import traceglass.render.surface.InstalledFonts;

/// Draws a flame graph with the root at the top. A click selects a frame. A double-click or Enter focuses it, so that
/// it takes the full width; Escape or a double-click on the root removes the focus. The secondary button opens the
/// frame's menu; the wheel scrolls. Only visible frames are drawn.
final class FlameView extends Pane {

    private static final double PAD = 6;

    private final Canvas canvas = new Canvas();
    private final ScrollBar bar = new ScrollBar();
    private final Tooltip tooltip = new Tooltip();
    private final MeasuredFont face = InstalledFonts.at(1).ui(11.5);
    private final Font font = InstalledFonts.font(face.face());
    /// Scale of the text, and thus of the rows. Coordinates are unscaled.
    private double scale = 1;
    private Palette palette;
    private FlameGraph tree = FlameGraph.EMPTY;
    private FlameBoxes layout = FlameBoxes.of(tree, 0, 0);
    private FlameMeasure measure = new FlameMeasure("samples", FlameTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);
    private IntPredicate hit = i -> false;
    private Consumer<Integer> onSelect = i -> {};
    private IntFunction<ContextMenu> menu = i -> null;
    private ContextMenu open;
    private String emptyText = "";
    private boolean colorsByModule = true;
    private boolean isSearching;
    private int focus;
    private int selected = -1;
    private int hovered = -1;

    FlameView() {
        getStyleClass().add("tg-flame");
        setId("flame-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(FlameTexts.FLAME_GRAPH);
        bar.setOrientation(Orientation.VERTICAL);
        bar.valueProperty().addListener(o -> draw());
        getChildren().addAll(canvas, bar);
        tooltip.setShowDelay(Duration.millis(300));
        tooltip.getStyleClass().add("tg-tooltip");
        setOnMouseMoved(this::mouseMoved);
        setOnMouseExited(e -> {
            hovered = -1;
            draw();
        });
        setOnMouseClicked(this::mouseClicked);
        setOnScroll(e -> bar.setValue(Math.clamp(bar.getValue() - e.getDeltaY(), 0, bar.getMax())));
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE && focus != 0) {
                focus(0);
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && selected > 0) {
                focus(selected);
                e.consume();
            } else if (e.getCode().isArrowKey() && !e.isAltDown() && !e.isShortcutDown()) {
                moveSelection(e.getCode());
                e.consume();
            }
        });
        setOnContextMenuRequested(e -> {
            FlameBoxes.Box box = e.isKeyboardTrigger() ? null : boxAt(e.getX(), e.getY());
            int node = e.isKeyboardTrigger() ? selected : box == null ? -1 : box.node();
            showMenu(node, e.getScreenX(), e.getScreenY());
            e.consume();
        });
        setMinSize(0, 0);
    }

    /// Shows another graph; the focus is kept if the frame still exists at the same path.
    void show(FlameGraph newTree, FlameMeasure newMeasure) {
        List<String> path = tree.path(focus);
        tree = newTree;
        measure = newMeasure;
        focus = 0;
        for (String name : path) {
            int child = IntStream.of(tree.children(focus))
                    .filter(c -> tree.name(c).equals(name))
                    .findFirst()
                    .orElse(-1);
            if (child < 0) {
                focus = 0;
                break;
            }
            focus = child;
        }
        selected = -1;
        hovered = -1;
        bar.setValue(0);
        setAccessibleText(FlameTexts.graphDescription(tree.size(), measure.text(tree.total(0))));
        layOut();
    }

    /// Sets the function that creates the context menu of a frame.
    void onMenu(IntFunction<ContextMenu> menuFactory) {
        menu = menuFactory;
    }

    /// Sets the text shown if there are no frames.
    void setEmptyText(String text) {
        emptyText = text;
        draw();
    }

    void setPalette(Palette newPalette) {
        palette = newPalette;
        draw();
    }

    /// Sets whether colors depend on modules instead of frame names.
    void setColorsByModule(boolean isByModule) {
        colorsByModule = isByModule;
        draw();
    }

    /// Highlights frames; null for none.
    void setHits(IntPredicate hits) {
        isSearching = hits != null;
        hit = hits == null ? i -> false : hits;
        draw();
    }

    void onSelect(Consumer<Integer> listener) {
        onSelect = listener;
    }

    FlameGraph tree() {
        return tree;
    }

    /// The selected frame, or −1.
    int selected() {
        return selected;
    }

    int focused() {
        return focus;
    }

    /// Focuses a frame; 0 shows all.
    void focus(int node) {
        focus = node;
        layOut();
    }

    void select(int node) {
        selected = node;
        if (node >= 0) {
            setAccessibleText(
                    tooltipText(new FlameBoxes.Box(node, 0, 0, 0, -1, 1)).replace('\n', ','));
        }
        draw();
        onSelect.accept(node);
    }

    private void showMenu(int node, double x, double y) {
        if (open != null) {
            open.hide();
        }
        if (node < 0) {
            return;
        }
        select(node);
        open = menu.apply(node);
        if (open != null) {
            open.show(this, x, y);
        }
    }

    private void moveSelection(KeyCode code) {
        if (selected < 0) {
            select(focus);
            return;
        }
        int[] siblings = tree.children(selected == 0 ? 0 : tree.parent(selected));
        int index = 0;
        while (index < siblings.length && siblings[index] != selected) {
            index++;
        }
        int next = switch (code) {
            case UP ->
                tree.isUpward(selected)
                        ? nextLevel(selected, true)
                        : selected == 0 ? nextLevel(0, true) : tree.parent(selected);
            case DOWN -> tree.isUpward(selected) ? tree.parent(selected) : nextLevel(selected, false);
            case LEFT -> index > 0 && index < siblings.length ? siblings[index - 1] : selected;
            default -> index + 1 < siblings.length ? siblings[index + 1] : selected;
        };
        select(next);
        scrollTo(next);
    }

    private int nextLevel(int node, boolean isUpward) {
        return IntStream.of(tree.children(node))
                .filter(c -> tree.isUpward(c) == isUpward)
                .findFirst()
                .orElse(node);
    }

    private void scrollTo(int node) {
        double y = PAD + (tree.depth(node) + tree.upRows()) * FlameBoxes.ROW_HEIGHT;
        if (y < bar.getValue()) {
            bar.setValue(Math.max(0, y - PAD));
        } else if (y + FlameBoxes.ROW_HEIGHT > bar.getValue() + height()) {
            bar.setValue(Math.min(bar.getMax(), y + FlameBoxes.ROW_HEIGHT + PAD - height()));
        }
    }

    @Override
    protected void layoutChildren() {
        double barWidth = 12;
        bar.resizeRelocate(getWidth() - barWidth, 0, barWidth, getHeight());
        layOut();
    }

    private double height() {
        return getHeight() / scale;
    }

    private void layOut() {
        scale = StyleSheets.factor();
        double width = Math.max(0, getWidth() / scale - 2 * PAD - 12);
        layout = FlameBoxes.of(tree, focus, width);
        double height = layout.rows() * FlameBoxes.ROW_HEIGHT + PAD * 2;
        boolean overflows = height > height();
        bar.setVisible(overflows);
        bar.setMax(Math.max(0, height - height()));
        bar.setVisibleAmount(overflows ? bar.getMax() * height() / height : 0);
        bar.setUnitIncrement(FlameBoxes.ROW_HEIGHT);
        bar.setBlockIncrement(Math.max(FlameBoxes.ROW_HEIGHT, height() - FlameBoxes.ROW_HEIGHT));
        bar.setValue(Math.min(bar.getValue(), bar.getMax()));
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw();
    }

    private void draw() {
        GraphicsContext g = canvas.getGraphicsContext2D();
        if (palette == null) {
            return;
        }
        g.setTransform(scale, 0, 0, scale, 0, 0);
        g.setFill(color(palette.tokens.surface()));
        g.fillRect(0, 0, canvas.getWidth() / scale, height());
        g.setFont(font);
        g.setTextBaseline(VPos.CENTER);
        if (tree.isEmpty() && !emptyText.isEmpty()) {
            g.setFill(color(palette.tokens.text3()));
            g.fillText(face.fit(emptyText, canvas.getWidth() / scale - 32), 16, 24);
            return;
        }
        double top = PAD - bar.getValue();
        int first = Math.max(0, (int) ((-top) / FlameBoxes.ROW_HEIGHT));
        int last = Math.min(layout.rows() - 1, (int) ((height() - top) / FlameBoxes.ROW_HEIGHT));
        for (int row = first; row <= last; row++) {
            for (FlameBoxes.Box box : layout.row(row)) {
                draw(g, box, PAD + box.x(), top + row * FlameBoxes.ROW_HEIGHT);
            }
        }
    }

    private void draw(GraphicsContext g, FlameBoxes.Box box, double x, double y) {
        double w = Math.max(1, box.width() - 1);
        double h = FlameBoxes.ROW_HEIGHT - 1;
        boolean isHit = box.node() >= 0 && hit.test(box.node());
        int fill = box.node() <= 0
                ? palette.tokens.surface3()
                : isHit ? palette.tokens.warn() : FlameColors.fill(tree, box.node(), palette, colorsByModule);
        if (isSearching && !isHit && box.node() != 0) {
            fill = Palette.mix(fill, palette.tokens.surface(), .72);
        }
        if (box.node() >= 0 && box.node() == hovered) {
            fill = Palette.mix(palette.tokens.text(), fill, .16);
        }
        g.setFill(color(fill));
        g.fillRect(x, y, w, h);
        if (box.node() >= 0 && box.node() == selected) {
            g.setStroke(color(palette.tokens.outline()));
            g.setLineWidth(2);
            g.strokeRect(x + 1, y + 1, Math.max(1, w - 2), h - 2);
        }
        if (w > 22) {
            String label = box.node() < 0 ? BoxTexts.narrowFrames(box.count()) : label(box.node());
            String shown = face.fit(label, w - 8);
            if (!shown.isEmpty()) {
                g.setFill(color(
                        box.node() < 0
                                ? palette.tokens.text3()
                                : isHit ? palette.tokens.surface() : FlameColors.text(tree, box.node(), palette)));
                g.fillText(shown, x + 4, y + h / 2);
            }
        }
    }

    private String label(int node) {
        String name = node == 0 ? BoxTexts.allFrames(measure.text(tree.total(0))) : tree.name(node);
        return tree.isDifference() ? name + "  " + measure.difference(tree.delta(node)) : name;
    }

    private static Paint color(int argb) {
        return Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
    }

    private FlameBoxes.Box boxAt(double x, double y) {
        return layout.boxAt(x / scale - PAD, y / scale - PAD + bar.getValue());
    }

    private void mouseMoved(MouseEvent e) {
        FlameBoxes.Box box = boxAt(e.getX(), e.getY());
        int node = box == null ? -1 : box.node();
        setCursor(node >= 0 ? Cursor.HAND : Cursor.DEFAULT);
        if (box == null) {
            Tooltip.uninstall(this, tooltip);
        } else {
            tooltip.setText(tooltipText(box));
            Tooltip.install(this, tooltip);
        }
        if (node != hovered) {
            hovered = node;
            draw();
        }
    }

    private String tooltipText(FlameBoxes.Box box) {
        if (box.node() < 0) {
            return BoxTexts.narrowFramesBelow(box.count(), tree.name(box.parent()));
        }
        int node = box.node();
        String module = tree.module(node);
        StringBuilder out = new StringBuilder(tree.name(node))
                .append("\n")
                .append(measure.text(tree.total(node)))
                .append("  ·  ")
                .append(BoxTexts.shareOfAll(BoxTexts.share(tree.total(node), tree.total(0))));
        if (node > 0) {
            out.append("  ·  ")
                    .append(BoxTexts.shareOfParent(BoxTexts.share(tree.total(node), tree.total(tree.parent(node)))));
        }
        out.append("\n")
                .append(BoxTexts.selfValue(measure.text(tree.self(node))))
                .append(module.isEmpty() ? "" : "  ·  " + module);
        if (tree.isDifference()) {
            out.append("\n")
                    .append(BoxTexts.baseValue(measure.text(tree.baseTotal(node))))
                    .append("  ·  ")
                    .append(BoxTexts.currentValue(measure.text(tree.total(node))))
                    .append("  ·  ")
                    .append(measure.difference(tree.delta(node)));
        }
        return out.toString();
    }

    private void mouseClicked(MouseEvent e) {
        FlameBoxes.Box box = boxAt(e.getX(), e.getY());
        requestFocus();
        if (box == null || e.getButton() != MouseButton.PRIMARY) {
            return;
        }
        int node = box.node() >= 0 ? box.node() : box.parent();
        if (e.getClickCount() == 2) {
            focus(node);
        } else {
            select(node);
        }
    }
}
