package traceglass.render;

import java.util.EnumMap;
import java.util.Map;
import traceglass.model.time.TimeSpan;
import traceglass.render.time.Viewport;

/// Moves the viewport over time: eases to a target, and follows held keys with growing speed. Pure; time is given.
final class Motion {

    private static final double EASE_NS = 300e6;
    /// A tap moves this far, so that tapping is useful too.
    private static final double TAP_PX = 50;
    private static final double TAP_ZOOM = .12;
    private static final double TAP_NS = 120e6;
    private static final double FULL_SPEED_NS = 700e6;

    private Viewport from;
    private Viewport to;
    private long easeStart;
    private final Map<TimelineView.Move, Long> held = new EnumMap<>(TimelineView.Move.class);
    private final Map<TimelineView.Move, Double> owed = new EnumMap<>(TimelineView.Move.class);
    private long lastStep;

    void easeTo(Viewport start, Viewport target, long nowNs) {
        from = start;
        to = target;
        easeStart = nowNs;
    }

    void stopEasing() {
        to = null;
    }

    /// Where the easing leads, or null when nothing eases.
    Viewport target() {
        return to;
    }

    void press(TimelineView.Move move, long nowNs) {
        if (held.putIfAbsent(move, nowNs) == null) {
            owed.merge(move, 1.0, Double::sum);
            to = null;
            if (lastStep == 0) {
                lastStep = nowNs;
            }
        }
    }

    void release(TimelineView.Move move) {
        held.remove(move);
    }

    void releaseAll() {
        held.clear();
    }

    boolean isMoving() {
        return to != null || !held.isEmpty() || !owed.isEmpty();
    }

    /// The viewport a moment later. `anchorX` is where zooming stays put, px from the left of an area `width` px wide.
    Viewport step(Viewport viewport, long nowNs, double anchorX, double width, TimeSpan bounds) {
        if (to != null) {
            double t = Math.clamp((nowNs - easeStart) / EASE_NS, 0, 1);
            Viewport next = Viewport.between(from, to, t * t * (3 - 2 * t));
            if (t >= 1) {
                to = null;
            }
            lastStep = 0;
            return next;
        }
        if (held.isEmpty() && owed.isEmpty()) {
            lastStep = 0;
            return viewport;
        }
        double elapsed = lastStep == 0 ? 0 : Math.min(nowNs - lastStep, 50e6);
        lastStep = nowNs;
        double pan = 0;
        double zoom = 0;
        for (TimelineView.Move move : TimelineView.Move.values()) {
            double share = Math.min(owed.getOrDefault(move, 0.0), elapsed / TAP_NS);
            if (owed.containsKey(move)) {
                double left = owed.get(move) - share;
                if (left <= 1e-6) {
                    owed.remove(move);
                } else {
                    owed.put(move, left);
                }
            }
            Long since = held.get(move);
            double speed = since == null ? 0 : Math.min(1, Math.max(0, nowNs - since - TAP_NS) / FULL_SPEED_NS);
            double seconds = elapsed / 1e9;
            pan += move.pan * (share * TAP_PX + (speed == 0 ? 0 : (400 + 1600 * speed) * seconds));
            zoom += move.zoom * (share * TAP_ZOOM + (speed == 0 ? 0 : (1.2 + 3 * speed) * seconds));
        }
        Viewport next = viewport;
        if (pan != 0) {
            next = next.pan(pan * next.nsPerPx(width), bounds);
        }
        return zoom == 0 ? next : next.zoom(Math.exp(-zoom), anchorX, width, bounds);
    }
}
