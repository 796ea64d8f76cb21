package traceglass.render.paint;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Palette;
import traceglass.render.frame.SliceFrame;
import traceglass.render.model.Bands;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.SliceBoxes;
import traceglass.render.surface.BandRaster;
import traceglass.render.surface.CornerCoverage;
import traceglass.render.surface.Pen;
import traceglass.render.surface.PixelLines;
import traceglass.render.time.Viewport;

/// Creates the rasters of crowded bands, and caches them while only the scroll position changes.
final class BandRasterCache {

    /// Smallest number of visible boxes in a band that is drawn as a raster.
    private static final int MIN_BOXES = 24;

    /// Colors of the boxes of a band.
    interface BoxColors {

        int argb(int box);

        /// Whether a box of that width must be painted over the raster, in full or in part.
        boolean needsOverlay(int box, double width);
    }

    /// Inputs that determine the pixels of all rasters.
    private record Inputs(
            Viewport viewport,
            double left,
            double right,
            int perPx,
            String highlightName,
            TrackStyle highlightStyle,
            Palette palette) {

        /// Written by hand because it runs in every frame.
        boolean isSame(Inputs other) {
            return other != null
                    && viewport == other.viewport
                    && left == other.left
                    && right == other.right
                    && perPx == other.perPx
                    && Objects.equals(highlightName, other.highlightName)
                    && Objects.equals(highlightStyle, other.highlightStyle)
                    && palette == other.palette;
        }
    }

    private final TimelineModel model;
    private final Pen pen;
    private final Map<SliceFrame, BandRaster[]> rasters = new IdentityHashMap<>();
    private Inputs inputs;
    private PixelLines lines;
    private CornerCoverage corners = new CornerCoverage(0);
    private int[] rounded = new int[256];
    private int roundedCount;
    /// Whether a px is one device pixel, and thus the smallest width of a box.
    private boolean drawsThinAsPixel;

