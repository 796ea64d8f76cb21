package traceglass.render.input;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.render.action.Scrolling;
import traceglass.render.action.TrackControls;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Drag of a row by its label to another position among its siblings, or of a pinned row among the pinned rows.
public final class RowDrag {

    private final TimelineModel model;
    private final Scrolling scrolling;
    private final TrackControls tracks;
    private @Nullable Row row;
    private boolean isPinned;
    private @Nullable String before;
    private boolean hasTarget;

    public RowDrag(TimelineModel model, Scrolling scrolling, TrackControls tracks) {
        this.model = model;
        this.scrolling = scrolling;
        this.tracks = tracks;
    }

    public void begin(Row dragged, boolean isPinned) {
        row = dragged;
        this.isPinned = isPinned;
        hasTarget = false;
    }

    /// Moves the drag to `y` px of the control and shows the drop position.
    public void dragTo(double y) {
        Row dragged = Objects.requireNonNull(row);
        double content = y - model.offset(isPinned);
        List<Row> rows = isPinned ? model.layout().pinned() : model.layout().rows();
        String parent = isPinned ? null : model.tracks().parent(dragged.node().key());
        double gap = Double.NaN;
        before = null;
        hasTarget = false;
        Row last = null;
        for (Row other : rows) {
            boolean isSibling = isPinned
                    || Objects.equals(parent, model.tracks().parent(other.node().key()));
            if (!isSibling) {
                continue;
            }
            double end = isPinned ? other.bottom() : end(other);
            if (content < (other.y() + end) / 2) {
                before = other.node().key();
                gap = other.y();
                hasTarget = true;
                break;
            }
            last = other;
        }
        if (!hasTarget && last != null) {
            gap = isPinned ? last.bottom() : end(last);
            hasTarget = true;
        }
        model.pointer()
                .setDrop(
                        hasTarget ? visible(model.offset(isPinned) + gap) : Double.NaN,
                        isPinned ? 0 : model.px(12 * dragged.level()));
        model.changes().markOverlay();
        if (!isPinned) {
            scrollAtEdges(y);
        }
    }

    /// Returns the nearest position among the rows: a drop position that is scrolled away is shown at their edge.
    private double visible(double y) {
        Geometry geometry = model.geometry();
        return isPinned
                ? Math.clamp(y, geometry.headerHeight(), geometry.tracksTop())
                : Math.clamp(y, geometry.tracksTop(), Math.max(geometry.tracksTop(), geometry.height()));
    }

    /// Bottom of the last row of a group, px.
    private double end(Row group) {
        return model.layout().end(model.layout().index(group.node().key()));
    }

    private void scrollAtEdges(double y) {
        double reach = model.px(24);
        if (y < model.geometry().tracksTop() + reach) {
            scrolling.scrollTo(model.scrollY() - reach / 2);
        } else if (y > model.geometry().height() - reach) {
            scrolling.scrollTo(model.scrollY() + reach / 2);
        }
    }

    /// Moves the row to the drop position.
    public void drop() {
        String key = Objects.requireNonNull(row).node().key();
        model.pointer().clearDrop();
        if (hasTarget && !key.equals(before)) {
            if (isPinned) {
                tracks.movePin(key, before);
            } else {
                tracks.move(key, before);
            }
        }
        model.changes().markOverlay();
    }
}
