package traceglass.render.paint;

import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.surface.Pen;

/// Outlines boxes of events.
final class EventOutlines {

    /// Distance from the time area at which outlines are clipped, so that their clipped edges are never visible.
    private static final double OUTSIDE = 8;

    private final TimelineModel model;
    private final Pen pen;

    EventOutlines(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    /// Clips painting to the time area of the pinned rows, or of the other rows.
    void clip(boolean isPinned) {
        Geometry geometry = model.geometry();
        double top = isPinned ? geometry.headerHeight() : geometry.tracksTop();
        double bottom = isPinned ? geometry.tracksTop() : geometry.height();
        pen.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom - top));
    }

    /// Visible width of a box, px.
    double visibleWidth(EventBox box) {
        return right(box) - left(box);
    }

    /// Draws a frame around a box in the current stroke.
    ///
    /// @param margin distance between the box and the frame, px
    /// @param radius radius of its corners, px
    void frame(EventBox box, double margin, double radius) {
        pen.frame(
                left(box) - margin,
                box.top() - margin,
                visibleWidth(box) + 2 * margin,
                box.height() + 2 * margin,
                radius);
    }

    private double left(EventBox box) {
        return Math.max(box.left(), model.geometry().timeX() - OUTSIDE);
    }

    private double right(EventBox box) {
        return Math.min(box.right(), model.geometry().width() + OUTSIDE);
    }
}