    BandRasterCache(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    /// Returns the x position at which all lines start, px: the end of the label column, rounded down to a pixel.
    private double left() {
        return Math.floor(model.geometry().timeX());
    }

    /// Returns the raster of a band, or null if its boxes should be painted one by one.
    ///
    /// @param first first box that may be visible
    /// @param end end of the visible boxes
    BandRaster of(SliceBoxes boxes, int depth, int first, int end, Bands bands, BoxColors colors) {
        if (lines == null || end - first < MIN_BOXES || !fitsPixels(bands)) {
            return null;
        }
        BandRaster[] rastersOfFrame = rasters.computeIfAbsent(boxes.frame(), f -> new BandRaster[f.rows()]);
        if (rastersOfFrame[depth] == null) {
            rastersOfFrame[depth] = create(boxes, first, end, bands, colors);
        }
        return rastersOfFrame[depth];
    }

    /// Draws a raster.
    void draw(BandRaster raster, double y, double height) {
        raster.draw(lines, left(), y, height);
    }

    /// Returns whether a raster can show the bands: rounded corners need edges on whole pixels and a body between
    /// them.
    private static boolean fitsPixels(Bands bands) {
        return bands.radius() == 0
                || bands.height() == Math.rint(bands.height()) && bands.height() > 2 * Math.ceil(bands.radius());
    }

    /// Called before a frame is painted; keeps the cached rasters if they are still valid.
    void begin() {
        lines = null;
        PixelLines found = pen.lines();
        Geometry geometry = model.geometry();
        int perPx = pen.pixelsPerPx();
        double width = Math.ceil(geometry.width() - left()) * perPx;
        if (found == null || width < 1 || width > PixelLines.MAX_WIDTH) {
            return;
        }
        lines = found;
        drawsThinAsPixel = perPx == 1 && pen.devicePixel() == 1 && geometry.timeX() >= 8;
        Inputs current = new Inputs(
                model.viewport(),
                geometry.timeX(),
                geometry.width(),
                perPx,
                model.highlights().name(),
                model.highlights().style(),
                model.palette());
        if (!current.isSame(inputs) || lines.isFull()) {
            inputs = current;
            rasters.clear();
            lines.startFrame((int) width, perPx);
        }
    }

    private BandRaster create(SliceBoxes boxes, int first, int end, Bands bands, BoxColors colors) {
        SliceFrame frame = boxes.frame();
        BandRaster raster = new BandRaster();
        int body = lines.allocate(1);
        if (body < 0) {
            return null;
        }
        double left = left();
        int perPx = lines.perPx();
        int width = lines.width();
        roundedCount = 0;
        for (int i = fillThin(raster, frame, first, end, body, colors);
                i < end;
                i = fillThin(raster, frame, i + 1, end, body, colors)) {
            byte kind = frame.kind()[i];
            if (kind == SliceFrame.INSTANT) {
                raster.addInstant();
                continue;
            }
            double a = boxes.left(i);
            double boxWidth = boxes.width(i, a);
            if (colors.needsOverlay(i, boxWidth)) {
                raster.addOverlay(i);
            }
            if (kind == SliceFrame.UNFINISHED) {
                continue;
            }
            int p = (int) Math.round((a - left) * perPx);
            int q = (int) Math.round((a + boxWidth - left) * perPx);
            int from = Math.max(0, p);
            int to = Math.min(q, width);
            if (from >= to) {
                continue;
            }
            if (kind == SliceFrame.LINE) {
                int middle = raster.middle() < 0 ? lines.allocate(1) : raster.middle();
                if (middle < 0) {
                    return null;
                }
                fill(lines.argb(), lines.start(middle), from, to, colors.argb(i));
                raster.addMiddle(middle, from, to);
                continue;
            }
            int argb = colors.argb(i);
            fill(lines.argb(), lines.start(body), from, to, argb);
            raster.addBody(body, from, to);
            if (bands.radius() > 0 && boxWidth > SliceBoxes.MIN_ROUNDED_WIDTH) {
                addRounded(p, q, argb);
            }
        }
        return roundedCount == 0 || drawEdges(raster, bands, width) ? raster : null;
    }

    /// Fills in opaque boxes no wider than a device pixel, as most boxes of a crowded band are, up to the first
    /// other box; returns its index. A single loop with the arithmetic of [SliceBoxes] inlined,
    /// because a frame may contain a hundred thousand boxes.
    private int fillThin(BandRaster raster, SliceFrame frame, int first, int end, int body, BoxColors colors) {
        if (!drawsThinAsPixel) {
            return first;
        }
        Geometry geometry = model.geometry();
        Viewport viewport = model.viewport();
        double pxPerNs = geometry.timeWidth() / viewport.spanNs();
        double timeX = geometry.timeX();
        double minX = timeX - 6;
        double maxX = geometry.width() + 6;
        long begin = viewport.start();
        double fraction = viewport.fraction();
        int origin = (int) left();
        int width = lines.width();
        int line = lines.start(body);
        int[] pixels = lines.argb();
        long[] starts = frame.start();
        long[] ends = frame.end();
        byte[] kinds = frame.kind();
        int[] argbs = frame.argb();
        boolean isShaded = model.highlights().name() != null;
        int from = Integer.MAX_VALUE;
        int to = 0;
        int i = first;
        for (; i < end && kinds[i] == SliceFrame.BOX; i++) {
            int a = (int) (Math.max(timeX + ((double) (starts[i] - begin) - fraction) * pxPerNs, minX) + .5);
            int b = (int) (Math.min(timeX + ((double) (ends[i] - begin) - fraction) * pxPerNs, maxX) + .5);
            int argb = isShaded ? colors.argb(i) : argbs[i];
            if (b - a > 1 || argb >>> 24 != 255) {
                break;
            }
            int pixel = a - origin;
            if (pixel >= 0 && pixel < width) {
                pixels[line + pixel] = argb;
                from = Math.min(from, pixel);
                to = pixel + 1;
            }
        }
        if (to > 0) {
            raster.addBody(body, from, to);
        }
        return i;
    }

    private void addRounded(int p, int q, int argb) {
        if (roundedCount + 3 > rounded.length) {
            rounded = Arrays.copyOf(rounded, 2 * rounded.length);
        }
        rounded[roundedCount++] = p;
        rounded[roundedCount++] = q;
        rounded[roundedCount++] = argb;
    }

    /// Fills the edge lines, which equal the body except for the corners of rounded boxes. Returns whether there
    /// was room for them.
    private boolean drawEdges(BandRaster raster, Bands bands, int width) {
        int perPx = lines.perPx();
        if (corners.radius() != bands.radius() * perPx) {
            corners = new CornerCoverage(bands.radius() * perPx);
        }
        int edge = (int) Math.ceil(bands.radius());
        int high = 2 * edge * perPx;
        int top = lines.allocate(high);
        if (top < 0) {
            return false;
        }
        int[] pixels = lines.argb();
        int body = lines.start(raster.body());
        for (int line = 0; line < high; line++) {
            System.arraycopy(pixels, body, pixels, lines.start(top + line), width);
        }
        int size = corners.size();
        for (int k = 0; k < roundedCount; k += 3) {
            int argb = premultiplied(rounded[k + 2]);
            for (int row = 0; row < size; row++) {
                int upper = lines.start(top + row);
                int lower = lines.start(top + high - 1 - row);
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
        raster.setEdges(top, edge);
        return true;
    }

    private static int premultiplied(int argb) {
        int alpha = argb >>> 24;
        return alpha == 255
                ? argb
                : alpha << 24
                        | (argb >> 16 & 255) * alpha / 255 << 16
                        | (argb >> 8 & 255) * alpha / 255 << 8
                        | (argb & 255) * alpha / 255;
    }

    /// Fills pixels of a line. Several thin boxes may share a pixel; the last one wins unless it is translucent.
    private static void fill(int[] pixels, int start, int from, int to, int argb) {
        if (argb >>> 24 == 255) {
            for (int i = start + from; i < start + to; i++) {
                pixels[i] = argb;
            }
            return;
        }
        int color = premultiplied(argb);
        int rest = 255 - (argb >>> 24);
        for (int i = start + from; i < start + to; i++) {
            int under = pixels[i];
            pixels[i] = color
                    + ((under >>> 24) * rest / 255 << 24
                            | (under >> 16 & 255) * rest / 255 << 16
                            | (under >> 8 & 255) * rest / 255 << 8
                            | (under & 255) * rest / 255);
        }
    }
}
