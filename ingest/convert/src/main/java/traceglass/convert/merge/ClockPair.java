package traceglass.convert.merge;

/// A value of the CPU counter and the time in ns at which it was read.
///
/// @param ns time of the trace's trace clock
record ClockPair(long cpu, long ns) {}
