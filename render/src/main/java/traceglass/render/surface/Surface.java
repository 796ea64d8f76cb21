package traceglass.render.surface;

/// What a [Pen] draws on: pixels or a vector file. Coordinates are px of the timeline control, colours `0xAARRGGBB`;
/// what is drawn later covers what was drawn before.
public interface Surface {

    /// The colour of what is filled from now on, and of text.
    void fill(int argb);

    /// The colour and width of lines from now on.
    void stroke(int argb, double width);

    /// Makes everything transparent.
    void clear(double width, double height);

    void rect(double x, double y, double width, double height);

    /// A filled box with round corners.
    void round(double x, double y, double width, double height, double radius);

    /// The outline of a box with round corners; the line's middle is on the box.
    void outline(double x, double y, double width, double height, double radius);

    void polygon(double[] xs, double[] ys);

    void oval(double x, double y, double width, double height);

    void line(double x1, double y1, double x2, double y2);

    /// A cubic Bézier curve.
    void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2);

    /// The lines of an SVG path, enlarged by `scale` and moved to (x, y). The width of the lines is enlarged, too.
    void path(String svg, double x, double y, double scale);

    /// One line of text whose baseline starts at (x, y).
    void text(Face face, String text, double x, double y);

    /// From now on nothing is drawn outside of this box, nor outside of the boxes given before, until [#unclip].
    /// Colours and widths that are set until then are forgotten after it.
    void clip(double x, double y, double width, double height);

    /// Ends the last [#clip].
    void unclip();

    /// Lines a px wide that rise by a px each px, cut to a box by their ends: a clip for each box would take longer
    /// than all of its lines.
    ///
    /// @param deviceScale device pixels a px
    /// @param gap from one line to the next, px
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

    /// Lines of pixels to draw crowded bands with, or null where everything is to be drawn as shapes.
    default PixelLines lines() {
        return null;
    }

    /// How many device pixels show one of this surface's pixels, along each side.
    default double outputScale() {
        return 1;
    }
}
