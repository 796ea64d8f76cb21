package traceglass.render.surface;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import javafx.geometry.VPos;
import javafx.scene.Scene;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.FontSmoothingType;
import javafx.scene.text.TextAlignment;
import javafx.stage.Window;
import traceglass.render.font.MeasuredFont;

/// Draws on a canvas. Caches paints, and sets them only when they change.
final class CanvasSurface implements Surface {

    private static final int COLOR_BITS = 12;

    private final GraphicsContext gc;
    private final PixelLines lines;
    private final Hatching hatching = new Hatching();
    /// Fonts are compared by identity: there is one for each size and weight.
    private final Map<MeasuredFont, Font> fonts = new IdentityHashMap<>();
    private final Map<String, IconPath> icons = new HashMap<>();
    private final IconPath.Sink iconSink = new IconSink();
    private final Color[] colors = new Color[1 << COLOR_BITS];
    private final int[] argbs = new int[1 << COLOR_BITS];
    private int fill = -1;
    private boolean isFillKnown;

    CanvasSurface(GraphicsContext gc) {
        this.gc = gc;
        lines = new PixelLines(gc);
        gc.setFontSmoothingType(FontSmoothingType.GRAY);
        gc.setTextBaseline(VPos.BASELINE);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.setLineCap(StrokeLineCap.ROUND);
        gc.setLineJoin(StrokeLineJoin.ROUND);
    }

    /// Direct-mapped cache without boxing, because almost every painted box needs a color; a color with the same
    /// slot replaces the old one.
    private Color color(int argb) {
        int slot = argb * 0x9E3779B9 >>> 32 - COLOR_BITS;
        Color color = colors[slot];
        if (color == null || argbs[slot] != argb) {
            color = Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
            colors[slot] = color;
            argbs[slot] = argb;
        }
        return color;
    }

    @Override
    public void fill(int argb) {
        if (!isFillKnown || fill != argb) {
            gc.setFill(color(argb));
            fill = argb;
            isFillKnown = true;
        }
    }

    @Override
    public void stroke(int argb, double width) {
        gc.setStroke(color(argb));
        gc.setLineWidth(width);
    }

    @Override
    public void clear(double width, double height) {
        isFillKnown = false;
        gc.clearRect(0, 0, width, height);
    }

    @Override
    public void rect(double x, double y, double width, double height) {
        gc.fillRect(x, y, width, height);
    }

    @Override
    public void roundRect(double x, double y, double width, double height, double radius) {
        gc.fillRoundRect(x, y, width, height, 2 * radius, 2 * radius);
    }

    @Override
    public void outline(double x, double y, double width, double height, double radius) {
        gc.strokeRoundRect(x, y, width, height, 2 * radius, 2 * radius);
    }

    @Override
    public void polygon(double[] xs, double[] ys) {
        gc.fillPolygon(xs, ys, xs.length);
    }

    @Override
    public void oval(double x, double y, double width, double height) {
        gc.fillOval(x, y, width, height);
    }

    @Override
    public void line(double x1, double y1, double x2, double y2) {
        gc.strokeLine(x1, y1, x2, y2);
    }

    @Override
    public void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2) {
        gc.beginPath();
        gc.moveTo(x1, y1);
        gc.bezierCurveTo(c1x, c1y, c2x, c2y, x2, y2);
        gc.stroke();
    }

    @Override
    public void path(String svg, double x, double y, double scale) {
        double lineWidth = gc.getLineWidth();
        gc.setLineWidth(lineWidth * scale);
        gc.beginPath();
        icons.computeIfAbsent(svg, IconPath::parse).draw(x, y, scale, iconSink);
        gc.stroke();
        gc.setLineWidth(lineWidth);
    }

    /// Adds the lines of an icon to the path of the canvas.
    private final class IconSink implements IconPath.Sink {

        @Override
        public void moveTo(double x, double y) {
            gc.moveTo(x, y);
        }

        @Override
        public void lineTo(double x, double y) {
            gc.lineTo(x, y);
        }

        @Override
        public void curveTo(double c1x, double c1y, double c2x, double c2y, double x, double y) {
            gc.bezierCurveTo(c1x, c1y, c2x, c2y, x, y);
        }

        @Override
        public void close() {
            gc.closePath();
        }
    }

    @Override
    public void text(MeasuredFont font, String text, double x, double y) {
        gc.setFont(fonts.computeIfAbsent(font, f -> InstalledFonts.font(f.face())));
        gc.fillText(text, x, y);
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        gc.save();
        gc.beginPath();
        gc.rect(x, y, width, height);
        gc.clip();
        isFillKnown = false;
    }

    @Override
    public void unclip() {
        gc.restore();
        isFillKnown = false;
    }

    @Override
    public void hatch(int argb, double from, double to, double y, double height, int gap, double deviceScale) {
        double perPx = deviceScale * outputScale();
        if (isWhole(perPx) && isWhole(height) && isWhole(y * perPx) && isWhole(from * perPx)) {
            hatching.draw(gc, argb, from, to, y, (int) height, gap, (int) perPx);
        } else {
            Surface.super.hatch(argb, from, to, y, height, gap, deviceScale);
        }
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    @Override
    public PixelLines lines() {
        return lines;
    }

    @Override
    public double outputScale() {
        Scene scene = gc.getCanvas().getScene();
        Window window = scene == null ? null : scene.getWindow();
        return window == null ? 1 : window.getRenderScaleX();
    }
}
