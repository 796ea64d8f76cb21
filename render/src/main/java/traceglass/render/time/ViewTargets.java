package traceglass.render.time;

import traceglass.store.time.TimeSpan;

/// Computes target windows for showing a span.
public final class ViewTargets {

    /// Share of the window taken by a focused span.
    private static final double FOCUS_SHARE = .8;
    private static final double MARGIN = .1;
    /// Divisor of the current window for a focused instant.
    private static final double INSTANT_DIVISOR = 500;

    private ViewTargets() {}

    /// Makes the span 80% of the window.
    public static Viewport focus(Viewport from, TimeSpan span, TimeSpan bounds) {
        double length = Math.max(
                Viewport.MIN_SPAN_NS, span.durNs() == 0 ? from.spanNs() / INSTANT_DIVISOR : span.durNs() / FOCUS_SHARE);
        return Viewport.at(span.start(), span.durNs() / 2.0 - length / 2, length)
                .clampTo(bounds);
    }

    /// Pans so that the span, or its start if it is too long, is visible with a margin of a tenth. Keeps the zoom;
    /// does not move if it is already visible.
    public static Viewport pan(Viewport from, long ts, long end, TimeSpan bounds) {
        double margin = from.spanNs() * MARGIN;
        double left = (double) (ts - from.start()) - from.fraction();
        double right = (double) (end - from.start()) - from.fraction();
        if (left >= margin && right <= from.spanNs() - margin || left <= 0 && right >= from.spanNs()) {
            return from;
        }
        boolean fits = right - left <= from.spanNs() - 2 * margin;
        return from.pan(fits ? (left + right) / 2 - from.spanNs() / 2 : left - margin, bounds);
    }
}
