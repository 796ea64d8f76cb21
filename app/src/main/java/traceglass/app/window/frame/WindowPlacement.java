package traceglass.app.window.frame;

import java.util.List;
import javafx.geometry.Rectangle2D;

/// Computes where windows are placed on a screen. All rectangles include the frame of the window; bounds are the part
/// of a screen that panels of the desktop leave free.
public final class WindowPlacement {

    /// Offset of a new window from the one it was opened from, px.
    static final double STEP = 32;
    /// Size to which a window may shrink to keep its offset, as a fraction of the bounds.
    private static final double MIN_SHARE = .75;
    /// Largest size of a window that is no longer maximized, as a fraction of the bounds.
    private static final double RESTORED_SHARE = .85;
    /// Space that the frames of common window managers need, px.
    private static final double FRAME_WIDTH = 16;
    private static final double FRAME_HEIGHT = 48;
    /// Distance at which two windows count as placed at the same position, px.
    private static final double SAME_POSITION_PX = STEP / 2;

    private WindowPlacement() {}

    /// Returns the rectangle moved, and if necessary shrunk, into the bounds.
    public static Rectangle2D inside(Rectangle2D window, Rectangle2D bounds) {
        double width = Math.min(window.getWidth(), bounds.getWidth());
        double height = Math.min(window.getHeight(), bounds.getHeight());
        return new Rectangle2D(
                Math.clamp(window.getMinX(), bounds.getMinX(), bounds.getMaxX() - width),
                Math.clamp(window.getMinY(), bounds.getMinY(), bounds.getMaxY() - height),
                width,
                height);
    }

    /// Returns whether a window of this size would fill the bounds, or nearly. It is then maximized, because
    /// window managers mistake a window of the size of the screen for one without a frame.
    public static boolean fillsScreen(double width, double height, Rectangle2D bounds) {
        return width > bounds.getWidth() - FRAME_WIDTH && height > bounds.getHeight() - FRAME_HEIGHT;
    }

    /// Returns the bounds of a window that is no longer maximized.
    public static Rectangle2D restored(double width, double height, Rectangle2D bounds) {
        return centered(
                Math.min(width, bounds.getWidth() * RESTORED_SHARE),
                Math.min(height, bounds.getHeight() * RESTORED_SHARE),
                bounds);
    }

    /// Returns a rectangle of a size in the middle of the bounds, with more room below it than above.
    public static Rectangle2D centered(double width, double height, Rectangle2D bounds) {
        double w = Math.min(width, bounds.getWidth());
        double h = Math.min(height, bounds.getHeight());
        return new Rectangle2D(
                Math.floor(bounds.getMinX() + (bounds.getWidth() - w) / 2),
                Math.floor(bounds.getMinY() + (bounds.getHeight() - h) / 3),
                w,
                h);
    }

    /// Returns the bounds of an additional window: below and right of the one it is opened from, where no other
    /// window covers its title bar. It shrinks to keep the offset; if it would become too small, it starts
    /// again at the top left.
    public static Rectangle2D cascaded(Rectangle2D opener, List<Rectangle2D> others, Rectangle2D bounds) {
        double minWidth = Math.min(opener.getWidth(), bounds.getWidth() * MIN_SHARE);
        double minHeight = Math.min(opener.getHeight(), bounds.getHeight() * MIN_SHARE);
        double x = opener.getMinX() + STEP;
        double y = opener.getMinY() + STEP;
        for (int attempt = 0; attempt <= others.size(); attempt++) {
            if (x + minWidth > bounds.getMaxX()) {
                x = bounds.getMinX();
            }
            if (y + minHeight > bounds.getMaxY()) {
                y = bounds.getMinY();
            }
            double left = x;
            double top = y;
            if (others.stream()
                    .noneMatch(o -> Math.abs(o.getMinX() - left) < SAME_POSITION_PX
                            && Math.abs(o.getMinY() - top) < SAME_POSITION_PX)) {
                break;
            }
            x += STEP;
            y += STEP;
        }
        return inside(
                new Rectangle2D(
                        x,
                        y,
                        Math.clamp(bounds.getMaxX() - x, minWidth, Math.max(minWidth, opener.getWidth())),
                        Math.clamp(bounds.getMaxY() - y, minHeight, Math.max(minHeight, opener.getHeight()))),
                bounds);
    }
}
