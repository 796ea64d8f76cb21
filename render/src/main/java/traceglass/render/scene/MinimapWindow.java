package traceglass.render.scene;

import traceglass.render.model.TimelineModel;

/// The visible window on the minimap.
///
/// @param left start of the visible time, px of the control
/// @param right its end
/// @param shownLeft left edge of the painted box; a window narrower than its handles is painted wider, so that it
///     stays visible
/// @param shownRight right edge of the painted box
/// @param isMovable whether the window can be dragged: not if it shows everything
public record MinimapWindow(double left, double right, double shownLeft, double shownRight, boolean isMovable) {

    /// Part of the minimap that is dragged.
    public enum Part {
        WINDOW,
        START,
        END,
        /// Outside the window, where a drag begins a new one.
        NEW
    }

    /// Distance in px at which an edge can still be hit.
    private static final double HIT_DISTANCE = 4;
    /// Width of a window from which its edges can be dragged.
    private static final double MIN_WIDTH_WITH_EDGES = 6;

    static MinimapWindow of(TimelineModel model) {
        MinimapScale scale = MinimapScale.of(model);
        double x = scale.left();
        double width = scale.width();
        double start = scale.length(model.viewport().start() - scale.start());
        double end = scale.length(
                model.viewport().start() - scale.start() + model.viewport().spanNs());
        double left = x + Math.clamp(start, 0, width);
        double right = x + Math.clamp(end, 0, width);
        double middle = (left + right) / 2;
        return new MinimapWindow(
                left,
                right,
                Math.max(x + .5, Math.min(left, middle - 3)),
                Math.min(x + width - .5, Math.max(right, middle + 3)),
                right - left <= width - 8);
    }

    /// Returns the part that a press at `x` would drag.
    public Part partAt(double x) {
        boolean hasEdges = right - left > MIN_WIDTH_WITH_EDGES;
        if (hasEdges && Math.abs(x - left) <= HIT_DISTANCE) {
            return Part.START;
        }
        if (hasEdges && Math.abs(x - right) <= HIT_DISTANCE) {
            return Part.END;
        }
        return isMovable && x > shownLeft - 1 && x < shownRight + 1 ? Part.WINDOW : Part.NEW;
    }
}
