package traceglass.render;

import java.util.LinkedHashSet;
import java.util.Set;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.AreaBox;
import traceglass.render.seek.Snapping;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeSpan;

/// Drags that select an area on the tracks or along the axis, or move one of its edges. The dragged edge snaps to
/// events.
final class AreaDrag {

    private final TimelineView view;
    private final TimelineModel model;
    private final Snapping snapping;
    private final HoverTracker hovering;
    private AreaBox.Edge edge;
    private boolean onAxis;
    private long anchorTs;
    private double anchorContentY;
    private boolean anchorPinned;

    AreaDrag(TimelineView view, HoverTracker hovering) {
        this.view = view;
        this.model = view.model;
        this.snapping = new Snapping(model);
        this.hovering = hovering;
    }

    /// Handles a press of the button: grabs an edge near the point, or starts a new area there.
    void begin(double x, double y) {
        edge = view.scenes.scene().areaEdgeAt(x, y);
        onAxis = false;
        anchorTs = view.timeAt(x);
        anchorPinned = y < model.geometry().tracksTop();
        anchorContentY = contentY(y, anchorPinned);
    }

    /// Sets whether the drag is along the axis, so that the area has no tracks.
    void alongAxis(boolean axis) {
        onAxis = axis;
    }

    private double contentY(double y, boolean pinned) {
        return y - model.offset(pinned);
    }

    /// Extends the area to a point.
    ///
    /// @param free whether snapping is off
    void to(double x, double y, boolean free) {
        long ts = snapped(x, y, free);
        TimeSpan span = new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs + 1, ts));
        Set<String> keys = onAxis ? Set.of() : keysBetween(anchorContentY, contentY(y, anchorPinned), anchorPinned);
        if (onAxis) {
            view.setSelection(new TimelineSelection.Area(span, keys));
        } else {
            view.selecting().selectArea(span, keys);
        }
        hovering.pointer(Double.NaN);
    }

    private Set<String> keysBetween(double a, double b, boolean pinned) {
        double top = Math.min(a, b);
        double bottom = Math.max(a, b);
        Set<String> keys = new LinkedHashSet<>();
        for (Row row : pinned ? model.layout().pinned() : model.layout().rows()) {
            boolean header = row.node().isGroup() && row.open();
            if (!header && row.bottom() > top && row.y() < bottom) {
                keys.add(row.node().key());
            }
        }
        return keys;
    }

    /// Moves the grabbed edge to a point; see [#to].
    void edgeTo(double x, double y, boolean free) {
        if (!(model.selection() instanceof TimelineSelection.Area area)) {
            return;
        }
        long ts = snapped(x, y, free);
        long start = edge == AreaBox.Edge.START ? ts : area.span().start();
        long end = edge == AreaBox.Edge.END ? ts : area.span().end();
        if (start > end) {
            edge = edge == AreaBox.Edge.START ? AreaBox.Edge.END : AreaBox.Edge.START;
        }
        view.setSelection(
                new TimelineSelection.Area(new TimeSpan(Math.min(start, end), Math.max(start, end)), area.trackKeys()));
        hovering.pointer(Double.NaN);
    }

    private long snapped(double x, double y, boolean free) {
        long ts = Math.clamp(
                view.timeAt(x), model.bounds().start(), model.bounds().end());
        Snapping.Point point = free || onAxis ? null : snapping.near(x, y, view.hitTest);
        model.pointer().setSnappedTo(point == null ? Long.MIN_VALUE : point.ts());
        if (point == null) {
            view.tooltip.hide();
            return ts;
        }
        view.tooltip.show(
                point.isEnd() ? TimelineViewTexts.endOf(point.name()) : TimelineViewTexts.startOf(point.name()),
                "",
                TimelineViewTexts.DRAG_FREELY,
                x,
                y,
                view.getWidth(),
                view.getHeight());
        return point.ts();
    }
}
