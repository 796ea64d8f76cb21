package traceglass.analysis.marks;

/// How the thread of the selected event came to run.
///
/// @param wakeTs when it was made ready to run, ns
/// @param runTs when it did run, ns
/// @param wakerTrack key of the track of the CPU on which its waker ran, or empty
/// @param ownTrack key of the track on which it is shown; empty for that of the selected event
/// @param waker name of the waker
public record Wakeup(long wakeTs, long runTs, String wakerTrack, String ownTrack, String waker) {}
