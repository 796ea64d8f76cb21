package traceglass.render.action;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Animates the viewport: eases to a target and accelerates while keys are held. Has no clock; the caller passes the
/// time.
///
/// The constants are those of Perfetto's timeline, so that moving feels familiar to its users. A press adds 50 px
/// or a tenth of the span immediately. A held key adds 8 px or 0.008 of the span every sixtieth of a second, and
/// that rate grows by its initial value every 50 ms. Each sixtieth of a second moves 0.4 of the pending distance,
/// so the viewport slows down smoothly.
final class ViewportAnimator {

    private static final double EASE_NS = 300e6;
    private static final double TAP_PX = 50;
    private static final double TAP_ZOOM = .1;
    private static final double HELD_PX = 8;
    private static final double HELD_ZOOM = .008;
    private static final double SNAP = .4;
    private static final double ACCELERATION_PER_NS = 1 / 50e6;
    private static final double FRAME_NS = 1e9 / 60;
    /// Maximum duration of one step, so that nothing jumps after a stall.
    private static final double MAX_STEP_NS = 50e6;
    /// Maximum zoom of one step: the eye can't follow larger ones.
    private static final double MAX_ZOOM = .9;

    private @Nullable Viewport from;
    private @Nullable Viewport to;
    private long easeStart;
    private final Axis pan = new Axis(TAP_PX, HELD_PX, .1);
    private final Axis zoom = new Axis(TAP_ZOOM, HELD_ZOOM, 1e-6);
    private long lastStep;

    /// Movement in one dimension, driven by two keys in opposite directions.
    private static final class Axis {

        private final double tapDistance;
        private final double holdSpeed;
        private final double restDistance;
        private @Nullable MoveDirection key;
        private int direction;
        private long pressedAtNs;
        /// Distance still to be moved.
        private double remaining;

        /// @param tapDistance distance moved immediately when a key is pressed
        /// @param holdSpeed initial distance per sixtieth of a second while the key stays down
        /// @param restDistance distance at which the movement ends
        Axis(double tapDistance, double holdSpeed, double restDistance) {
            this.tapDistance = tapDistance;
            this.holdSpeed = holdSpeed;
            this.restDistance = restDistance;
        }

        void press(MoveDirection move, int newDirection, long nowNs) {
            if (key != move) {
                key = move;
                direction = newDirection;
                pressedAtNs = nowNs;
                remaining = newDirection * tapDistance;
            }
        }

        void release(MoveDirection move) {
            if (key == move) {
                key = null;
            }
        }

        boolean isMoving() {
            return key != null || remaining != 0;
        }

        /// Returns the distance to move in this many sixtieths of a second.
        double step(long nowNs, double frames) {
            double step = remaining * (1 - Math.pow(1 - SNAP, frames));
            if (key != null) {
                double speed = 1 + (nowNs - pressedAtNs) * ACCELERATION_PER_NS;
                // At least as fast as the pending distance decays; otherwise the movement would
                // hesitate.
                remaining += direction * Math.max(holdSpeed * speed * frames, Math.abs(step));
            } else if (Math.abs(step) < restDistance) {
                step = remaining;
            }
            remaining -= step;
            return step;
        }
    }

    void easeTo(Viewport start, Viewport target, long nowNs) {
        from = start;
        to = target;
        easeStart = nowNs;
    }

    void stopEasing() {
        to = null;
    }

    /// Returns the target of the easing, or null if the viewport isn't easing.
    @Nullable
    Viewport target() {
        return to;
    }

    void press(MoveDirection move, long nowNs) {
        if (!isMoving() || to != null) {
            lastStep = nowNs;
        }
        to = null;
        if (move.pan != 0) {
            pan.press(move, move.pan, nowNs);
        } else {
            zoom.press(move, move.zoom, nowNs);
        }
    }

    void release(MoveDirection move) {
        pan.release(move);
        zoom.release(move);
    }

    void releaseAll() {
        for (Axis axis : new Axis[] {pan, zoom}) {
            axis.key = null;
            axis.remaining = 0;
        }
    }

    boolean isMoving() {
        return to != null || pan.isMoving() || zoom.isMoving();
    }

    /// Returns the viewport at `nowNs`, given the one of the previous step. Zooming keeps the time at `anchorX`
    /// fixed, in px from the left of an area `width` px wide.
    Viewport step(Viewport viewport, long nowNs, double anchorX, double width, TimeSpan bounds) {
        if (to != null) {
            double t = Math.clamp((nowNs - easeStart) / EASE_NS, 0, 1);
            Viewport next = Viewport.interpolate(Objects.requireNonNull(from), to, t * t * (3 - 2 * t));
            if (t >= 1) {
                to = null;
            }
            return next;
        }
        double frames = Math.clamp(nowNs - lastStep, 0, MAX_STEP_NS) / FRAME_NS;
        lastStep = nowNs;
        if (frames == 0) {
            return viewport;
        }
        double distance = pan.step(nowNs, frames);
        double in = zoom.step(nowNs, frames);
        Viewport next = viewport;
        if (distance != 0) {
            next = next.pan(distance * next.nsPerPx(width), bounds);
        }
        // Applies one small step for each sixtieth of a second, so that the zoom speed does not depend on the
        // frame rate.
        double factor = Math.pow(1 - Math.min(in / frames, MAX_ZOOM), frames);
        return in == 0 ? next : next.zoom(factor, anchorX, width, bounds);
    }
}
