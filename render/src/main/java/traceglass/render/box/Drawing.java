package traceglass.render.box;

import traceglass.render.font.MeasuredFont;

/// Drawing operations of boxes, on pixels or in a vector file. Coordinates are px of the control, colors `0xAARRGGBB`.
public interface Drawing {

    /// Rounds to the nearest device pixel.
    double snap(double value);

    /// Sets the color of fills.
    Drawing fill(int argb);

    /// Sets the color and width of lines.
    Drawing stroke(int argb, double width);

    void rect(double x, double y, double width, double height);

    /// Fills a box, and sets the color of later fills.
    void rect(int argb, double x, double y, double width, double height);

    /// Fills a box with rounded corners.
    void roundRect(double x, double y, double width, double height, double radius);

    /// Draws an outline with the given box as its outer edge.
    void frame(double x, double y, double width, double height, double radius);

    void polygon(double[] xs, double[] ys);

    void oval(double x, double y, double width, double height);

    void line(double x1, double y1, double x2, double y2);

    /// Draws a cubic Bézier curve.
    void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2);

    /// Restricts drawing to this box and the enclosing clips until [#unclip], which also restores the colors and line
    /// width.
    void clip(double x, double y, double width, double height);

    /// Ends the last [#clip].
    void unclip();

    /// Draws one line of text with its capitals centered on `middle`, cut to a width of `room` px. Returns its width.
    double text(MeasuredFont font, int argb, String text, double x, double middle, double room);
}
