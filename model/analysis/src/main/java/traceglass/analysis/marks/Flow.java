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
public record Flow(String fromTrack, long fromId, long fromTs, String toTrack, long toId, long toTs, boolean focused) {}
