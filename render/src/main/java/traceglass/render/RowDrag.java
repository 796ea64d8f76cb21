package traceglass.render;

import java.util.List;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;

/// Drag of a row by its label to another position among its siblings, or of a pinned row among the pinned rows.
final class RowDrag {

    private final TimelineView view;
    private final TimelineModel model;
    private Row row;
    private boolean pinned;
    private String before;
    private boolean somewhere;

    RowDrag(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    void begin(Row dragged, boolean isPinned) {
        row = dragged;
        pinned = isPinned;
        somewhere = false;
    }

    /// Moves the drag to `y` px of the control and shows the drop position.
    void to(double y) {
        double content = y - model.offset(pinned);
        List<Row> rows = pinned ? model.layout().pinned() : model.layout().rows();
        String parent = pinned ? null : model.tracks().parent(row.node().key());
        double gap = Double.NaN;
        before = null;
        somewhere = false;
        Row last = null;
        for (Row other : rows) {
            boolean sibling = pinned
                    || java.util.Objects.equals(
                            parent, model.tracks().parent(other.node().key()));
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
        model.pointer()
                .setDrop(somewhere ? model.offset(pinned) + gap : Double.NaN, pinned ? 0 : model.px(12 * row.level()));
        view.overlayChanged();
        if (!pinned) {
            scrollAtEdges(y);
        }
    }

    /// Bottom of the last row of a group, px.
    private double end(Row group) {
        return model.layout().end(model.layout().index(group.node().key()));
    }

    private void scrollAtEdges(double y) {
        double reach = model.px(24);
        if (y < model.geometry().tracksTop() + reach) {
            view.scrollTo(model.scrollY() - reach / 2);
        } else if (y > model.geometry().height() - reach) {
            view.scrollTo(model.scrollY() + reach / 2);
        }
    }

    void drop() {
        model.pointer().clearDrop();
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
