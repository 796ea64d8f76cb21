package traceglass.render.frame;

/// What is drawn of one track in a stretch of time, at one resolution. Immutable; times are exact, so that it can be
/// painted at any offset and scale.
public sealed interface TrackFrame permits SliceFrame, CounterFrame {

    /// First nanosecond it knows about.
    long from();

    /// End of what it knows about, exclusive.
    long to();

    /// Width of a pixel it was made for, ns.
    long resolutionNs();
}
