package traceglass.render.surface;

import traceglass.render.font.MeasuredFont;

/// Drawing target of a [Pen]: pixels or a vector file. Coordinates are px of the timeline control, colors
/// `0xAARRGGBB`. Later drawing covers earlier drawing.
public interface Surface {

    /// Sets the color of fills and text.
    void fill(int argb);

    /// Sets the color and width of lines.
    void stroke(int argb, double width);

    /// Makes everything transparent.
    void clear(double width, double height);

    void rect(double x, double y, double width, double height);

    /// Fills a box with rounded corners.
    void roundRect(double x, double y, double width, double height, double radius);

    /// Draws the outline of a box with rounded corners; the line is centered on the edge.
    void outline(double x, double y, double width, double height, double radius);

    void polygon(double[] xs, double[] ys);

    void oval(double x, double y, double width, double height);

    void line(double x1, double y1, double x2, double y2);

    /// Draws a cubic Bézier curve.
    void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2);

    /// Draws the lines of an SVG path, scaled by `scale` and moved to (x, y). Scales the line width, too.
    void path(String svg, double x, double y, double scale);

    /// Draws one line of text whose baseline starts at (x, y).
    void text(MeasuredFont font, String text, double x, double y);

    /// Restricts drawing to this box and all enclosing clips until [#unclip], which also discards colors and line
    /// widths set in between.
    void clip(double x, double y, double width, double height);

    /// Ends the last [#clip].
    void unclip();

    /// Draws lines one px wide that rise by one px per px, cut at the edges of the box; a clip for each box would
    /// take longer than all its lines.
    ///
    /// @param deviceScale device pixels per px
    /// @param gap horizontal distance from one line to the next, px
    default void hatch(int argb, double from, double to, double y, double height, int gap, double deviceScale) {
        stroke(argb, 1);
        for (double x = Math.floor((from - height) / gap) * gap; x < to; x += gap) {
            double x1 = Math.max(x, from);
            double x2 = Math.min(x + height, to);
            if (x2 > x1) {
                line(x1, y + height - (x1 - x), x2, y + height - (x2 - x));
            }
        }
    }

    /// Pixel lines for crowded bands, or null if everything is drawn as shapes.
    default PixelLines lines() {
        return null;
    }

    /// Device pixels for each pixel of this surface, along each side.
    default double outputScale() {
        return 1;
    }
}
