package traceglass.render.input;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.TrackNode;
import traceglass.render.action.Arrangement;
import traceglass.render.action.Operations;
import traceglass.render.action.RowHighlight;
import traceglass.render.action.Scrolling;
import traceglass.render.action.SelectionControls;
import traceglass.render.action.TrackControls;
import traceglass.render.action.ViewportMover;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;

/// Keys of the row with the keyboard focus: arrow keys move between rows and open or close groups, Enter selects an
/// event.
public final class RowFocus {

    private final TimelineModel model;
    private final Arrangement arrangement;
    private final Scrolling scrolling;
    private final RowHighlight focus;
    private final TrackControls tracks;
    private final SelectionControls selectionControls;
    private final ViewportMover mover;
    private final TimelineRequests requests;

    public RowFocus(TimelineModel model, Operations operations, TimelineRequests requests) {
        this.model = model;
        this.arrangement = operations.arrangement();
        this.scrolling = operations.scrolling();
        this.focus = operations.highlight();
        this.tracks = operations.tracks();
        this.selectionControls = operations.selectionControls();
        this.mover = operations.mover();
        this.requests = requests;
    }

    /// Handles a key; returns whether it was used.
    public boolean handleKey(FocusKey key) {
        arrangement.update();
        List<Row> rows = model.layout().rows();
        if (rows.isEmpty()) {
            return false;
        }
        Row row = focus.row();
        return switch (key) {
            case MENU -> openMenu(row == null ? selectedRow() : row);
            case DOWN ->
                moveTo(row == null ? topRow() : model.layout().index(row.node().key()) + 1);
            case UP ->
                moveTo(row == null ? topRow() : model.layout().index(row.node().key()) - 1);
            case END -> moveTo(rows.size() - 1);
            case RIGHT -> row != null && moveRight(row);
            case LEFT -> row != null && moveLeft(row);
            case ENTER -> row != null && enter(row);
        };
    }

    private int topRow() {
        return model.layout().indexAt(model.scrollY());
    }

    /// Opens the menu of the selected event if it is on this row, else of the track.
    private boolean openMenu(@Nullable Row row) {
        if (row == null) {
            return false;
        }
        PxPoint screen = requests.toScreen(model.geometry().labelWidth() / 2, model.offset(false) + row.bottom());
        if (model.selection() instanceof TimelineSelection.Event(TrackItem item)
                && item.trackKey().equals(row.node().key())) {
            requests.openItemMenu(item, row.node(), screen);
        } else {
            requests.openTrackMenu(row.node(), screen);
        }
        return true;
    }

    /// Row of the selected event, or null.
    private @Nullable Row selectedRow() {
        return model.selection() instanceof TimelineSelection.Event(TrackItem item)
                ? model.layout().row(item.trackKey())
                : null;
    }

    private boolean moveTo(int index) {
        List<Row> rows = model.layout().rows();
        Row row = rows.get(Math.clamp(index, 0, rows.size() - 1));
        scrolling.bringIntoView(
                row.y(), Math.min(row.bottom(), row.y() + model.geometry().tracksHeight() * .8));
        focus.focus(row);
        return true;
    }

    private boolean moveRight(Row row) {
        if (!row.node().isGroup()) {
            return false;
        }
        if (!row.isOpen()) {
            tracks.expand(row.node().key());
            return true;
        }
        return moveTo(model.layout().index(row.node().key()) + 1);
    }

    private boolean moveLeft(Row row) {
        if (row.node().isGroup() && row.isOpen()) {
            tracks.collapse(row.node().key());
            return true;
        }
        return row.parent() >= 0 && moveTo(row.parent());
    }

    /// Opens or closes a group; on a track, selects the event in the middle of the window or the nearest one.
    private boolean enter(Row row) {
        TrackNode node = row.node();
        if (node.isGroup()) {
            tracks.toggle(node.key());
            return true;
        }
        TrackEntry entry = model.frames().entry(node.key());
        if (entry == null
                || !(entry.index() instanceof SliceIndex index)
                || index.data().size() == 0) {
            return true;
        }
        long middle = model.viewport()
                .timeAt(model.geometry().timeWidth() / 2, model.geometry().timeWidth());
        int best = -1;
        long minDistance = Long.MAX_VALUE;
        int from = index.data().rowStart()[0];
        int to = index.data().rowStart()[1];
        for (int i = from; i < to; i++) {
            long distance = middle < index.data().ts()[i]
                    ? index.data().ts()[i] - middle
                    : Math.max(0, middle - index.data().end()[i]);
            if (distance >= minDistance && index.data().ts()[i] > middle) {
                break;
            }
            if (distance < minDistance) {
                best = i;
                minDistance = distance;
            }
        }
        if (best >= 0) {
            TrackItem item = TrackItem.of(node, index.data(), best);
            selectionControls.select(new TimelineSelection.Event(item));
            mover.panTo(item.ts(), item.end());
            requests.itemClicked(item);
        }
        return true;
    }
}
