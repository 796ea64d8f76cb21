package traceglass.render;

import java.util.List;
import traceglass.render.layout.Row;
import traceglass.render.picture.PaintState;

/// Drag of a row by its label to another position among its siblings, or of a pinned row among the pinned rows.
final class RowDrag {

    private final TimelineView view;
    private final PaintState picture;
    private Row row;
    private boolean pinned;
    private String before;
    private boolean somewhere;

    RowDrag(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    void begin(Row dragged, boolean isPinned) {
        row = dragged;
        pinned = isPinned;
        somewhere = false;
    }

    /// Moves the drag to `y` px of the control and shows the drop position.
    void to(double y) {
        double content = y - picture.offset(pinned);
        List<Row> rows = pinned ? picture.layout.pinned() : picture.layout.rows();
        String parent = pinned ? null : picture.parents.get(row.node().key());
        double gap = Double.NaN;
        before = null;
        somewhere = false;
        Row last = null;
        for (Row other : rows) {
            boolean sibling = pinned
                    || java.util.Objects.equals(
                            parent, picture.parents.get(other.node().key()));
            if (!sibling) {
                continue;
            }
            double end = pinned ? other.bottom() : end(other);
            if (content < (other.y() + end) / 2) {
                before = other.node().key();
                gap = other.y();
                somewhere = true;
                break;
            }
            last = other;
        }
        if (!somewhere && last != null) {
            gap = pinned ? last.bottom() : end(last);
            somewhere = true;
        }
        picture.dropY = somewhere ? picture.offset(pinned) + gap : Double.NaN;
        picture.dropInset = pinned ? 0 : picture.px(12 * row.level());
        view.overlayChanged();
        if (!pinned) {
            scrollAtEdges(y);
        }
    }

    /// Bottom of the last row of a group, px.
    private double end(Row group) {
        return picture.layout.end(picture.layout.index(group.node().key()));
    }

    private void scrollAtEdges(double y) {
        double reach = picture.px(24);
        if (y < picture.geometry.tracksTop() + reach) {
            view.scrollTo(picture.scrollY - reach / 2);
        } else if (y > picture.geometry.height() - reach) {
            view.scrollTo(picture.scrollY + reach / 2);
        }
    }

    void drop() {
        picture.dropY = Double.NaN;
        if (somewhere && !row.node().key().equals(before)) {
            if (pinned) {
                view.tracks().movePin(row.node().key(), before);
            } else {
                view.tracks().move(row.node().key(), before);
            }
        }
        view.overlayChanged();
    }
}
