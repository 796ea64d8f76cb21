package traceglass.app.window.palette;

import javafx.beans.InvalidationListener;
import javafx.geometry.Point2D;
import javafx.scene.layout.Pane;

/// Places the omnibox's suggestion list over the window, below the field.
public final class SuggestionLayer extends Pane {

    /// Free space at either side, px.
    private static final double MARGIN = 8;

    private final Omnibox omnibox;

    public SuggestionLayer(Omnibox omnibox) {
        this.omnibox = omnibox;
        setPickOnBounds(false);
        getChildren().add(omnibox.palette());
        omnibox.layoutXProperty().addListener(o -> requestLayout());
        omnibox.widthProperty().addListener(o -> requestLayout());
        omnibox.palette().visibleProperty().addListener(o -> requestLayout());
        // The list is not managed, so changes of its rows do not request a layout on their own.
        omnibox.palette().getChildren().addListener((InvalidationListener) o -> requestLayout());
    }

    @Override
    protected void layoutChildren() {
        SuggestionList palette = omnibox.palette();
        Point2D below = sceneToLocal(omnibox.localToScene(0, omnibox.getHeight() + 6));
        double width = Math.min(Math.max(palette.minimumWidth(), omnibox.getWidth()), getWidth() - 2 * MARGIN);
        double x = Math.max(MARGIN, Math.min(below.getX(), getWidth() - width - MARGIN));
        palette.resizeRelocate(Math.round(x), Math.round(below.getY()), width, palette.prefHeight(width));
    }
}
