package traceglass.render.surface;

import java.util.ArrayDeque;
import javafx.scene.canvas.GraphicsContext;
import traceglass.render.box.Drawing;
import traceglass.render.font.MeasuredFont;

/// Drawing operations for the painters: snaps to device pixels and places text on any surface. Coordinates are px of
/// the control.
public final class Pen implements Drawing {

    private final Surface surface;
    private final double deviceScale;
    private final ArrayDeque<Double> widths = new ArrayDeque<>();
    private double lineWidth = 1;
    private boolean isBlank;

    /// Creates a pen for a canvas.
    ///
    /// @param deviceScale device pixels per px
    public Pen(GraphicsContext gc, double deviceScale) {
        this(new CanvasSurface(gc), deviceScale);
    }

    public Pen(Surface surface, double deviceScale) {
        this.surface = surface;
        this.deviceScale = deviceScale;
    }

    /// Creates a surface that draws on a canvas.
    public static Surface surface(GraphicsContext gc) {
        return new CanvasSurface(gc);
    }

    /// Device pixels per px.
    public double deviceScale() {
        return deviceScale;
    }

    @Override
    public double snap(double value) {
        return Math.round(value * deviceScale) / deviceScale;
    }

    /// Width of one device pixel.
    public double devicePixel() {
        return Math.max(1, Math.round(deviceScale)) / deviceScale;
    }

    /// Pixel lines for crowded bands, or null if the surface draws only shapes.
    public PixelLines lines() {
        return surface.lines();
    }

    /// Device pixels per px if that is an integer, else 0.
    public int pixelsPerPx() {
        double pixels = deviceScale * surface.outputScale();
        return pixels == Math.rint(pixels) ? (int) pixels : 0;
    }

    @Override
    public Pen fill(int argb) {
        surface.fill(argb);
        return this;
    }

    @Override
    public Pen stroke(int argb, double width) {
        surface.stroke(argb, width);
        lineWidth = width;
        return this;
    }

    /// Clears the whole surface. Covering all of it lets JavaFX drop pending drawing commands.
    public void cover(double width, double height, int argb) {
        if (argb >>> 24 == 0) {
            surface.clear(width, height);
            isBlank = true;
        } else {
            rect(argb, 0, 0, width, height);
        }
    }

    /// Whether nothing has been drawn since the surface was made transparent.
    public boolean isBlank() {
        return isBlank;
    }

    /// Draws diagonal lines over a box, `gap` px apart.
    public void hatch(int argb, double from, double to, double y, double height, int gap) {
        isBlank = false;
        surface.hatch(argb, from, to, y, height, gap, deviceScale);
        lineWidth = 1;
    }

    /// Called when the drawing is complete.
    public void finish() {
        PixelLines lines = surface.lines();
        if (lines != null) {
            lines.updateImages();
        }
    }

    @Override
    public void rect(double x, double y, double width, double height) {
        isBlank = false;
        surface.rect(x, y, width, height);
    }

    @Override
    public void rect(int argb, double x, double y, double width, double height) {
        surface.fill(argb);
        isBlank = false;
        surface.rect(x, y, width, height);
    }

    @Override
    public void roundRect(double x, double y, double width, double height, double radius) {
        isBlank = false;
        surface.roundRect(x, y, width, height, radius);
    }

    @Override
    public void frame(double x, double y, double width, double height, double radius) {
        double half = lineWidth / 2;
        isBlank = false;
        surface.outline(x + half, y + half, width - 2 * half, height - 2 * half, Math.max(0, radius - half));
    }

    @Override
    public void polygon(double[] xs, double[] ys) {
        isBlank = false;
        surface.polygon(xs, ys);
    }

    @Override
    public void oval(double x, double y, double width, double height) {
        isBlank = false;
        surface.oval(x, y, width, height);
    }

    @Override
    public void line(double x1, double y1, double x2, double y2) {
        isBlank = false;
        surface.line(x1, y1, x2, y2);
    }

    @Override
    public void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2) {
        isBlank = false;
        surface.curve(x1, y1, c1x, c1y, c2x, c2y, x2, y2);
    }

    /// Draws the lines of an SVG path, scaled by `scale`, with its origin at (x, y).
    public void path(String svg, double x, double y, double scale) {
        isBlank = false;
        surface.path(svg, x, y, scale);
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        surface.clip(x, y, width, height);
        widths.push(lineWidth);
    }

    @Override
    public void unclip() {
        surface.unclip();
        lineWidth = widths.pop();
    }

    @Override
    public double text(MeasuredFont font, int argb, String text, double x, double middle, double room) {
        return put(font, argb, font.fit(text, room), x, middle);
    }

    private double put(MeasuredFont font, int argb, String text, double x, double middle) {
        if (text.isEmpty()) {
            return 0;
        }
        surface.fill(argb);
        isBlank = false;
        surface.text(font, text, snap(x), Math.round(middle + font.middleToBaseline()));
        return font.width(text);
    }

    /// Draws text that ends at `right`. Returns its width.
    public double textRight(MeasuredFont font, int argb, String text, double right, double middle, double room) {
        String fitted = font.fit(text, room);
        return put(font, argb, fitted, right - font.width(fitted), middle);
    }

    /// Draws text centered on `center`. Returns its width.
    public double textCenter(MeasuredFont font, int argb, String text, double center, double middle, double room) {
        String fitted = font.fit(text, room);
        return put(font, argb, fitted, center - font.width(fitted) / 2, middle);
    }
}
