package traceglass.app.ui;

import javafx.scene.layout.Region;
import traceglass.render.color.Palette;

/// Small square of one color.
public final class Swatch {

    private Swatch() {}

    /// Creates a square.
    ///
    /// @param argb color, `0xAARRGGBB`
    public static Region of(int argb) {
        Region swatch = new Region();
        swatch.setMinSize(12, 12);
        swatch.setMaxSize(12, 12);
        swatch.setStyle("-fx-background-color: " + Palette.css(argb) + "; -fx-background-radius: 3;");
        return swatch;
    }
}
