package traceglass.render;

import java.util.Map;
import javafx.scene.input.KeyCode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.picture.PaintState;
import traceglass.store.time.TimeSpan;

/// What moves the visible window from where it is: steps, held keys, what is selected, back and forward.
public final class Movement {

    /// Directions in which a held key moves the window.
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
    private final PaintState picture;
    private Map<KeyCode, Move> keys =
            Map.of(KeyCode.W, Move.ZOOM_IN, KeyCode.S, Move.ZOOM_OUT, KeyCode.A, Move.LEFT, KeyCode.D, Move.RIGHT);

    Movement(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// Shows the whole trace.
    public void zoomToFit() {
        view.zoomTo(picture.reach());
    }

    /// Makes the selection 80 % of the window; an instant gets a window of a five hundredth of what is visible.
    /// Done twice, it goes back to where it came from.
    public void focusSelection() {
        TimeSpan span = picture.selection.span();
        if (span == null) {
            return;
        }
        if (picture.selection instanceof TimelineSelection.Event(TrackItem item)) {
            view.showRowOf(item);
        }
        view.mover().focus(span);
    }

    /// Moves the window by a share of its length; 1 is a whole window to the right.
    public void panBy(double windows) {
        Mover mover = view.mover();
        mover.go(mover.target().pan(windows * mover.target().spanNs(), picture.reach()));
    }

    /// Zooms around the pointer, or the middle when it is elsewhere; a factor below 1 zooms in.
    public void zoomBy(double factor) {
        Mover mover = view.mover();
        mover.go(mover.target().zoom(factor, mover.anchorX(), picture.geometry.timeWidth(), picture.reach()));
    }

    /// Starts moving as while a key is held down: an instant step first, then growing speed until [#stop].
    public void start(Move move) {
        view.mover().press(move);
    }

    /// Ends what [#start] began.
    public void stop(Move move) {
        view.mover().release(move);
    }

    /// Which keys move the window while they are held: W, A, S and D at first. For other keyboards, give the keys
    /// in their places.
    public void setKeys(Map<KeyCode, Move> keys) {
        this.keys = Map.copyOf(keys);
    }

    Map<KeyCode, Move> keys() {
        return keys;
    }

    /// The window before the last one.
    public void back() {
        view.mover().back();
    }

    /// The window that [#back] left.
    public void forward() {
        view.mover().forward();
    }
}
