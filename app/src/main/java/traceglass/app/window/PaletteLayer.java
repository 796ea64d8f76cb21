package traceglass.app.window;

import javafx.geometry.Point2D;
import javafx.scene.layout.Pane;

/// Holds the omnibox's list over the rest of the window, below the field.
final class PaletteLayer extends Pane {

    private static final double LEAST_WIDTH = 440;

    private final Omnibox omnibox;

    PaletteLayer(Omnibox omnibox) {
        this.omnibox = omnibox;
        setPickOnBounds(false);
        getChildren().add(omnibox.palette());
        omnibox.layoutXProperty().addListener(o -> requestLayout());
        omnibox.widthProperty().addListener(o -> requestLayout());
        omnibox.palette().visibleProperty().addListener(o -> requestLayout());
    }

    @Override
    protected void layoutChildren() {
        Palette palette = omnibox.palette();
        Point2D below = sceneToLocal(omnibox.localToScene(0, omnibox.getHeight() + 6));
        double width = Math.max(LEAST_WIDTH, omnibox.getWidth());
        double x = Math.min(below.getX(), getWidth() - width - 8);
        palette.resizeRelocate(Math.round(x), Math.round(below.getY()), width, palette.prefHeight(width));
    }
}
