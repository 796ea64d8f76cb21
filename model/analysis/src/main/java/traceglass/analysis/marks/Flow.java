package traceglass.analysis.marks;

/// Arrow from one slice to another.
///
/// @param fromTrack key of the track of the first slice
/// @param fromId its id in `slice`
/// @param fromTs start of the arrow, ns
/// @param toTrack key of the track of the second slice
/// @param toId its id in `slice`
/// @param toTs end of the arrow, ns
/// @param isFocused whether it is emphasized
public record Flow(
        String fromTrack, long fromId, long fromTs, String toTrack, long toId, long toTs, boolean isFocused) {

    /// Maximum number of arrows drawn: more cannot be followed by eye.
    public static final int MAX_ARROWS = 200;

    /// Returns the time at which an arrow leaves a slice: its end, or its start if the slice ends after the
    /// arrival, like a call.
    ///
    /// @param ts start of the slice, ns
    /// @param dur duration in ns; −1 if it never ended
    /// @param arrival end of the arrow, ns
    static long departure(long ts, long dur, long arrival) {
        long end = ts + Math.max(0, dur);
        return end <= arrival ? end : ts;
    }
}
