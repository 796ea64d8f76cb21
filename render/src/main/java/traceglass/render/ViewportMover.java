package traceglass.render;

import java.util.Objects;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.time.ViewHistory;
import traceglass.render.time.ViewTargets;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves the visible window: at once, eased, with held keys, back and forward.
final class ViewportMover {

    private final TimelineView view;
    private final PaintState picture;
    private final ViewportAnimator motion = new ViewportAnimator();
    private final ViewHistory history = new ViewHistory();
    /// Target of the last focus, and the window before it.
    private Viewport focused;
    private Viewport beforeFocus;

    ViewportMover(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// Stops all movement and clears the history, for a new trace.
    void reset() {
        history.clear();
        motion.stopEasing();
        motion.releaseAll();
        focused = null;
        beforeFocus = null;
    }

    /// Target of the easing, or else the current window.
    Viewport target() {
        return motion.target() == null ? picture.viewport : motion.target();
    }

    /// Eases to a window; jumps if motion is reduced or the timeline is not on a screen.
    void go(Viewport target) {
        if (picture.theme.reducedMotion()
                || view.getScene() == null
                || view.getScene().getWindow() == null) {
            motion.stopEasing();
            view.setViewport(target);
        } else {
            motion.easeTo(picture.viewport, target, System.nanoTime());
            view.changed();
        }
    }

    /// Jumps to a window.
    void jump(Viewport target) {
        motion.stopEasing();
        view.setViewport(target);
    }

    void stopEasing() {
        motion.stopEasing();
    }

    void press(Movement.Move move) {
        motion.press(move, System.nanoTime());
        view.changed();
    }

    void release(Movement.Move move) {
        motion.release(move);
    }

    void releaseAll() {
        motion.releaseAll();
    }

    /// Shows a span with a margin; a second call for the same span returns to the previous window.
    void focus(TimeSpan span) {
        if (target().equals(focused) && beforeFocus != null) {
            Viewport back = beforeFocus;
            focused = null;
            beforeFocus = null;
            go(back);
            return;
        }
        beforeFocus = target();
        focused = ViewTargets.focus(picture.viewport, span, picture.reach());
        go(focused);
    }

    void back() {
        goIfThere(history.goBack(picture.viewport));
    }

    void forward() {
        goIfThere(history.goForward(picture.viewport));
    }

    private void goIfThere(Viewport viewport) {
        if (viewport != null) {
            go(viewport);
        }
    }

    boolean isMoving() {
        return motion.isMoving();
    }

    /// Advances the movement by the time since the last step.
    void step(long nowNs) {
        if (motion.isMoving()) {
            view.setViewport(
                    motion.step(picture.viewport, nowNs, anchorX(), picture.geometry.timeWidth(), picture.reach()));
            view.interaction().viewportMoved();
        }
    }

    /// Adds the current window to the history when all movement has ended.
    void movementEnded() {
        if (!view.interaction().isDragging()) {
            history.settle(picture.viewport);
            view.showHistory(history.hasBack(), history.hasForward());
        }
    }

    /// Fixed point of zooming by keys, px: the pointer, or the middle if it is elsewhere.
    double anchorX() {
        Geometry geometry = picture.geometry;
        double x = picture.pointerX - geometry.timeX();
        return Double.isNaN(x) || x < 0 || x > geometry.timeWidth() ? geometry.timeWidth() / 2 : x;
    }

    /// Pans so that a span is visible, without changing the zoom.
    void panTo(long from, long to) {
        go(ViewTargets.pan(target(), from, to, Objects.requireNonNull(picture.reach())));
    }
}
