package traceglass.render.time;

import traceglass.store.time.TimeSpan;

/// Where the window goes to show something. Pure.
public final class Aim {

    /// Share of the window that what is focused takes up.
    private static final double FOCUS = .8;
    private static final double MARGIN = .1;
    /// An instant gets a window of this part of the one before.
    private static final double INSTANT_PART = 500;

    private Aim() {}

    /// Makes the span 80 % of the window.
    public static Viewport focus(Viewport from, TimeSpan span, TimeSpan bounds) {
        double length =
                Math.max(Viewport.MIN_SPAN_NS, span.durNs() == 0 ? from.spanNs() / INSTANT_PART : span.durNs() / FOCUS);
        return Viewport.at(span.start(), span.durNs() / 2.0 - length / 2, length)
                .within(bounds);
    }

    /// Pans so that the span, or its start when it is too long, is visible with a margin of a tenth. The zoom
    /// stays; nothing moves when it is visible already.
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
