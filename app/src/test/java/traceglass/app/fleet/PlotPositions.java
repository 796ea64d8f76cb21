package traceglass.app.fleet;

import javafx.scene.layout.Region;

/// Positions of dots and bars in a plot, for simulated clicks: x and y in px.
public final class PlotPositions {

    private PlotPositions() {}

    /// Returns the position of the dot of a row.
    public static double[] ofRow(Region plot, int row) {
        double[] position = ((PlotCanvas) plot).position(row);
        if (position == null) {
            throw new AssertionError("row " + row + " is not drawn");
        }
        return position;
    }

    /// Returns a point in the last bar.
    public static double[] ofLastBin(Region plot) {
        PlotCanvas canvas = (PlotCanvas) plot;
        return canvas.positionOfBin(canvas.plot().bins().size() - 1);
    }
}
