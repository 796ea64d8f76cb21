package traceglass.render.surface;

import java.util.HashMap;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// Diagonal lines as an image that is clipped to boxes of any width: drawn line by line, a crowded CPU would take most
/// of the time of a frame.
final class Hatching {

    private static final int WIDTH = 512;
    /// Sample points per pixel along each side.
    private static final int SAMPLES = 8;
    private static final int MAX_IMAGES = 16;

    private record Kind(int argb, int height, int gap, int perPx) {

        // Written by hand: the generated method of a record takes some milliseconds at its first call, in the first
        // frame.
        @Override
        public boolean equals(Object other) {
            return other instanceof Kind k && argb == k.argb && height == k.height && gap == k.gap && perPx == k.perPx;
        }

        @Override
        public int hashCode() {
            return ((argb * 31 + height) * 31 + gap) * 31 + perPx;
        }
    }

    private final Map<Kind, WritableImage> images = new HashMap<>();

    /// Draws lines that rise by one px per px, `gap` px apart, the first one through x = 0. All arguments
    /// except the edges are integers.
    void draw(GraphicsContext gc, int argb, double from, double to, double y, int height, int gap, int perPx) {
        if (images.size() > MAX_IMAGES) {
            images.clear();
        }
        WritableImage image = images.computeIfAbsent(new Kind(argb, height, gap, perPx), Hatching::create);
        gc.setImageSmoothing(false);
        for (double x = from; x < to; x += WIDTH) {
            double width = Math.min(WIDTH, to - x);
            double offset = x - Math.floor(x / gap) * gap;
            gc.drawImage(image, offset * perPx, 0, width * perPx, height * perPx, x, y, width, height);
        }
    }

    private static WritableImage create(Kind kind) {
        int width = (WIDTH + kind.gap) * kind.perPx;
        int height = kind.height * kind.perPx;
        int[] pixels = new int[width * height];
        int alpha = kind.argb >>> 24;
        for (int i = 0; i < pixels.length; i++) {
            int coverage = coverage(i % width, i / width, kind);
            pixels[i] = Math.round((float) alpha * coverage / (SAMPLES * SAMPLES)) << 24 | kind.argb & 0xFFFFFF;
        }
        WritableImage image = new WritableImage(width, height);
        image.getPixelWriter().setPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        return image;
    }

    /// Number of sample points of a pixel within half a px of a line.
    private static int coverage(int column, int row, Kind kind) {
        int inside = 0;
        for (int i = 0; i < SAMPLES * SAMPLES; i++) {
            int line = i / SAMPLES;
            double x = (column + (i % SAMPLES + .5) / SAMPLES) / kind.perPx;
            double y = (row + (line + .5) / SAMPLES) / kind.perPx;
            double diagonal = x + y - kind.height;
            double distance = Math.abs(diagonal - Math.rint(diagonal / kind.gap) * kind.gap) / Math.sqrt(2);
            inside += distance <= .5 ? 1 : 0;
        }
        return inside;
    }
}
