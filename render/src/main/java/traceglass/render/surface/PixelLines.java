package traceglass.render.surface;

import java.nio.IntBuffer;
import java.util.Arrays;
import javafx.geometry.Rectangle2D;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// Lines of pixels drawn on a canvas, each stretched to a height. A crowded row then costs one image instead of a
/// thousand boxes, both here and in the thread that renders the canvas.
///
/// All lines of a frame are in one image, so that it is uploaded to the graphics card once. There are two images,
/// because the render thread may still draw from one while the next frame is built; JavaFX waits for it before it
/// submits a frame.
public final class PixelLines {

    /// Widest image that every graphics card supports, px.
    public static final int MAX_WIDTH = 4096;
    private static final int MAX_LINES = 2048;
    private static final int INITIAL_LINES = 64;

    /// One image.
    private static final class Page {
        final int[] argb;
        final int height;
        final PixelBuffer<IntBuffer> buffer;
        final WritableImage image;

        Page(int width, int height) {
            this.height = height;
            argb = new int[width * height];
            buffer = new PixelBuffer<>(width, height, IntBuffer.wrap(argb), PixelFormat.getIntArgbPreInstance());
            image = new WritableImage(buffer);
        }
    }

    private final GraphicsContext gc;
    private final Page[] pages = new Page[2];
    private int current;
    private int width;
    private int perPx = 1;
    private int used;
    private int updatedLines;

    PixelLines(GraphicsContext gc) {
        this.gc = gc;
    }

    /// Discards all lines; new lines have the given width. At most once per frame.
    ///
    /// @param pixels device pixels in a line, at most [#MAX_WIDTH]
    /// @param pixelsPerPx device pixels per px
    public void startFrame(int pixels, int pixelsPerPx) {
        if (pixels != width) {
            Arrays.fill(pages, null);
            width = pixels;
        }
        perPx = pixelsPerPx;
        current ^= 1;
        if (pages[current] == null) {
            pages[current] = new Page(width, INITIAL_LINES);
        }
        used = 0;
        updatedLines = 0;
    }

    /// Allocates lines, initially transparent. Returns the index of the first one, or −1 if this frame has no more
    /// room.
    public int allocate(int lines) {
        if (used + lines > pages[current].height) {
            if (used + lines > MAX_LINES) {
                return -1;
            }
            grow(used + lines);
        }
        int first = used;
        used += lines;
        Arrays.fill(pages[current].argb, first * width, used * width, 0);
        return first;
    }

    /// Replaces the image by a taller one. Lines that have been drawn keep the old image.
    private void grow(int lines) {
        updateImages();
        Page old = pages[current];
        Page taller = new Page(width, Math.min(MAX_LINES, Math.max(lines, 2 * old.height)));
        System.arraycopy(old.argb, 0, taller.argb, 0, used * width);
        pages[current] = taller;
        updatedLines = 0;
    }

    /// Whether [#startFrame] should be called because lines that are no longer shown take up the room.
    public boolean isFull() {
        return used > MAX_LINES / 2;
    }

    /// Pixels of all lines as `0xAARRGGBB`, premultiplied by alpha. [#allocate] may replace the array.
    public int[] argb() {
        return pages[current].argb;
    }

    /// Index in [#argb] at which a line starts.
    public int start(int line) {
        return line * width;
    }

    /// Device pixels in a line.
    public int width() {
        return width;
    }

    public int perPx() {
        return perPx;
    }

    /// Draws a part of a line, stretched to a height.
    ///
    /// @param from first device pixel of the part
    /// @param to end of the part, exclusive
    /// @param x position of the line's first pixel, px
    void stretch(int line, int from, int to, double x, double y, double height) {
        // Use half of the line around its middle, so that rounding never reaches the adjacent lines.
        draw(line + .25, .5, from, to, x, y, height);
    }

    /// Draws a part of consecutive lines, each one device pixel high.
    void draw(int line, int lines, int from, int to, double x, double y) {
        draw(line, lines, from, to, x, y, (double) lines / perPx);
    }

    private void draw(double top, double heightPx, int from, int to, double x, double y, double height) {
        gc.setImageSmoothing(false);
        gc.drawImage(
                pages[current].image,
                from,
                top,
                to - from,
                heightPx,
                x + (double) from / perPx,
                y,
                (double) (to - from) / perPx,
                height);
    }

    /// Marks new lines for upload. Called before the canvas is rendered.
    void updateImages() {
        if (used > updatedLines) {
            Rectangle2D part = new Rectangle2D(0, updatedLines, width, used - updatedLines);
            pages[current].buffer.updateBuffer(_ -> part);
            updatedLines = used;
        }
    }
}
