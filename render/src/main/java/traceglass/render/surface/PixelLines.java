package traceglass.render.surface;

import java.nio.IntBuffer;
import java.util.Arrays;
import javafx.geometry.Rectangle2D;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// Lines of pixels that are drawn on a canvas, each as high as is asked for: what a crowded row holds costs one image
/// instead of a thousand boxes, here and in the thread that paints the canvas.
///
/// All lines of a frame are in one image, so that it is handed to the graphics card once. There are two such images,
/// because the other thread may still draw from the one while the next frame is made: JavaFX waits for it before it
/// hands over a frame.
public final class PixelLines {

    /// Widest image that every graphics card can hold, px.
    public static final int MOST = 4096;
    private static final int MOST_LINES = 2048;
    private static final int LINES = 64;

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
    private int handedOver;

    PixelLines(GraphicsContext gc) {
        this.gc = gc;
    }

    /// Forgets all lines: those taken from now on have this width. At most once a frame.
    ///
    /// @param pixels device pixels in a line, at most [#MOST]
    /// @param pixelsPerPx device pixels a px
    public void turn(int pixels, int pixelsPerPx) {
        if (pixels != width) {
            Arrays.fill(pages, null);
            width = pixels;
        }
        perPx = pixelsPerPx;
        current ^= 1;
        if (pages[current] == null) {
            pages[current] = new Page(width, LINES);
        }
        used = 0;
        handedOver = 0;
    }

    /// Makes room for some lines, transparent at first. Gives the number of the first, or −1 when there is no more
    /// room in this frame.
    public int take(int lines) {
        if (used + lines > pages[current].height) {
            if (used + lines > MOST_LINES) {
                return -1;
            }
            grow(used + lines);
        }
        int first = used;
        used += lines;
        Arrays.fill(pages[current].argb, first * width, used * width, 0);
        return first;
    }

    /// What was drawn already stays with the image it was drawn from.
    private void grow(int lines) {
        handOver();
        Page old = pages[current];
        Page taller = new Page(width, Math.min(MOST_LINES, Math.max(lines, 2 * old.height)));
        System.arraycopy(old.argb, 0, taller.argb, 0, used * width);
        pages[current] = taller;
        handedOver = 0;
    }

    /// Whether it is time to [#turn], because lines that are no longer shown take up the room.
    public boolean isFull() {
        return used > MOST_LINES / 2;
    }

    /// The pixels of all lines, `0xAARRGGBB` with the colours multiplied by their alpha. Another array once lines
    /// were taken.
    public int[] argb() {
        return pages[current].argb;
    }

    /// Where a line starts in [#argb].
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
    /// @param x where the line's first pixel would be, px
    void stretch(int line, int from, int to, double x, double y, double height) {
        // Half of the line, from its middle: no rounding can then reach the lines beside it.
        draw(line + .25, .5, from, to, x, y, height);
    }

    /// Draws a part of some lines below each other, each a device pixel high.
    void draw(int line, int lines, int from, int to, double x, double y) {
        draw(line, lines, from, to, x, y, (double) lines / perPx);
    }

    private void draw(double top, double high, int from, int to, double x, double y, double height) {
        gc.setImageSmoothing(false);
        gc.drawImage(
                pages[current].image,
                from,
                top,
                to - from,
                high,
                x + (double) from / perPx,
                y,
                (double) (to - from) / perPx,
                height);
    }

    /// Says which lines are new. To be called before the canvas is painted.
    void handOver() {
        if (used > handedOver) {
            Rectangle2D part = new Rectangle2D(0, handedOver, width, used - handedOver);
            pages[current].buffer.updateBuffer(_ -> part);
            handedOver = used;
        }
    }
}
