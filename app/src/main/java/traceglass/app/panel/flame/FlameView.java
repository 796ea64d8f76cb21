package traceglass.app.panel.flame;

import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongFunction;
import javafx.geometry.Orientation;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.util.Duration;
import traceglass.render.color.Palette;
import traceglass.render.paint.Face;
import traceglass.render.paint.Fonts;

/// Draws a flame tree, root at the top. A click selects a frame, a double click makes it as wide as the view (Enter does too, Escape
/// and a double click on the root go back), the wheel scrolls through deep stacks. Only what is in view is drawn.
final class FlameView extends Pane {

    private static final double PAD = 6;

    private final Canvas canvas = new Canvas();
    private final ScrollBar bar = new ScrollBar();
    private final Tooltip tip = new Tooltip();
    private final Face face = new Fonts(1).ui(11.5);
    private Palette palette;
    private FlameTree tree = FlameTree.EMPTY;
    private FlameLayout layout = FlameLayout.of(tree, 0, 0);
    private LongFunction<String> text = Long::toString;
    private IntPredicate hit = i -> false;
    private Consumer<Integer> onSelect = i -> {};
    private boolean byModule = true;
    private boolean searching;
    private int focus;
    private int selected = -1;
    private int hovered = -1;

    FlameView() {
        getStyleClass().add("tg-flame");
        setId("flame-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText("Flame graph");
        bar.setOrientation(Orientation.VERTICAL);
        bar.valueProperty().addListener(o -> draw());
        getChildren().addAll(canvas, bar);
        tip.setShowDelay(Duration.millis(300));
        tip.getStyleClass().add("tg-tip");
        setOnMouseMoved(this::moved);
        setOnMouseExited(e -> {
            hovered = -1;
            draw();
        });
        setOnMouseClicked(this::clicked);
        setOnScroll(e -> bar.setValue(Math.clamp(bar.getValue() - e.getDeltaY(), 0, bar.getMax())));
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE && focus != 0) {
                focus(0);
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && selected > 0) {
                focus(selected);
                e.consume();
            } else if (selected >= 0 && e.getCode().isArrowKey()) {
                walk(e.getCode());
                e.consume();
            }
        });
        setMinSize(0, 0);
    }

    /// @param newText how values are written
    void show(FlameTree newTree, LongFunction<String> newText) {
        tree = newTree;
        text = newText;
        focus = 0;
        selected = -1;
        hovered = -1;
        bar.setValue(0);
        lay();
    }

    void setPalette(Palette newPalette) {
        palette = newPalette;
        draw();
    }

    /// Colours frames by what they are of, or each by its own name.
    void setByModule(boolean modules) {
        byModule = modules;
        draw();
    }

    /// Marks frames; null for none.
    void setHits(IntPredicate hits) {
        searching = hits != null;
        hit = hits == null ? i -> false : hits;
        draw();
    }

    void onSelect(Consumer<Integer> listener) {
        onSelect = listener;
    }

    FlameTree tree() {
        return tree;
    }

    int focused() {
        return focus;
    }

    /// Makes a frame as wide as the view; 0 shows all.
    void focus(int node) {
        focus = node;
        lay();
    }

    void select(int node) {
        selected = node;
        draw();
        onSelect.accept(node);
    }

    private void walk(KeyCode code) {
        int[] siblings = tree.children(selected == 0 ? 0 : tree.parent(selected));
        int place = 0;
        while (place < siblings.length && siblings[place] != selected) {
            place++;
        }
        int next = switch (code) {
            case UP -> selected == 0 ? 0 : tree.parent(selected);
            case DOWN -> tree.children(selected).length > 0 ? tree.children(selected)[0] : selected;
            case LEFT -> place > 0 && place < siblings.length ? siblings[place - 1] : selected;
            default -> place + 1 < siblings.length ? siblings[place + 1] : selected;
        };
        select(next);
    }

    @Override
    protected void layoutChildren() {
        double barWidth = 12;
        bar.resizeRelocate(getWidth() - barWidth, 0, barWidth, getHeight());
        lay();
    }

    private void lay() {
        double width = Math.max(0, getWidth() - 2 * PAD - 12);
        layout = FlameLayout.of(tree, focus, width);
        double height = layout.rows() * FlameLayout.ROW + PAD * 2;
        boolean over = height > getHeight();
        bar.setVisible(over);
        bar.setMax(Math.max(0, height - getHeight()));
        bar.setVisibleAmount(over ? bar.getMax() * getHeight() / height : 0);
        bar.setUnitIncrement(FlameLayout.ROW);
        bar.setBlockIncrement(Math.max(FlameLayout.ROW, getHeight() - FlameLayout.ROW));
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
        g.setFill(color(palette.tokens.surface()));
        g.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        g.setFont(face.font());
        g.setTextBaseline(VPos.CENTER);
        double top = PAD - bar.getValue();
        int first = Math.max(0, (int) ((-top) / FlameLayout.ROW));
        int last = Math.min(layout.rows() - 1, (int) ((canvas.getHeight() - top) / FlameLayout.ROW));
        for (int row = first; row <= last; row++) {
            for (FlameLayout.Box box : layout.row(row)) {
                draw(g, box, PAD + box.x(), top + row * FlameLayout.ROW);
            }
        }
    }

    private void draw(GraphicsContext g, FlameLayout.Box box, double x, double y) {
        double w = Math.max(1, box.width() - 1);
        double h = FlameLayout.ROW - 1;
        boolean isHit = box.node() >= 0 && hit.test(box.node());
        int fill = box.node() < 0 ? palette.tokens.control() : box.node() == 0 ? palette.tokens.surface3() : isHit ? palette.tokens.warn() : fill(box.node());
        if (searching && !isHit && box.node() != 0) {
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
        if (box.node() >= 0 && w > 22) {
            String label = box.node() == 0 ? "All  ·  " + text.apply(tree.total(0)) : tree.name(box.node());
            String shown = face.fit(label, w - 8);
            if (!shown.isEmpty()) {
                g.setFill(color(box.node() == 0 ? palette.tokens.text() : isHit ? palette.tokens.surface() : palette.sliceText));
                g.fillText(shown, x + 4, y + h / 2);
            }
        }
    }

    private int fill(int node) {
        String key = byModule && !tree.module(node).isEmpty() ? tree.module(node) : tree.name(node);
        return palette.slice(key);
    }

    private static Paint color(int argb) {
        return Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
    }

    private FlameLayout.Box at(MouseEvent e) {
        return layout.at(e.getX() - PAD, e.getY() - PAD + bar.getValue());
    }

    private void moved(MouseEvent e) {
        FlameLayout.Box box = at(e);
        int node = box == null ? -1 : box.node();
        setCursor(node >= 0 ? Cursor.HAND : Cursor.DEFAULT);
        if (box == null) {
            Tooltip.uninstall(this, tip);
        } else {
            tip.setText(tipText(box));
            Tooltip.install(this, tip);
        }
        if (node != hovered) {
            hovered = node;
            draw();
        }
    }

    private String tipText(FlameLayout.Box box) {
        if (box.node() < 0) {
            return box.count() + " frames below " + tree.name(box.parent()) + ", each too narrow to be drawn";
        }
        String module = tree.module(box.node());
        return tree.name(box.node()) + "\n" + text.apply(tree.total(box.node())) + "  ·  " + share(tree.total(box.node()), tree.total(0)) + " of all"
                + "\nself " + text.apply(tree.self(box.node())) + (module.isEmpty() ? "" : "  ·  " + module);
    }

    static String share(long part, long of) {
        return of == 0 ? "0 %" : String.format(java.util.Locale.ROOT, "%.1f %%", 100.0 * part / of);
    }

    private void clicked(MouseEvent e) {
        FlameLayout.Box box = at(e);
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
