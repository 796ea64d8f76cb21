package traceglass.app.window.frame;

import javafx.scene.layout.Region;
import traceglass.app.theme.StyleSheets;
import traceglass.icons.AppIcon;

/// The program's logo: three bars in the accent color. Its size follows the text size.
public final class Logo extends Region {

    /// Size of the grid in which the bars are defined, px.
    private static final double GRID = 24;

    /// @param size width and height at normal text size, px
    public Logo(double size) {
        for (double[] b : AppIcon.BARS) {
            Region bar = new Region();
            bar.getStyleClass().add("tg-logo-bar");
            bar.setOpacity(b[4]);
            bar.setManaged(false);
            getChildren().add(bar);
        }
        setMouseTransparent(true);
        StyleSheets.setWidths(this, size, size, size);
    }

    @Override
    protected double computeMinHeight(double width) {
        return getPrefWidth();
    }

    @Override
    protected double computePrefHeight(double width) {
        return getPrefWidth();
    }

    @Override
    protected double computeMaxHeight(double width) {
        return getPrefWidth();
    }

    @Override
    protected void layoutChildren() {
        double scale = getWidth() / GRID;
        for (int i = 0; i < AppIcon.BARS.length; i++) {
            double[] b = AppIcon.BARS[i];
            Region bar = (Region) getChildren().get(i);
            bar.setStyle("-fx-background-radius: " + b[3] * scale / 2 + "px;");
            bar.resizeRelocate(b[0] * scale, b[1] * scale, b[2] * scale, b[3] * scale);
        }
    }
}
