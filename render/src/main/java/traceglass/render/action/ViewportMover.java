package traceglass.render.action;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.ViewTargets;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves the visible window: immediately, eased, or with held keys.
public final class ViewportMover {

    private final TimelineModel model;
    private final BooleanSupplier isOnScreen;
    private final ViewportAnimator motion = new ViewportAnimator();
    /// Target of the last focus, and the window before it.
    private @Nullable Viewport focused;
    private @Nullable Viewport beforeFocus;

    /// @param isOnScreen whether the timeline is on a screen, where its movements can be seen
    public ViewportMover(TimelineModel model, BooleanSupplier isOnScreen) {
        this.model = model;
        this.isOnScreen = isOnScreen;
    }

    /// Stops all movement, for a new trace.
    public void reset() {
        motion.stopEasing();
        motion.releaseAll();
        focused = null;
        beforeFocus = null;
    }

    /// Target of the easing, or else the current window.
    Viewport target() {
        Viewport target = motion.target();
        return target == null ? model.viewport() : target;
    }

    /// Shows a window; a running movement continues from there.
    public void set(Viewport viewport) {
        model.setViewport(viewport);
        model.changes().markTracks();
    }

    /// Eases to a window; jumps if motion is reduced or the timeline is not on a screen.
    public void easeTo(Viewport target) {
        if (model.theme().reducesMotion() || !isOnScreen.getAsBoolean()) {
            jumpTo(target);
        } else {
            motion.easeTo(model.viewport(), target, System.nanoTime());
            model.changes().markTracks();
        }
    }

    /// Jumps to a window.
    public void jumpTo(Viewport target) {
        motion.stopEasing();
        set(target);
    }

    /// Jumps to a span.
    public void jumpTo(TimeSpan span) {
        jumpTo(Viewport.of(span).clampTo(model.allowedSpan()));
    }

    public void stopEasing() {
        motion.stopEasing();
    }

    void press(MoveDirection move) {
        motion.press(move, System.nanoTime());
        model.changes().markTracks();
    }

    void release(MoveDirection move) {
        motion.release(move);
    }

    /// Stops the movements of all keys.
    public void releaseAll() {
        motion.releaseAll();
    }

    /// Shows a span with a margin; a second call for the same span returns to the previous window.
    void focus(TimeSpan span) {
        if (target().equals(focused) && beforeFocus != null) {
            Viewport back = beforeFocus;
            focused = null;
            beforeFocus = null;
            easeTo(back);
            return;
        }
        beforeFocus = target();
        focused = ViewTargets.focus(model.viewport(), span, model.allowedSpan());
        easeTo(focused);
    }

    public boolean isMoving() {
        return motion.isMoving();
    }

    /// Advances the movement by the time since the last step; returns whether there is one.
    public boolean step(long nowNs) {
        if (!motion.isMoving()) {
            return false;
        }
        set(motion.step(model.viewport(), nowNs, anchorX(), model.geometry().timeWidth(), model.allowedSpan()));
        return true;
    }

    /// Fixed point of zooming by keys, px: the pointer, or the middle if it is elsewhere.
    double anchorX() {
        Geometry geometry = model.geometry();
        double x = model.pointer().x() - geometry.timeX();
        return Double.isNaN(x) || x < 0 || x > geometry.timeWidth() ? geometry.timeWidth() / 2 : x;
    }

    /// Pans so that a span is visible, without changing the zoom.
    public void panTo(long from, long to) {
        easeTo(ViewTargets.pan(target(), from, to, model.allowedSpan()));
    }
}
