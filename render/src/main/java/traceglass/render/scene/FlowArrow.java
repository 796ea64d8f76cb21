package traceglass.render.scene;

import org.jspecify.annotations.Nullable;
import traceglass.render.model.Geometry;

/// Curve between two events that a flow connects, px of the control.
///
/// @param from box of the first event
/// @param to box of the second event
/// @param startX position of the start; positions far outside of the control are moved nearer to it
/// @param endX position of the head, in the same range
/// @param isFocused whether it is emphasized
/// @param pill its duration, or null if there are too many arrows or no part of it is visible
public record FlowArrow(
        EventBox from,
        EventBox to,
        double startX,
        double endX,
        boolean isFocused,
        @Nullable DurationPill pill) {

    private static final double MIN_BEND = 36;
    private static final double MAX_BEND = 200;
    /// Width above which a curve leads straight to the right; shorter ones and those back in time start with a bend
    /// to the left.
    private static final double FORWARD_FROM = 80;

    /// Vertical position of the start: the middle of the first box.
    public double startY() {
        return from.middle();
    }

    /// Vertical position of the head: the middle of the second box.
    public double endY() {
        return to.middle();
    }

    /// Whether the curve leads straight to the right.
    boolean isForward() {
        return endX - startX > FORWARD_FROM;
    }

    /// Horizontal distance between an end of the curve and its control point.
    double bend() {
        return Math.clamp(Math.abs(endX - startX) * .5, MIN_BEND, MAX_BEND);
    }

    /// Position of the control point of the start, at the height of the start.
    public double startControlX() {
        return startX + (isForward() ? bend() : -bend());
    }

    /// Position of the control point of the head, at the height of the head.
    public double endControlX() {
        return endX - bend();
    }

    /// Whether an end is in a pinned row.
    boolean isPinned() {
        return from.isPinned() || to.isPinned();
    }

    /// Top edge of the area in which the curve is visible: below the pinned rows, unless an end is in one of them.
    public double visibleTop(Geometry geometry) {
        return isPinned() ? geometry.headerHeight() : geometry.tracksTop();
    }

    /// Whether no part of the curve is visible.
    boolean isOutside(Geometry geometry) {
        double left = Math.min(Math.min(startX, endX), Math.min(startControlX(), endControlX()));
        double right = Math.max(Math.max(startX, endX), startControlX());
        return right < geometry.timeX()
                || left > geometry.width()
                || Math.max(startY(), endY()) < visibleTop(geometry)
                || Math.min(startY(), endY()) > geometry.height();
    }

    FlowArrow withPill(DurationPill value) {
        return new FlowArrow(from, to, startX, endX, isFocused, value);
    }
}
