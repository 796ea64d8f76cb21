package traceglass.analysis.events;

/// Time that a thread spent in one state within an interval.
///
/// @param label display name of the state
/// @param ns time in the state, clipped to the interval
public record StateTime(String label, long ns) {}
