package traceglass.render.scene;

import org.jspecify.annotations.Nullable;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.store.time.TimeSpan;

/// Left and right edge of the selected area, px of the control. Edges far outside of the control are moved next to it.
public record AreaBox(double left, double right) {

    /// An end of the area.
    public enum Edge {
        START,
        END
    }

    /// Distance in px at which an edge can still be hit.
    private static final double REACH = 5;
    /// Distance from the time area beyond which the position of an edge does not matter, px.
    private static final double OUTSIDE = 20;

    static @Nullable AreaBox of(TimelineModel model) {
        return model.selection() instanceof TimelineSelection.Area area ? of(model, area.span()) : null;
    }

    private static AreaBox of(TimelineModel model, TimeSpan span) {
        Geometry geometry = model.geometry();
        double from = geometry.timeX() - OUTSIDE;
        double to = geometry.width() + OUTSIDE;
        return new AreaBox(Math.clamp(model.x(span.start()), from, to), Math.clamp(model.x(span.end()), from, to));
    }

    /// Edge at a position, or null. Where both are near, it is the nearer one, so that an area without length can be
    /// extended to the right.
    public @Nullable Edge edgeAt(double x) {
        double toLeft = Math.abs(x - left);
        double toRight = Math.abs(x - right);
        if (toRight <= REACH && toRight <= toLeft) {
            return Edge.END;
        }
        return toLeft <= REACH ? Edge.START : null;
    }
}
