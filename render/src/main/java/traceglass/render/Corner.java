package traceglass.render;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.shape.SVGPath;
import traceglass.render.paint.Geometry;
import traceglass.render.paint.Glyphs;

/// The controls in the corner above the labels: back and forward, the filter, trees of tracks, open all, close all.
final class Corner extends Pane {

    final Button back = button("left", "Previous view");
    final Button forward = button("right", "Next view");
    final Button expand = button("expand", "Open all groups");
    final Button collapse = button("collapse", "Close all groups");
    final Button trees = button("stack", "Workspaces: trees of tracks of your own");
    final TextField filter = new TextField();
    final SVGPath funnel = glyph("filter", 14);

    Corner() {
        setPickOnBounds(false);
        filter.setPromptText("Filter tracks");
        filter.setAccessibleText("Filter tracks");
        filter.getStyleClass().setAll("text-input", "text-field", "tg-filter");
        funnel.getStyleClass().setAll("tg-filter-glyph");
        filter.setTooltip(new Tooltip("Parts of names, with commas between them; process:, thread: and category: before a name narrow it down"));
        funnel.setPickOnBounds(true);
        funnel.setAccessibleText("Filter for a process, a thread or a category");
        setHistory(false, false);
        getChildren().addAll(back, forward, filter, funnel, trees, expand, collapse);
    }

    private static Button button(String icon, String name) {
        Button button = new Button();
        button.getStyleClass().setAll("tg-icon-button");
        button.setGraphic(glyph(icon, 15));
        button.setAccessibleText(name);
        button.setAccessibleRole(AccessibleRole.BUTTON);
        button.setTooltip(new Tooltip(name));
        return button;
    }

    private static SVGPath glyph(String icon, double size) {
        SVGPath path = new SVGPath();
        path.setContent(Glyphs.path(icon));
        path.getStyleClass().setAll("tg-glyph");
        path.setScaleX(size / 24);
        path.setScaleY(size / 24);
        return path;
    }

    void place(Geometry geometry) {
        double right = geometry.labelWidth() - 9;
        double middle = geometry.minimapHeight() / 2;
        put(forward, right - 22, middle - 11, 22, 22);
        put(back, right - 48, middle - 11, 22, 22);
        double below = geometry.minimapHeight() + Math.floor((geometry.headerHeight() - geometry.minimapHeight()) / 2);
        put(collapse, right - 22, below - 11, 22, 22);
        put(expand, right - 48, below - 11, 22, 22);
        put(trees, right - 74, below - 11, 22, 22);
        put(filter, 10, below - 12, Math.max(40, right - 80 - 10), 24);
        // A path keeps its own coordinates: its centre goes to the centre of where the icon belongs.
        funnel.relocate(23 - funnel.getLayoutBounds().getWidth() / 2, below - funnel.getLayoutBounds().getHeight() / 2);
    }

    /// Whether there are windows to go back and forward to.
    void setHistory(boolean hasBack, boolean hasForward) {
        back.setDisable(!hasBack);
        forward.setDisable(!hasForward);
    }

    private static void put(Node node, double x, double y, double width, double height) {
        node.resizeRelocate(Math.round(x), Math.round(y), width, height);
    }

    @Override
    protected void layoutChildren() {
        // Children are placed by `place`.
    }
}
