package traceglass.render.surface;

import java.util.Arrays;

/// A crowded band as lines of pixels, and what has to be painted over them.
public final class Strip {

    /// Number of the line that is stretched over the band, or −1.
    public int body = -1;
    /// First pixel of the body that is not empty, and the end.
    public int from = Integer.MAX_VALUE;
    public int to;
    /// How many px at the top and the bottom have lines of their own: the height of round corners, or 0.
    public int edge;
    /// Number of the first of these lines: those at the top, then those at the bottom.
    public int edgeLine = -1;
    /// Number of the line that is drawn a px high along the middle, or −1.
    public int middle = -1;
    public int middleFrom = Integer.MAX_VALUE;
    public int middleTo;
    /// Whether the band has instants.
    public boolean instants;
    /// Boxes that have a text or a hatching, or are drawn in another way altogether.
    public int[] over = new int[16];
    public int overs;

    public void addOver(int box) {
        if (overs == over.length) {
            over = Arrays.copyOf(over, 2 * overs);
        }
        over[overs++] = box;
    }

    /// Draws the lines; `left` is where they start, px.
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
