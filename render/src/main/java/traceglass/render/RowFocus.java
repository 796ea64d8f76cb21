package traceglass.render;

import java.util.List;
import javafx.animation.AnimationTimer;
import javafx.geometry.Point2D;
import javafx.scene.input.KeyCode;
import traceglass.analysis.track.TrackNode;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceIndex;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.picture.PaintState;

/// Row with the keyboard focus: arrow keys move between rows and open or close groups, Enter selects an event.
final class RowFocus {

    /// Time for which a row that was jumped to stays highlighted.
    private static final long HIGHLIGHT_NS = 1_400_000_000;

    private final TimelineView view;
    private final PaintState picture;
    private long highlightedAt;
    private final AnimationTimer light = new AnimationTimer() {
        @Override
        public void handle(long now) {
            double left = 1 - (double) (System.nanoTime() - highlightedAt) / HIGHLIGHT_NS;
            if (left <= 0 || picture.highlightedRow == null) {
                picture.highlightedRow = null;
                stop();
            }
            // With reduced motion the highlight does not fade; it just ends.
            picture.highlightStrength = picture.theme.reducedMotion() ? 1 : left * left;
            view.overlayChanged();
        }
    };

    RowFocus(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    void clear() {
        if (picture.focusedRow != null) {
            picture.focusedRow = null;
            view.overlayChanged();
        }
    }

    /// Moves the keyboard focus to a row and highlights it for a moment. Returns whether the row exists.
    boolean highlight(String key) {
        if (picture.layout.row(key) == null) {
            return false;
        }
        picture.focusedRow = key;
        picture.highlightedRow = key;
        picture.highlightStrength = 1;
        highlightedAt = System.nanoTime();
        light.start();
        view.overlayChanged();
        return true;
    }

    /// Row with the focus, or null if no visible row has it.
    Row row() {
        return picture.focusedRow == null ? null : picture.layout.row(picture.focusedRow);
    }

    /// Handles a key; returns whether it was used.
    boolean pressed(KeyCode code, boolean menu) {
        view.relayout();
        List<Row> rows = picture.layout.rows();
        if (rows.isEmpty()) {
            return false;
        }
        Row at = row() == null && menu ? selectedRow() : row();
        if (menu && at != null) {
            Point2D point = view.localToScreen(picture.geometry.labelWidth() / 2, picture.offset(false) + at.bottom());
            Point2D screen = point == null ? Point2D.ZERO : point;
            if (view.selection() instanceof TimelineSelection.Event(TrackItem item)
                    && item.trackKey().equals(at.node().key())) {
                view.handlers().itemMenu(item, at.node(), screen);
            } else {
                view.handlers().trackMenu(at.node(), screen);
            }
            return true;
        }
        return switch (code) {
            case DOWN ->
                go(
                        at == null
                                ? picture.layout.indexAt(picture.scrollY)
                                : picture.layout.index(at.node().key()) + 1);
            case UP ->
                go(
                        at == null
                                ? picture.layout.indexAt(picture.scrollY)
                                : picture.layout.index(at.node().key()) - 1);
            case END -> go(rows.size() - 1);
            case RIGHT -> at != null && right(at);
            case LEFT -> at != null && left(at);
            case ENTER, SPACE -> at != null && enter(at);
            default -> false;
        };
    }

    /// Row of the selected event, or null.
    private Row selectedRow() {
        return view.selection() instanceof TimelineSelection.Event(TrackItem item)
                ? picture.layout.row(item.trackKey())
                : null;
    }

    private boolean go(int index) {
        List<Row> rows = picture.layout.rows();
        Row row = rows.get(Math.clamp(index, 0, rows.size() - 1));
        picture.focusedRow = row.node().key();
        view.scroller().bringIntoView(row.y(), Math.min(row.bottom(), row.y() + picture.geometry.tracksHeight() * .8));
        view.overlayChanged();
        return true;
    }

    private boolean right(Row row) {
        if (!row.node().isGroup()) {
            return false;
        }
        if (!row.open()) {
            view.tracks().expand(row.node().key());
            return true;
        }
        return go(picture.layout.index(row.node().key()) + 1);
    }

    private boolean left(Row row) {
        if (row.node().isGroup() && row.open()) {
            view.tracks().collapse(row.node().key());
            return true;
        }
        return row.parent() >= 0 && go(row.parent());
    }

    /// Opens or closes a group; on a track, selects the event in the middle of the window or the nearest one.
    private boolean enter(Row row) {
        TrackNode node = row.node();
        if (node.isGroup()) {
            view.tracks().toggle(node.key());
            return true;
        }
        FrameLoader.Entry entry = picture.frames.entry(node.key());
        if (entry == null
                || !(entry.index() instanceof SliceIndex index)
                || index.data().size() == 0) {
            return true;
        }
        long middle = picture.viewport.timeAt(picture.geometry.timeWidth() / 2, picture.geometry.timeWidth());
        int best = -1;
        long distance = Long.MAX_VALUE;
        int from = index.data().rowStart()[0];
        int to = index.data().rowStart()[1];
        for (int i = from; i < to; i++) {
            long away = middle < index.data().ts()[i]
                    ? index.data().ts()[i] - middle
                    : Math.max(0, middle - index.data().end()[i]);
            if (away >= distance && index.data().ts()[i] > middle) {
                break;
            }
            if (away < distance) {
                best = i;
                distance = away;
            }
        }
        if (best >= 0) {
            TrackItem item = TrackItem.of(node, index.data(), best);
            view.setSelection(new TimelineSelection.Event(item));
            view.mover().panTo(item.ts(), item.end());
            view.handlers().itemClicked(item);
        }
        return true;
    }
}
