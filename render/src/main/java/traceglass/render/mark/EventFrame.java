package traceglass.render.mark;

import traceglass.render.box.Drawing;
import traceglass.render.model.Geometry;
import traceglass.render.scene.EventBox;

/// Draws frames around boxes of events.
public final class EventFrame {

    /// Distance from the time area at which frames are clipped, so that their clipped edges are never visible.
    private static final double OUTSIDE = 8;

    private final Geometry geometry;
    private final Drawing drawing;

    public EventFrame(Geometry geometry, Drawing drawing) {
        this.geometry = geometry;
        this.drawing = drawing;
    }

    /// Clips painting to the time area of the pinned rows, or of the other rows.
    public void clip(boolean isPinned) {
        double top = top(isPinned);
        drawing.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom(isPinned) - top));
    }

    /// Whether a frame with this margin is inside the area of [#clip], so that it needs no clip.
    boolean isInside(EventBox box, double margin) {
        return box.left() - margin >= geometry.timeX()
                && box.right() + margin <= geometry.width()
                && box.top() - margin >= top(box.isPinned())
                && box.top() + box.height() + margin <= bottom(box.isPinned());
    }

    private double top(boolean isPinned) {
        return isPinned ? geometry.headerHeight() : geometry.tracksTop();
    }

    private double bottom(boolean isPinned) {
        return isPinned ? geometry.tracksTop() : geometry.height();
    }

    /// Visible width of a box, px.
    double visibleWidth(EventBox box) {
        return right(box) - left(box);
    }

    /// Draws a frame around a box in the current stroke.
    ///
    /// @param margin distance between the box and the frame, px
    /// @param radius radius of its corners, px
    public void draw(EventBox box, double margin, double radius) {
        drawing.frame(
                left(box) - margin,
                box.top() - margin,
                visibleWidth(box) + 2 * margin,
                box.height() + 2 * margin,
                radius);
    }

    private double left(EventBox box) {
        return Math.max(box.left(), geometry.timeX() - OUTSIDE);
    }

    private double right(EventBox box) {
        return Math.min(box.right(), geometry.width() + OUTSIDE);
    }
}
