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
import traceglass.render.model.TimelineModel;

/// Row with the keyboard focus: arrow keys move between rows and open or close groups, Enter selects an event.
final class RowFocus {

    /// Time for which a row that was jumped to stays highlighted.
    private static final long HIGHLIGHT_NS = 1_400_000_000;

    private final TimelineView view;
    private final TimelineModel model;
    private long highlightedAt;
    private final AnimationTimer light = new AnimationTimer() {
        @Override
        public void handle(long now) {
            double left = 1 - (double) (System.nanoTime() - highlightedAt) / HIGHLIGHT_NS;
            if (left <= 0 || model.highlights().jumpedRow() == null) {
                model.highlights().clearJump();
                stop();
            } else {
                // With reduced motion the highlight does not fade; it just ends.
                model.highlights()
                        .setJump(model.highlights().jumpedRow(), model.theme().reducedMotion() ? 1 : left * left);
            }
            view.overlayChanged();
        }
    };

    RowFocus(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    void clear() {
        if (model.highlights().focusedRow() != null) {
            model.highlights().setFocusedRow(null);
            view.overlayChanged();
        }
    }

    /// Moves the keyboard focus to a row and highlights it for a moment. Returns whether the row exists.
    boolean highlight(String key) {
        if (model.layout().row(key) == null) {
            return false;
        }
        model.highlights().setFocusedRow(key);
        model.highlights().setJump(key, 1);
        highlightedAt = System.nanoTime();
        light.start();
        view.overlayChanged();
        return true;
    }

    /// Row with the focus, or null if no visible row has it.
    Row row() {
        return model.highlights().focusedRow() == null
                ? null
                : model.layout().row(model.highlights().focusedRow());
    }

    /// Handles a key; returns whether it was used.
    boolean pressed(KeyCode code, boolean menu) {
        view.relayout();
        List<Row> rows = model.layout().rows();
        if (rows.isEmpty()) {
            return false;
        }
        Row at = row() == null && menu ? selectedRow() : row();
        if (menu && at != null) {
            Point2D point = view.localToScreen(model.geometry().labelWidth() / 2, model.offset(false) + at.bottom());
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
                                ? model.layout().indexAt(model.scrollY())
                                : model.layout().index(at.node().key()) + 1);
            case UP ->
                go(
                        at == null
                                ? model.layout().indexAt(model.scrollY())
                                : model.layout().index(at.node().key()) - 1);
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
                ? model.layout().row(item.trackKey())
                : null;
    }

    private boolean go(int index) {
        List<Row> rows = model.layout().rows();
        Row row = rows.get(Math.clamp(index, 0, rows.size() - 1));
        model.highlights().setFocusedRow(row.node().key());
        view.scroller()
                .bringIntoView(
                        row.y(),
                        Math.min(row.bottom(), row.y() + model.geometry().tracksHeight() * .8));
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
        return go(model.layout().index(row.node().key()) + 1);
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
        FrameLoader.Entry entry = model.frames().entry(node.key());
        if (entry == null
                || !(entry.index() instanceof SliceIndex index)
                || index.data().size() == 0) {
            return true;
        }
        long middle = model.viewport()
                .timeAt(model.geometry().timeWidth() / 2, model.geometry().timeWidth());
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
