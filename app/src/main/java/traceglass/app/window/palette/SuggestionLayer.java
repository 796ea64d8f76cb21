package traceglass.app.window.palette;

import javafx.geometry.Point2D;
import javafx.scene.layout.Pane;

/// Holds the omnibox's list over the rest of the window, below the field.
public final class SuggestionLayer extends Pane {

    /// Kept free at either side, px.
    private static final double MARGIN = 8;

    private final Omnibox omnibox;

    public SuggestionLayer(Omnibox omnibox) {
        this.omnibox = omnibox;
        setPickOnBounds(false);
        getChildren().add(omnibox.palette());
        omnibox.layoutXProperty().addListener(o -> requestLayout());
        omnibox.widthProperty().addListener(o -> requestLayout());
        omnibox.palette().visibleProperty().addListener(o -> requestLayout());
        // It is not managed, so that rows which come and go do not ask for a new layout themselves.
        omnibox.palette().getChildren().addListener((javafx.beans.InvalidationListener) o -> requestLayout());
    }

    @Override
    protected void layoutChildren() {
        SuggestionList palette = omnibox.palette();
        Point2D below = sceneToLocal(omnibox.localToScene(0, omnibox.getHeight() + 6));
        double width = Math.min(Math.max(palette.leastWidth(), omnibox.getWidth()), getWidth() - 2 * MARGIN);
        double x = Math.max(MARGIN, Math.min(below.getX(), getWidth() - width - MARGIN));
        palette.resizeRelocate(Math.round(x), Math.round(below.getY()), width, palette.prefHeight(width));
    }
}
