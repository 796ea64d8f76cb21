package traceglass.render.surface;

import java.util.ArrayDeque;
import java.util.Locale;
import javafx.scene.text.Font;
import traceglass.render.font.MeasuredFont;

/// Writes an SVG file with real boxes and text. Omits everything outside the picture.
public final class SvgSurface implements Surface {

    private static final double OUTSIDE = 8;
    /// Coordinates are rounded to a thousandth of a px, finer than any screen.
    private static final double PRECISION = 1000;

    private final StringBuilder out = new StringBuilder(1 << 16);
    private final double width;
    private final double height;
    private String fill = "";
    private String stroke = "";
    private int clips;
    /// Fill and stroke at the start of each open clip.
    private final ArrayDeque<String> open = new ArrayDeque<>();

    /// @param width width of the picture, px
    /// @param height height of the picture, px
    public SvgSurface(double width, double height) {
        this.width = width;
        this.height = height;
    }

    /// Returns the complete file.
    ///
    /// @param title description of the picture, for screen readers
    public String file(String title) {
        if (!open.isEmpty()) {
            throw new IllegalStateException("a clip was not closed");
        }
        StringBuilder file = new StringBuilder(out.length() + 400);
        file.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(number(width))
                .append("\" height=\"")
                .append(number(height))
                .append("\" viewBox=\"0 0 ")
                .append(number(width))
                .append(' ')
                .append(number(height))
                .append("\" role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>");
        escape(title, file);
        return file.append("</title>\n").append(out).append("</svg>\n").toString();
    }

    private static String number(double value) {
        double rounded = Math.rint(value * PRECISION) / PRECISION;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
                ? Long.toString((long) rounded)
                : Double.toString(rounded);
    }

    private SvgSurface put(String name, double value) {
        out.append(' ').append(name).append("=\"").append(number(value)).append('"');
        return this;
    }

    private void end(String paint) {
        out.append(paint).append("/>\n");
    }

    private static String paint(String attribute, int argb) {
        int alpha = argb >>> 24;
        String color = String.format(Locale.ROOT, " %s=\"#%06x\"", attribute, argb & 0xFFFFFF);
        return alpha == 255 ? color : color + " " + attribute + "-opacity=\"" + number(alpha / 255.0) + "\"";
    }

    private boolean isOutside(double x, double y, double w, double h) {
        return x > width + OUTSIDE || y > height + OUTSIDE || x + w < -OUTSIDE || y + h < -OUTSIDE;
    }

    @Override
    public void fill(int argb) {
        fill = paint("fill", argb);
    }

    @Override
    public void stroke(int argb, double lineWidth) {
        stroke = " fill=\"none\"" + paint("stroke", argb) + " stroke-width=\"" + number(lineWidth) + "\"";
    }

    @Override
    public void clear(double w, double h) {
        // The surface is empty, or later drawing covers the old content.
    }

    @Override
    public void rect(double x, double y, double w, double h) {
        roundRect(x, y, w, h, 0);
    }

    @Override
    public void roundRect(double x, double y, double w, double h, double radius) {
        if (w > 0 && h > 0 && !isOutside(x, y, w, h)) {
            box(x, y, w, h, radius).end(fill);
        }
    }

    private SvgSurface box(double x, double y, double w, double h, double radius) {
        out.append("<rect");
        put("x", x).put("y", y).put("width", w).put("height", h);
        return radius > 0 ? put("rx", Math.min(radius, Math.min(w, h) / 2)) : this;
    }

    @Override
    public void outline(double x, double y, double w, double h, double radius) {
        if (w > 0 && h > 0 && !isOutside(x, y, w, h)) {
            box(x, y, w, h, radius).end(stroke);
        }
    }

    @Override
    public void polygon(double[] xs, double[] ys) {
        out.append("<polygon points=\"");
        for (int i = 0; i < xs.length; i++) {
            out.append(i == 0 ? "" : " ").append(number(xs[i])).append(',').append(number(ys[i]));
        }
        out.append('"');
        end(fill);
    }

    @Override
    public void oval(double x, double y, double w, double h) {
        out.append("<ellipse");
        put("cx", x + w / 2)
                .put("cy", y + h / 2)
                .put("rx", w / 2)
                .put("ry", h / 2)
                .end(fill);
    }

    @Override
    public void line(double x1, double y1, double x2, double y2) {
        out.append("<line");
        put("x1", x1).put("y1", y1).put("x2", x2).put("y2", y2).end(stroke);
    }

    @Override
    public void curve(double x1, double y1, double c1x, double c1y, double c2x, double c2y, double x2, double y2) {
        out.append("<path d=\"M")
                .append(number(x1))
                .append(' ')
                .append(number(y1))
                .append('C')
                .append(number(c1x))
                .append(' ')
                .append(number(c1y))
                .append(' ')
                .append(number(c2x))
                .append(' ')
                .append(number(c2y))
                .append(' ')
                .append(number(x2))
                .append(' ')
                .append(number(y2))
                .append('"');
        end(stroke);
    }

    @Override
    public void path(String svg, double x, double y, double scale) {
        out.append("<path d=\"")
                .append(svg)
                .append("\" transform=\"translate(")
                .append(number(x))
                .append(' ')
                .append(number(y))
                .append(") scale(")
                .append(number(scale))
                .append(")\"");
        end(stroke);
    }

    @Override
    public void text(MeasuredFont face, String text, double x, double y) {
        if (isOutside(x, y - face.lineHeight(), face.width(text), 2 * face.lineHeight())) {
            return;
        }
        Font font = InstalledFonts.font(face.face());
        out.append("<text xml:space=\"preserve\"");
        put("x", x).put("y", y);
        out.append(" font-family=\"");
        escape(font.getFamily() + ", sans-serif", out);
        out.append('"');
        put("font-size", font.getSize());
        if (font.getStyle().toLowerCase(Locale.ROOT).contains("bold")) {
            out.append(" font-weight=\"")
                    .append(font.getStyle().toLowerCase(Locale.ROOT).contains("semi") ? 600 : 700)
                    .append('"');
        }
        out.append(fill).append('>');
        escape(text, out);
        out.append("</text>\n");
    }

    @Override
    public void clip(double x, double y, double w, double h) {
        clips++;
        open.push(fill);
        open.push(stroke);
        out.append("<clipPath id=\"c").append(clips).append("\"><rect");
        put("x", x).put("y", y).put("width", Math.max(0, w)).put("height", Math.max(0, h));
        out.append("/></clipPath>\n<g clip-path=\"url(#c").append(clips).append(")\">\n");
    }

    @Override
    public void unclip() {
        stroke = open.pop();
        fill = open.pop();
        out.append("</g>\n");
    }

    /// XML cannot represent control characters, lone surrogates and a few others; they become dots.
    private static void escape(String text, StringBuilder out) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> {
                    boolean isBad =
                            c < ' ' && c != '\t' && c != '\n' || c >= 0xD800 && c <= 0xDFFF || (c & 0xFFFE) == 0xFFFE;
                    out.appendCodePoint(isBad ? '·' : c);
                }
            }
        });
    }
}
