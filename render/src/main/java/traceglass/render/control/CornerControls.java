package traceglass.render.control;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;
import javafx.scene.shape.SVGPath;
import traceglass.render.action.TrackFilterField;
import traceglass.render.model.Geometry;
import traceglass.render.surface.Glyphs;
import traceglass.render.text.TimelineViewTexts;

/// Controls in the corner above the labels: back and forward, filter with a button that clears it, workspaces, expand
/// all, collapse all.
public final class CornerControls extends Pane implements TrackFilterField {

    /// Size of the grid of the icon paths.
    private static final double GRID = 24;
    private static final double ICON = 15;
    private static final double SMALL_ICON = 14;
    private static final double BUTTON = 22;
    /// Distance between two buttons.
    private static final double STEP = 26;
    private static final double FIELD = 24;
    /// Size of the button in the field.
    private static final double SMALL_BUTTON = 18;

    public final Button back = button("left", TimelineViewTexts.PREVIOUS_VIEW);
    public final Button forward = button("right", TimelineViewTexts.NEXT_VIEW);
    public final Button expand = button("expand", TimelineViewTexts.EXPAND_ALL);
    public final Button collapse = button("collapse", TimelineViewTexts.COLLAPSE_ALL);
    public final Button trees = button("stack", TimelineViewTexts.WORKSPACES);
    public final TextField filter = new TextField();
    /// Clears the filter; shown while there is one.
    public final Button clear = button("x", TimelineViewTexts.CLEAR_FILTER);
    public final SVGPath funnel = glyph("filter", SMALL_ICON);
    private double paddingScale = 1;

    public CornerControls() {
        setPickOnBounds(false);
        filter.setPromptText(TimelineViewTexts.FILTER_TRACKS);
        filter.setAccessibleText(TimelineViewTexts.FILTER_TRACKS);
        filter.getStyleClass().setAll("text-input", "text-field", "tg-filter");
        funnel.getStyleClass().setAll("tg-filter-glyph");
        Tooltips.set(filter, TimelineViewTexts.FILTER_TOOLTIP);
        funnel.setPickOnBounds(true);
        funnel.setAccessibleText(TimelineViewTexts.FILTER_MENU);
        clear.setId("filter-clear");
        clear.setFocusTraversable(false);
        clear.visibleProperty().bind(filter.textProperty().isNotEmpty());
        setHistory(false, false);
        getChildren().addAll(back, forward, filter, funnel, clear, trees, expand, collapse);
    }

    private static Button button(String icon, String name) {
        Button button = new Button();
        button.getStyleClass().setAll("tg-icon-button");
        button.setGraphic(glyph(icon, ICON));
        button.setAccessibleText(name);
        button.setAccessibleRole(AccessibleRole.BUTTON);
        Tooltips.set(button, name);
        return button;
    }

    private static SVGPath glyph(String icon, double size) {
        SVGPath path = new SVGPath();
        path.setContent(Glyphs.path(icon));
        path.getStyleClass().setAll("tg-glyph");
        setSize(path, size);
        return path;
    }

    private static void setSize(SVGPath path, double size) {
        path.setScaleX(size / GRID);
        path.setScaleY(size / GRID);
    }

    /// Positions all controls and scales them with the text.
    public void layOut(Geometry geometry) {
        double scale = geometry.scale();
        double right = geometry.labelWidth() - 9;
        double middle = geometry.minimapHeight() / 2;
        double headerMiddle =
                geometry.minimapHeight() + Math.floor((geometry.headerHeight() - geometry.minimapHeight()) / 2);
        putButton(forward, right, 0, middle, scale);
        putButton(back, right, 1, middle, scale);
        putButton(collapse, right, 0, headerMiddle, scale);
        putButton(expand, right, 1, headerMiddle, scale);
        putButton(trees, right, 2, headerMiddle, scale);
        double left = 10;
        put(
                filter,
                left,
                headerMiddle - FIELD * scale / 2,
                Math.max(40, right - (2 * STEP + BUTTON + 6) * scale - left),
                FIELD * scale);
        if (scale != paddingScale) {
            // The application's style sheet sets a padding for all text fields; only an inline style
            // overrides it.
            filter.setStyle("-fx-padding: 0 " + 24 * scale + " 0 " + 26 * scale + ";");
            paddingScale = scale;
        }
        setSize((SVGPath) clear.getGraphic(), SMALL_ICON * scale);
        put(
                clear,
                filter.getLayoutX() + filter.getWidth() - (SMALL_BUTTON + 4) * scale,
                headerMiddle - SMALL_BUTTON * scale / 2,
                SMALL_BUTTON * scale,
                SMALL_BUTTON * scale);
        setSize(funnel, SMALL_ICON * scale);
        // A path keeps its own coordinates, so its center is moved to the center of the icon.
        funnel.relocate(
                left + 13 * scale - funnel.getLayoutBounds().getWidth() / 2,
                headerMiddle - funnel.getLayoutBounds().getHeight() / 2);
    }

    /// @param number index from the right
    private static void putButton(Button button, double right, int number, double middle, double scale) {
        setSize((SVGPath) button.getGraphic(), ICON * scale);
        put(
                button,
                right - (number * STEP + BUTTON) * scale,
                middle - BUTTON * scale / 2,
                BUTTON * scale,
                BUTTON * scale);
    }

    /// Enables or disables the back and forward buttons.
    public void setHistory(boolean hasBack, boolean hasForward) {
        back.setDisable(!hasBack);
        forward.setDisable(!hasForward);
    }

    @Override
    public void setFilter(String text) {
        filter.setText(text);
    }

    @Override
    public void setFilterPrompt(String text) {
        filter.setPromptText(text);
    }

    @Override
    public void focusFilter() {
        filter.requestFocus();
    }

    private static void put(Node node, double x, double y, double width, double height) {
        node.resizeRelocate(Math.round(x), Math.round(y), width, height);
    }

    @Override
    protected void layoutChildren() {
        // [#layOut] positions the children.
    }
}
