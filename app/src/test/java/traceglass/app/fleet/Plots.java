package traceglass.app.fleet;

import javafx.scene.layout.Region;

/// Finds the positions of the parts of a plot in a window.
public final class Plots {

    private Plots() {}

    /// Returns the position of the dot of a row.
    public static double[] positionOfRow(Region plot, int row) {
        double[] at = ((PlotCanvas) plot).position(row);
        if (at == null) {
            throw new AssertionError("row " + row + " is not drawn");
        }
        return at;
    }

    /// Returns a point in the last bar.
    public static double[] positionOfLastBin(Region plot) {
        PlotCanvas canvas = (PlotCanvas) plot;
        return canvas.positionOfBin(canvas.plot().bins().size() - 1);
    }
}
