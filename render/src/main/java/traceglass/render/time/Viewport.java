package traceglass.render.time;

import traceglass.store.time.TimeSpan;

/// Visible span of time. The start is a whole nanosecond plus a fraction, so that a window of 10 ns is exact in a
/// trace of days and slow panning is smooth. Immutable.
///
/// @param start first visible nanosecond
/// @param fraction added to `start`, from 0 to below 1
/// @param spanNs visible length in nanoseconds, at least [#MIN_SPAN_NS]
public record Viewport(long start, double fraction, double spanNs) {

    public static final double MIN_SPAN_NS = 10;
    /// Share of the trace that the window may extend beyond its ends.
    static final double GUTTER = 0.01;

    /// Returns a window of exactly this span; a shorter span than the minimum is centered.
    public static Viewport of(TimeSpan span) {
        double spanNs = Math.max(MIN_SPAN_NS, (double) span.durNs());
        return at(span.start(), (span.durNs() - spanNs) / 2, spanNs);
    }

    /// Position of `ts` in px from the left of an area `width` px wide; may be far outside.
    public double x(long ts, double width) {
        return ((double) (ts - start) - fraction) * (width / spanNs);
    }

    /// Time at a position, rounded down to a nanosecond.
    public long timeAt(double x, double width) {
        return start + (long) Math.floor(fraction + x * (spanNs / width));
    }

    public double nsPerPx(double width) {
        return spanNs / width;
    }

    /// Visible time, rounded outwards to nanoseconds.
    public TimeSpan visible() {
        return new TimeSpan(start, start + (long) Math.ceil(fraction + spanNs));
    }

    /// Returns the window moved by `ns`, which may be a fraction, clamped to the trace and its gutter.
    public Viewport pan(double ns, TimeSpan bounds) {
        return at(start, fraction + ns, spanNs).clampTo(bounds);
    }

    /// Returns the window with the span multiplied by `factor` (below 1 zooms in) and the time at `x` fixed.
    public Viewport zoom(double factor, double x, double width, TimeSpan bounds) {
        double limit = bounds.durNs() * (1 + 2 * GUTTER);
        double span = Math.clamp(spanNs * factor, MIN_SPAN_NS, Math.max(MIN_SPAN_NS, limit));
        return at(start, fraction + (spanNs - span) * (x / width), span).clampTo(bounds);
    }

    /// Returns the window clamped to the trace and the gutter on both sides.
    public Viewport clampTo(TimeSpan bounds) {
        double span = Math.clamp(spanNs, MIN_SPAN_NS, Math.max(MIN_SPAN_NS, bounds.durNs() * (1 + 2 * GUTTER)));
        // Proportional to the window, so that a zoomed-in window never leaves the trace entirely.
        double gutter = Math.min(span, bounds.durNs()) * GUTTER;
        double free = span - bounds.durNs() - 2 * gutter;
        if (free > 0) {
            // A trace shorter than the shortest window is centered.
            return at(bounds.start(), -gutter - free / 2, span);
        }
        double before = (double) (start - bounds.start()) + fraction + gutter;
        if (before < 0) {
            return at(bounds.start(), -gutter, span);
        }
        double after = (double) (bounds.end() - start) - fraction + gutter - span;
        if (after < 0) {
            return at(start, fraction + Math.max(after, -before), span);
        }
        return span == spanNs ? this : at(start, fraction, span);
    }

    /// Interpolates between two windows for animations, `t` from 0 to 1.
    public static Viewport interpolate(Viewport a, Viewport b, double t) {
        if (t >= 1) {
            return b;
        }
        double shift = (double) (b.start - a.start) + b.fraction - a.fraction;
        return at(a.start, a.fraction + shift * t, a.spanNs + (b.spanNs - a.spanNs) * t);
    }

    /// Returns a window that starts at `start` plus any fraction, which may be negative or above 1.
    public static Viewport at(long start, double fraction, double spanNs) {
        double integer = Math.floor(fraction);
        double rest = fraction - integer;
        return new Viewport(start + (long) integer, rest >= 1 ? 0 : rest, spanNs);
    }
}
