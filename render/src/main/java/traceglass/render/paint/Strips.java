package traceglass.render.paint;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import traceglass.model.track.TrackKind;
import traceglass.render.color.Palette;
import traceglass.render.frame.SliceFrame;
import traceglass.render.time.Viewport;

/// Makes strips of crowded bands, and keeps them while only what is scrolled to changes.
final class Strips {

    /// Visible boxes in a band from which on they are not painted one by one.
    private static final int CROWDED = 24;

    /// Where a box is and how it is painted.
    interface Boxes {
        /// Left edge of a box on the control, px.
        double left(int box);

        /// How wide it is drawn, px, when it begins at `left`.
        double width(int box, double left);

        int argb(int box);

        /// Whether a box of that width is to be painted over the strip, or at least something on it.
        boolean isOver(int box, double width);
    }

    /// What the pixels of all strips depend on.
    private record Moment(Viewport viewport, double left, double right, int perPx, String highlightName, TrackKind highlightKind, Palette palette) {

        /// Asked in every frame.
        boolean isSame(Moment other) {
            return other != null && viewport == other.viewport && left == other.left && right == other.right && perPx == other.perPx
                    && Objects.equals(highlightName, other.highlightName) && highlightKind == other.highlightKind && palette == other.palette;
        }
    }

    private final Picture picture;
    private final Pen pen;
    private final Map<SliceFrame, Strip[]> strips = new IdentityHashMap<>();
    private Moment moment;
    private PixelLines lines;
    private Corners corners = new Corners(0);
    private int[] rounded = new int[256];
    private int roundeds;

    Strips(Picture picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
    }

    /// Where all lines start, px: in the label column when that ends within a pixel.
    private double left() {
        return Math.floor(picture.geometry.timeX());
    }

    /// The strip of a band, or null when its boxes are better painted one by one.
    ///
    /// @param first first box that may be visible
    /// @param end   end of the visible ones
    Strip of(SliceFrame frame, int depth, int first, int end, Bands bands, Boxes boxes) {
        if (lines == null || end - first < CROWDED || !isWhole(bands)) {
            return null;
        }
        Strip[] ofFrame = strips.computeIfAbsent(frame, f -> new Strip[f.rows()]);
        if (ofFrame[depth] == null) {
            ofFrame[depth] = make(frame, first, end, bands, boxes);
        }
        return ofFrame[depth];
    }

    /// Draws a strip.
    void draw(Strip strip, double y, double height) {
        strip.draw(lines, left(), y, height);
    }

    /// Round corners need an edge on a whole px, and a body between them.
    private static boolean isWhole(Bands bands) {
        return bands.radius() == 0 || bands.height() == Math.rint(bands.height()) && bands.height() > 2 * Math.ceil(bands.radius());
    }

    /// To be called before a frame is painted: keeps the strips that were made when they are still right.
    void begin() {
        lines = null;
        PixelLines found = pen.lines();
        Geometry geometry = picture.geometry;
        int perPx = pen.pixelsPerPx();
        double width = Math.ceil(geometry.width() - left()) * perPx;
        if (found == null || width < 1 || width > PixelLines.MOST) {
            return;
        }
        lines = found;
        Moment now = new Moment(picture.viewport, geometry.timeX(), geometry.width(), perPx, picture.highlightName, picture.highlightKind, picture.palette);
        if (!now.isSame(moment) || lines.isFull()) {
            moment = now;
            strips.clear();
            lines.turn((int) width, perPx);
        }
    }

