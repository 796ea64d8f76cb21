package traceglass.render;

import java.util.Map;
import javafx.scene.input.KeyCode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves the visible window: by steps, with held keys, to the selection, and back and forward together with the
/// selection.
public final class Movement {

    /// Directions of the keys that move the window while held.
    public enum Move {
        LEFT(-1, 0),
        RIGHT(1, 0),
        ZOOM_IN(0, 1),
        ZOOM_OUT(0, -1);

        final int pan;
        final int zoom;

        Move(int pan, int zoom) {
            this.pan = pan;
            this.zoom = zoom;
        }
    }

    private final TimelineView view;
    private final TimelineModel model;
    private Map<KeyCode, Move> keys =
            Map.of(KeyCode.W, Move.ZOOM_IN, KeyCode.S, Move.ZOOM_OUT, KeyCode.A, Move.LEFT, KeyCode.D, Move.RIGHT);

    Movement(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    /// Shows the whole trace.
    public void zoomToFit() {
        view.zoomTo(model.reach());
    }

    /// Zooms so that the selection takes 80% of the window; an instant gets a five-hundredth of the visible time.
    /// A second call returns to the previous window.
    public void focusSelection() {
        TimeSpan span = model.selection().span();
        if (span == null) {
            return;
        }
        if (model.selection() instanceof TimelineSelection.Event(TrackItem item)) {
            view.showRowOf(item);
        }
        view.mover().focus(span);
    }

    /// Moves the window by a multiple of its length; 1 is a whole window to the right.
    public void panBy(double windows) {
        ViewportMover mover = view.mover();
        mover.go(mover.target().pan(windows * mover.target().spanNs(), model.reach()));
    }

    /// Zooms around the pointer, or around the middle if the pointer is elsewhere; a factor below 1 zooms in.
    public void zoomBy(double factor) {
        ViewportMover mover = view.mover();
        mover.go(mover.target().zoom(factor, mover.anchorX(), model.geometry().timeWidth(), model.reach()));
    }

    /// Shows a span that follows the end of a growing trace; [#back] does not return to it. A movement by the user
    /// takes precedence.
    ///
    /// @return whether the span is shown
    public boolean follow(TimeSpan span) {
        ViewportMover mover = view.mover();
        if (mover.isMoving() || view.interaction().isDragging()) {
            return false;
        }
        mover.follow(Viewport.of(span).within(model.reach()));
        return true;
    }

    /// Starts moving as for a held key: one step at once, then accelerating until [#stop].
    public void start(Move move) {
        view.mover().press(move);
    }

    /// Stops a movement that [#start] began.
    public void stop(Move move) {
        view.mover().release(move);
    }

    /// Sets the keys that move the window while held; the default is W, A, S and D. For other keyboard layouts,
    /// pass the keys at the same positions.
    public void setKeys(Map<KeyCode, Move> keys) {
        this.keys = Map.copyOf(keys);
    }

    Map<KeyCode, Move> keys() {
        return keys;
    }

    /// Returns to the previous window and selection.
    public void back() {
        view.mover().back();
    }

    /// Returns to the window and selection that [#back] left.
    public void forward() {
        view.mover().forward();
    }

    /// Restores the selection before the current one.
    public void restoreSelection() {
        view.mover().restoreSelection();
    }

    /// Whether [#restoreSelection] has something to select.
    public boolean canRestoreSelection() {
        return view.mover().canRestoreSelection();
    }

    /// Removes all selections from the history, for when the ids of events change.
    public void clearSelections() {
        view.mover().clearSelections();
    }
}
