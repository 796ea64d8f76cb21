package traceglass.render.time;

import traceglass.store.time.TimeSpan;

/// The visible stretch of time. The start is a whole nanosecond and a fraction of one, so that a window of 10 ns is
/// exact in a trace of days and slow pans do not stutter. Immutable; panning and zooming give a new one.
///
/// @param start first visible nanosecond
/// @param fraction 0 to below 1, added to `start`
/// @param spanNs visible length in nanoseconds, at least [#MIN_SPAN_NS]
public record Viewport(long start, double fraction, double spanNs) {

    public static final double MIN_SPAN_NS = 10;
    /// How far the window may go past the ends of the trace, as a share of the trace.
    static final double GUTTER = 0.01;

    /// Shows exactly this stretch; one that is shorter than the shortest window stands in its middle.
    public static Viewport of(TimeSpan span) {
        double spanNs = Math.max(MIN_SPAN_NS, (double) span.durNs());
        return at(span.start(), (span.durNs() - spanNs) / 2, spanNs);
    }

    /// Where `ts` falls, in pixels from the left edge of an area `width` pixels wide. May be far outside of it.
    public double x(long ts, double width) {
        return ((double) (ts - start) - fraction) * (width / spanNs);
    }

    /// The time at a pixel, rounded down to a nanosecond.
    public long timeAt(double x, double width) {
        return start + (long) Math.floor(fraction + x * (spanNs / width));
    }

    public double nsPerPx(double width) {
        return spanNs / width;
    }

    /// The visible time, rounded outwards to nanoseconds.
    public TimeSpan visible() {
        return new TimeSpan(start, start + (long) Math.ceil(fraction + spanNs));
    }

    /// Moved by `ns`, which may be a fraction; kept within the trace and its gutter.
    public Viewport pan(double ns, TimeSpan bounds) {
        return at(start, fraction + ns, spanNs).within(bounds);
    }

    /// The span multiplied by `factor` (below 1 zooms in), with the time at `x` staying where it is.
    public Viewport zoom(double factor, double x, double width, TimeSpan bounds) {
        double limit = bounds.durNs() * (1 + 2 * GUTTER);
        double span = Math.clamp(spanNs * factor, MIN_SPAN_NS, Math.max(MIN_SPAN_NS, limit));
        return at(start, fraction + (spanNs - span) * (x / width), span).within(bounds);
    }

    /// Kept within the trace and its gutter on either side.
    public Viewport within(TimeSpan bounds) {
        double span = Math.clamp(spanNs, MIN_SPAN_NS, Math.max(MIN_SPAN_NS, bounds.durNs() * (1 + 2 * GUTTER)));
        // A part of the window, so that at no zoom a person gets lost where nothing is.
        double gutter = Math.min(span, bounds.durNs()) * GUTTER;
        double free = span - bounds.durNs() - 2 * gutter;
        if (free > 0) {
            // A trace shorter than the shortest window stands in its middle.
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

    /// The window between two, `t` from 0 to 1, for animations.
    public static Viewport between(Viewport a, Viewport b, double t) {
        if (t >= 1) {
            return b;
        }
        double shift = (double) (b.start - a.start) + b.fraction - a.fraction;
        return at(a.start, a.fraction + shift * t, a.spanNs + (b.spanNs - a.spanNs) * t);
    }

    /// A window whose start is `start` plus any fraction, also negative or above 1.
    public static Viewport at(long start, double fraction, double spanNs) {
        double whole = Math.floor(fraction);
        double rest = fraction - whole;
        return new Viewport(start + (long) whole, rest >= 1 ? 0 : rest, spanNs);
    }
}
