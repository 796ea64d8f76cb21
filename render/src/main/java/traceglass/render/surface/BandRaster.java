package traceglass.render.surface;

import java.util.Arrays;

/// Pixels of a crowded band of slices, and the boxes to be painted over them.
public final class BandRaster {

    private int body = -1;
    private int from = Integer.MAX_VALUE;
    private int to;
    private int edge;
    private int edgeLine = -1;
    private int middle = -1;
    private int middleFrom = Integer.MAX_VALUE;
    private int middleTo;
    private boolean hasInstants;
    private int[] overlay = new int[16];
    private int overlays;

    /// Index of the line that is stretched over the band, or −1 before [#addBody].
    public int body() {
        return body;
    }

    /// Records that pixels of the line that is stretched over the band have been filled in.
    public void addBody(int line, int first, int end) {
        body = line;
        from = Math.min(from, first);
        to = Math.max(to, end);
    }

    /// Index of the line that is drawn one px high along the middle, or −1 before [#addMiddle].
    public int middle() {
        return middle;
    }

    /// Records that pixels of the line along the middle have been filled in.
    public void addMiddle(int line, int first, int end) {
        middle = line;
        middleFrom = Math.min(middleFrom, first);
        middleTo = Math.max(middleTo, end);
    }

    /// Adds separate lines at the top and the bottom, for rounded corners.
    ///
    /// @param line index of the first of these lines: top lines first, then bottom lines
    /// @param height height of the lines at the top, and of those at the bottom, px
    public void setEdges(int line, int height) {
        edgeLine = line;
        edge = height;
    }

    /// Whether the band has instants.
    public boolean hasInstants() {
        return hasInstants;
    }

    public void addInstant() {
        hasInstants = true;
    }

    /// Number of boxes to be painted over the raster: those with a label or hatching, or that are not plain boxes.
    public int overlays() {
        return overlays;
    }

    /// Index in the frame of one of the boxes to be painted over the raster.
    public int overlay(int index) {
        return overlay[index];
    }

    public void addOverlay(int box) {
        if (overlays == overlay.length) {
            overlay = Arrays.copyOf(overlay, 2 * overlays);
        }
        overlay[overlays++] = box;
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
            int heightPx = edge * lines.perPx();
            lines.draw(edgeLine, heightPx, from, to, left, y);
            lines.draw(edgeLine + heightPx, heightPx, from, to, left, y + height - edge);
        }
    }
}
