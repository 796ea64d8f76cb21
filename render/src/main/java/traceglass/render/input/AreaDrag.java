package traceglass.render.input;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.render.action.SelectionControls;
import traceglass.render.box.TooltipText;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.AreaBox;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.Scenes;
import traceglass.render.seek.Snapping;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeSpan;

/// Drags that select an area on the tracks or along the axis, or move one of its edges. The dragged edge snaps to
/// events.
public final class AreaDrag {

    private final Scenes scenes;
    private final TimelineModel model;
    private final HitTest hitTest;
    private final SelectionControls selectionControls;
    private final Snapping snapping;
    private final HoverTracker hoverTracker;
    private final PointerFeedback feedback;
    private AreaBox.@Nullable Edge edge;
    private boolean isOnAxis;
    private long anchorTs;
    private double anchorContentY;
    private boolean isAnchorPinned;

    public AreaDrag(
            Scenes scenes,
            HitTest hitTest,
            SelectionControls selectionControls,
            HoverTracker hoverTracker,
            PointerFeedback feedback) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.hitTest = hitTest;
        this.selectionControls = selectionControls;
        this.snapping = new Snapping(model);
        this.hoverTracker = hoverTracker;
        this.feedback = feedback;
    }

    /// Handles a press of the button: grabs an edge near the point, or starts a new area there.
    public void begin(double x, double y) {
        edge = scenes.scene().areaEdgeAt(x, y);
        isOnAxis = false;
        anchorTs = model.timeAt(x);
        isAnchorPinned = y < model.geometry().tracksTop();
        anchorContentY = contentY(y, isAnchorPinned);
    }

    /// Sets whether the drag is along the axis, so that the area has no tracks.
    public void setOnAxis(boolean isOnAxis) {
        this.isOnAxis = isOnAxis;
    }

    private double contentY(double y, boolean isPinned) {
        return y - model.offset(isPinned);
    }

    /// Extends the area to a point.
    ///
    /// @param isFree whether snapping is off
    public void dragTo(double x, double y, boolean isFree) {
        long ts = snap(x, y, isFree);
        TimeSpan span = new TimeSpan(Math.min(anchorTs, ts), Math.max(anchorTs + 1, ts));
        Set<String> keys =
                isOnAxis ? Set.of() : keysBetween(anchorContentY, contentY(y, isAnchorPinned), isAnchorPinned);
        if (isOnAxis) {
            selectionControls.select(new TimelineSelection.Area(span, keys));
        } else {
            selectionControls.selectArea(span, keys);
        }
        hoverTracker.setPointer(Double.NaN);
    }

    private Set<String> keysBetween(double a, double b, boolean isPinned) {
        double top = Math.min(a, b);
        double bottom = Math.max(a, b);
        Set<String> keys = new LinkedHashSet<>();
        for (Row row : isPinned ? model.layout().pinned() : model.layout().rows()) {
            boolean isHeader = row.node().isGroup() && row.isOpen();
            if (!isHeader && row.bottom() > top && row.y() < bottom) {
                keys.add(row.node().key());
            }
        }
        return keys;
    }

    /// Moves the grabbed edge to a point; see [#dragTo].
    public void dragEdgeTo(double x, double y, boolean isFree) {
        if (!(model.selection() instanceof TimelineSelection.Area area)) {
            return;
        }
        long ts = snap(x, y, isFree);
        long start = edge == AreaBox.Edge.START ? ts : area.span().start();
        long end = edge == AreaBox.Edge.END ? ts : area.span().end();
        if (start > end) {
            edge = edge == AreaBox.Edge.START ? AreaBox.Edge.END : AreaBox.Edge.START;
        }
        selectionControls.select(
                new TimelineSelection.Area(new TimeSpan(Math.min(start, end), Math.max(start, end)), area.trackKeys()));
        hoverTracker.setPointer(Double.NaN);
    }

    private long snap(double x, double y, boolean isFree) {
        long ts = Math.clamp(
                model.timeAt(x), model.bounds().start(), model.bounds().end());
        Snapping.Point point = isFree || isOnAxis ? null : snapping.nearest(x, y, hitTest);
        model.pointer().setSnappedTo(point == null ? Long.MIN_VALUE : point.ts());
        if (point == null) {
            feedback.hideTooltip();
            return ts;
        }
        String edgeOf = point.isEnd() ? TimelineViewTexts.endOf(point.name()) : TimelineViewTexts.startOf(point.name());
        feedback.showTooltip(new TooltipText(edgeOf, "", TimelineViewTexts.DRAG_FREELY), x, y);
        return point.ts();
    }
}
