package traceglass.analysis.marks;

/// Wakeup of the thread of the selected event.
///
/// @param wakeTs time at which it became runnable, ns
/// @param runTs time at which it started to run, ns
/// @param wakerTrack key of the track of the CPU on which its waker ran, or empty
/// @param ownTrack key of the track on which it is shown; empty for the track of the selected event
/// @param waker name of the waker
public record Wakeup(long wakeTs, long runTs, String wakerTrack, String ownTrack, String waker) {}
