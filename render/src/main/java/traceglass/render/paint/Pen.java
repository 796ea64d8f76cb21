package traceglass.render.paint;

import java.util.HashMap;
import java.util.Map;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.FontSmoothingType;
import javafx.scene.text.TextAlignment;

/// A graphics context that snaps to device pixels, keeps its paints and knows how to place text. Coordinates are px of the control.
public final class Pen {

    private final GraphicsContext gc;
    private final double deviceScale;
    private final Map<Integer, Color> colors = new HashMap<>();
    private int fill = -1;
    private boolean fillKnown;

    public Pen(GraphicsContext gc, double deviceScale) {
        this.gc = gc;
        this.deviceScale = deviceScale;
        gc.setFontSmoothingType(FontSmoothingType.GRAY);
        gc.setTextBaseline(VPos.BASELINE);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.setLineCap(StrokeLineCap.ROUND);
        gc.setLineJoin(StrokeLineJoin.ROUND);
    }

    public GraphicsContext gc() {
        return gc;
    }

    /// To the nearest device pixel.
    public double snap(double value) {
        return Math.round(value * deviceScale) / deviceScale;
    }

    /// Width of one device pixel.
    public double hair() {
        return Math.max(1, Math.round(deviceScale)) / deviceScale;
    }

    public Color color(int argb) {
        Color known = colors.get(argb);
        if (known == null) {
            if (colors.size() > 20_000) {
                colors.clear();
            }
            known = Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
            colors.put(argb, known);
        }
        return known;
    }

    public Pen fill(int argb) {
        if (!fillKnown || fill != argb) {
            gc.setFill(color(argb));
            fill = argb;
            fillKnown = true;
        }
        return this;
    }

    public Pen stroke(int argb, double width) {
        gc.setStroke(color(argb));
        gc.setLineWidth(width);
        return this;
    }

    /// Wipes the whole canvas. Covering it all at once lets JavaFX drop what it has not drawn yet.
    public void cover(double width, double height, int argb) {
        fillKnown = false;
        if (argb >>> 24 == 0) {
            gc.clearRect(0, 0, width, height);
        } else {
            fill(argb);
            gc.fillRect(0, 0, width, height);
        }
    }

    public void rect(double x, double y, double width, double height) {
        gc.fillRect(x, y, width, height);
    }

    public void rect(int argb, double x, double y, double width, double height) {
        fill(argb);
        gc.fillRect(x, y, width, height);
    }

    public void round(double x, double y, double width, double height, double radius) {
        gc.fillRoundRect(x, y, width, height, 2 * radius, 2 * radius);
    }

    /// An outline whose outer edge is the given box.
    public void frame(double x, double y, double width, double height, double radius) {
        double half = gc.getLineWidth() / 2;
        gc.strokeRoundRect(x + half, y + half, width - 2 * half, height - 2 * half, 2 * (radius - half), 2 * (radius - half));
    }

    public void clip(double x, double y, double width, double height) {
        gc.save();
        gc.beginPath();
        gc.rect(x, y, width, height);
        gc.clip();
        fillKnown = false;
    }

    public void unclip() {
        gc.restore();
        fillKnown = false;
    }

    /// One line of text, its capitals centred on `middle`, cut to `room`. Gives the width it took.
    public double text(Face face, int argb, String text, double x, double middle, double room) {
        String shown = face.fit(text, room);
        if (shown.isEmpty()) {
            return 0;
        }
        fill(argb);
        gc.setFont(face.font());
        gc.fillText(shown, snap(x), Math.round(middle + face.middleToBaseline()));
        return face.width(shown);
    }

    /// Text that ends at `right`. Gives the width it took.
    public double textRight(Face face, int argb, String text, double right, double middle, double room) {
        String shown = face.fit(text, room);
        double width = face.width(shown);
        return shown.isEmpty() ? 0 : text(face, argb, shown, right - width, middle, width + 1);
    }

    /// Text around `center`.
    public double textCenter(Face face, int argb, String text, double center, double middle, double room) {
        String shown = face.fit(text, room);
        double width = face.width(shown);
        return shown.isEmpty() ? 0 : text(face, argb, shown, center - width / 2, middle, width + 1);
    }
}