    private Strip make(SliceFrame frame, int first, int end, Bands bands, Boxes boxes) {
        Strip strip = new Strip();
        int body = lines.take(1);
        int middle = lines.take(1);
        if (middle < 0) {
            return null;
        }
        int perPx = lines.perPx();
        double left = left();
        int width = (int) Math.ceil(picture.geometry.width() - left) * perPx;
        roundeds = 0;
        for (int i = first; i < end; i++) {
            byte kind = frame.kind()[i];
            if (kind == SliceFrame.INSTANT) {
                strip.instants = true;
                continue;
            }
            double a = boxes.left(i);
            double wide = boxes.width(i, a);
            if (boxes.isOver(i, wide)) {
                strip.addOver(i);
            }
            if (kind == SliceFrame.UNFINISHED) {
                continue;
            }
            int p = (int) Math.round((a - left) * perPx);
            int q = (int) Math.round((a + wide - left) * perPx);
            int from = Math.max(0, p);
            int to = Math.min(q, width);
            if (from >= to) {
                continue;
            }
            int argb = boxes.argb(i);
            if (kind == SliceFrame.LINE) {
                fill(lines.argb(), lines.start(middle), from, to, argb);
                strip.middle = middle;
                strip.middleFrom = Math.min(strip.middleFrom, from);
                strip.middleTo = Math.max(strip.middleTo, to);
                continue;
            }
            fill(lines.argb(), lines.start(body), from, to, argb);
            strip.body = body;
            strip.from = Math.min(strip.from, from);
            strip.to = Math.max(strip.to, to);
            if (bands.radius() > 0 && wide > SlicePainter.ROUND_FROM) {
                round(p, q, argb);
            }
        }
        if (roundeds > 0) {
            return edges(strip, bands, width);
        }
        return strip;
    }

    private void round(int p, int q, int argb) {
        if (roundeds + 3 > rounded.length) {
            rounded = Arrays.copyOf(rounded, 2 * rounded.length);
        }
        rounded[roundeds++] = p;
        rounded[roundeds++] = q;
        rounded[roundeds++] = argb;
    }

    /// The edges are like the body but for the corners of the boxes that have round ones.
    private Strip edges(Strip strip, Bands bands, int width) {
        int perPx = lines.perPx();
        if (corners.radius() != bands.radius() * perPx) {
            corners = new Corners(bands.radius() * perPx);
        }
        int edge = (int) Math.ceil(bands.radius());
        int body = lines.take(1 + 2 * edge * perPx);
        if (body < 0) {
            return null;
        }
        int[] pixels = lines.argb();
        int from = lines.start(strip.body);
        for (int line = 0; line <= 2 * edge * perPx; line++) {
            System.arraycopy(pixels, from, pixels, lines.start(body + line), width);
        }
        int size = corners.size();
        for (int k = 0; k < roundeds; k += 3) {
            int argb = multiplied(rounded[k + 2]);
            for (int row = 0; row < size; row++) {
                int upper = lines.start(body + 1 + row);
                int lower = lines.start(body + 2 * edge * perPx - row);
                for (int column = 0; column < size; column++) {
                    int shade = corners.shade(argb, column, row);
                    int a = rounded[k] + column;
                    int b = rounded[k + 1] - 1 - column;
                    if (a >= 0 && a < width) {
                        pixels[upper + a] = shade;
                        pixels[lower + a] = shade;
                    }
                    if (b >= 0 && b < width) {
                        pixels[upper + b] = shade;
                        pixels[lower + b] = shade;
                    }
                }
            }
        }
        strip.body = body;
        strip.edge = edge;
        return strip;
    }

    private static int multiplied(int argb) {
        int alpha = argb >>> 24;
        return alpha == 255 ? argb : alpha << 24 | (argb >> 16 & 255) * alpha / 255 << 16 | (argb >> 8 & 255) * alpha / 255 << 8 | (argb & 255) * alpha / 255;
    }

    /// Boxes that are thinner than a pixel share one; the last of them is seen, unless it can be seen through.
    private static void fill(int[] pixels, int start, int from, int to, int argb) {
        if (argb >>> 24 == 255) {
            for (int i = start + from; i < start + to; i++) {
                pixels[i] = argb;
            }
            return;
        }
        int colour = multiplied(argb);
        int rest = 255 - (argb >>> 24);
        for (int i = start + from; i < start + to; i++) {
            int under = pixels[i];
            pixels[i] = colour + ((under >>> 24) * rest / 255 << 24 | (under >> 16 & 255) * rest / 255 << 16
                    | (under >> 8 & 255) * rest / 255 << 8 | (under & 255) * rest / 255);
        }
    }
}
