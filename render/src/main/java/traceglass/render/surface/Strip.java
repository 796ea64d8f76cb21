package traceglass.render.surface;

import java.util.Arrays;

/// Crowded band as lines of pixels, and the boxes to be painted over them.
public final class Strip {

    /// Index of the line that is stretched over the band, or −1.
    public int body = -1;
    /// First non-empty pixel of the body, and the end.
    public int from = Integer.MAX_VALUE;
    public int to;
    /// Height of the separate lines at the top and the bottom, for round corners, px; or 0.
    public int edge;
    /// Index of the first of these lines: top lines first, then bottom lines.
    public int edgeLine = -1;
    /// Index of the line that is drawn one px high along the middle, or −1.
    public int middle = -1;
    public int middleFrom = Integer.MAX_VALUE;
    public int middleTo;
    /// Whether the band has instants.
    public boolean instants;
    /// Boxes with a label or hatching, or that are drawn in another way.
    public int[] over = new int[16];
    public int overs;

    public void addOver(int box) {
        if (overs == over.length) {
            over = Arrays.copyOf(over, 2 * overs);
        }
        over[overs++] = box;
    }

    /// Draws the lines, which start at `left` px.
    public void draw(PixelLines lines, double left, double y, double height) {
        if (middle >= 0) {
            lines.stretch(middle, middleFrom, middleTo, left, Math.round(y + height / 2) - 1, 1);
        }
        if (body >= 0) {
            lines.stretch(body, from, to, left, y + edge, height - 2 * edge);
        }
        if (edge > 0) {
            int high = edge * lines.perPx();
            lines.draw(edgeLine, high, from, to, left, y);
            lines.draw(edgeLine + high, high, from, to, left, y + height - edge);
        }
    }
}
