package traceglass.render.scene;

import traceglass.render.frame.SliceFrame;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;

/// Positions of the boxes of a track in px of the control, for the visible time range. The boxes themselves are in
/// the columns of the frame, so that no object per box is needed.
public final class SliceBoxes {

    /// Boxes wider than this have rounded corners.
    public static final double MIN_ROUNDED_WIDTH = 5;
    /// Width above which a box is painted one px narrower than its duration, so that adjacent boxes are distinct.
    private static final double GAP_FROM = 3;
    /// Distance from the time area at which boxes are clipped, so that their clipped edges are never visible.
    private static final double OUTSIDE = 6;
    /// Half of the width of an instant at 100%.
    private static final double INSTANT_HALF = 4.5;
    /// Distance in px at which a box can still be hit; instants can be hit half a px beyond their corners.
    private static final double HIT_DISTANCE = 3;
    private static final double INSTANT_HIT_DISTANCE = .5;

    private final SliceFrame frame;
    private final Viewport viewport;
    private final double timeX;
    private final double timeWidth;
    private final double minX;
    private final double maxX;
    private final double deviceScale;
    private final double devicePixel;
    private final double instantHalf;

    /// @param deviceScale device pixels per px
    public SliceBoxes(TimelineModel model, SliceFrame frame, double deviceScale) {
        this.frame = frame;
        this.deviceScale = deviceScale;
        Geometry geometry = model.geometry();
        viewport = model.viewport();
        timeX = geometry.timeX();
        timeWidth = geometry.timeWidth();
        minX = timeX - OUTSIDE;
        maxX = geometry.width() + OUTSIDE;
        devicePixel = Math.max(1, Math.round(deviceScale)) / deviceScale;
        instantHalf = instantHalf(geometry.scale());
    }

    /// Half of the width of an instant, px.
    ///
    /// @param scale scale of text and rows
    public static double instantHalf(double scale) {
        return INSTANT_HALF * scale;
    }

    /// Painted width of an event between two edges, px.
    ///
    /// @param minWidth smallest width, so that every event is visible
    public static double paintedWidth(double left, double right, double minWidth) {
        double width = right - left;
        return width > GAP_FROM ? width - 1 : Math.max(width, minWidth);
    }

    public SliceFrame frame() {
        return frame;
    }

    /// Position of the start of a box, neither rounded nor clipped. Instants are painted around it.
    public double start(int box) {
        return timeX + viewport.x(frame.start()[box], timeWidth);
    }

    private double snap(double value) {
        return Math.round(value * deviceScale) / deviceScale;
    }

    /// Left edge of a box.
    public double left(int box) {
        return snap(Math.max(start(box), minX));
    }

    /// Right edge of a box, including the gap after it.
    public double right(int box) {
        return snap(Math.min(timeX + viewport.x(frame.end()[box], timeWidth), maxX));
    }

    /// Painted width of a box; the line of a sleeping thread has no gap after it.
    ///
    /// @param left its left edge
    public double width(int box, double left) {
        return frame.kind()[box] == SliceFrame.LINE
                ? Math.max(right(box) - left, devicePixel)
                : paintedWidth(left, right(box), devicePixel);
    }

    /// Box at or near a position in a row, or −1. If several boxes share a pixel, returns the one painted last.
    public int at(int row, double x) {
        double near = instantHalf + HIT_DISTANCE;
        int best = -1;
        double distance = Double.MAX_VALUE;
        int end = frame.rowStart()[row + 1];
        for (int i = frame.firstEndingAfter(row, viewport.timeAt(x - timeX - near, timeWidth)); i < end; i++) {
            if (start(i) > x + near) {
                break;
            }
            boolean isInstant = frame.kind()[i] == SliceFrame.INSTANT;
            double candidateDistance = isInstant ? Math.abs(x - start(i)) : distance(i, x);
            if (isNearer(candidateDistance, distance, isInstant, best)
                    && candidateDistance <= (isInstant ? instantHalf + INSTANT_HIT_DISTANCE : HIT_DISTANCE)) {
                best = i;
                distance = candidateDistance;
            }
        }
        return best;
    }

    /// Whether a box is nearer than the best earlier one, or as near and painted over it: instants are painted after
    /// all other boxes.
    private boolean isNearer(double candidateDistance, double distance, boolean isInstant, int best) {
        return candidateDistance < distance
                || candidateDistance == distance
                        && (isInstant || candidateDistance == 0 && frame.kind()[best] != SliceFrame.INSTANT);
    }

    /// Distance between a position and a box.
    private double distance(int box, double x) {
        double left = left(box);
        double right = left + width(box, left);
        return x < left ? left - x : Math.max(0, x - right);
    }

    /// Left edge of a box, or of the diamond of an instant.
    double shownLeft(int box) {
        return frame.kind()[box] == SliceFrame.INSTANT ? start(box) - instantHalf : left(box);
    }

    /// Width of a box, or of the diamond of an instant.
    double shownWidth(int box) {
        return frame.kind()[box] == SliceFrame.INSTANT ? 2 * instantHalf : width(box, left(box));
    }
}
