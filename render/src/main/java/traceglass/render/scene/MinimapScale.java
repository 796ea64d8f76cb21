package traceglass.render.scene;

import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.store.time.TimeSpan;

/// Scale of the minimap, which shows all the time that the window can reach.
///
/// @param left left edge of the minimap, px of the control
/// @param width its width, px
/// @param start first time, ns
/// @param durNs length of the time, ns; may be 0
public record MinimapScale(double left, double width, long start, long durNs) {

    public static MinimapScale of(TimelineModel model) {
        Geometry geometry = model.geometry();
        TimeSpan reach = model.allowedSpan();
        return new MinimapScale(geometry.timeX(), geometry.timeWidth(), reach.start(), reach.durNs());
    }

    /// Position of a time, px of the control; may be outside the minimap.
    public double x(long ts) {
        return left + (ts - start) / spanNs() * width;
    }

    /// Length of a duration, px.
    public double length(double ns) {
        return ns / spanNs() * width;
    }

    public double pxPerNs() {
        return width / spanNs();
    }

    public double nsPerPx() {
        return durNs / width;
    }

    /// Time at a position; left and right of the minimap it is the time of the edge.
    public long timeAt(double x) {
        return start + Math.round(Math.clamp((x - left) / width, 0, 1) * durNs);
    }

    private double spanNs() {
        return Math.max(1, durNs);
    }
}
