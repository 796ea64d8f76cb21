package traceglass.analysis.marks;

/// An arrow from one slice to another.
///
/// @param fromTrack key of the track of the first slice
/// @param fromId its id in `slice`
/// @param fromTs when the arrow leaves, ns
/// @param toTrack key of the track of the second slice
/// @param toId its id in `slice`
/// @param toTs when the arrow arrives, ns
/// @param focused drawn stronger
public record Flow(String fromTrack, long fromId, long fromTs, String toTrack, long toId, long toTs, boolean focused) {

    /// The most arrows that are drawn: with more, none of them can be followed.
    public static final int MOST = 200;

    /// When an arrow leaves a slice: at its end, or at its start when the slice goes on until after the arrival, as
    /// a call does.
    ///
    /// @param ts start of the slice, ns
    /// @param dur its length in ns; -1 when it never ended
    /// @param arrival when the arrow arrives, ns
    static long departure(long ts, long dur, long arrival) {
        long end = ts + Math.max(0, dur);
        return end <= arrival ? end : ts;
    }
}
