package traceglass.render.frame;

/// Drawable content of one track for a span of time at one resolution. Immutable; times are exact, so it can be
/// painted at any offset and scale.
public interface TrackFrame {

    /// First nanosecond of the frame.
    long from();

    /// End of the frame, exclusive.
    long to();

    /// Width of a pixel for which it was folded, ns.
    long resolutionNs();
}
