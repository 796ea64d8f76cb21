package traceglass.render;

import java.util.Objects;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.time.Aim;
import traceglass.render.time.ViewHistory;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Takes the visible window from place to place: at once, eased, along with held keys, back and forward.
final class Mover {

    private final TimelineView view;
    private final PaintState picture;
    private final Motion motion = new Motion();
    private final ViewHistory history = new ViewHistory();
    /// The window that the last focus led to, and the one it came from.
    private Viewport focused;
    private Viewport beforeFocus;

    Mover(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// For another trace: nothing moves and nothing was looked at.
    void reset() {
        history.clear();
        motion.stopEasing();
        motion.releaseAll();
        focused = null;
        beforeFocus = null;
    }

    /// Where the window is or is easing to.
    Viewport target() {
        return motion.target() == null ? picture.viewport : motion.target();
    }

    /// Eases to a window; jumps where motion is reduced or nobody sees it.
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

    /// Shows a span with room around it; asked for the same again, returns to where it came from.
    void focus(TimeSpan span) {
        if (target().equals(focused) && beforeFocus != null) {
            Viewport back = beforeFocus;
            focused = null;
            beforeFocus = null;
            go(back);
            return;
        }
        beforeFocus = target();
        focused = Aim.focus(picture.viewport, span, picture.reach());
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

    /// Moves on by as much as the time since the last step asks for.
    void step(long nowNs) {
        if (motion.isMoving()) {
            view.setViewport(
                    motion.step(picture.viewport, nowNs, anchorX(), picture.geometry.timeWidth(), picture.reach()));
            view.interaction().viewportMoved();
        }
    }

    /// Everything has come to rest: the window counts as one that was looked at.
    void rested() {
        if (!view.interaction().isDragging()) {
            history.settle(picture.viewport);
            view.showHistory(history.hasBack(), history.hasForward());
        }
    }

    /// Where zooming by keys stays put: at the pointer, or in the middle when it is elsewhere.
    double anchorX() {
        Geometry geometry = picture.geometry;
        double x = picture.pointerX - geometry.timeX();
        return Double.isNaN(x) || x < 0 || x > geometry.timeWidth() ? geometry.timeWidth() / 2 : x;
    }

    /// Moves so that a span is visible, without changing the zoom.
    void panTo(long from, long to) {
        go(Aim.pan(target(), from, to, Objects.requireNonNull(picture.reach())));
    }
}
