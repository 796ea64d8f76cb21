package traceglass.app.bench;

/// Difference between the numbers of successive repetitions of a trace.
///
/// @param copies number of repetitions
/// @param stepNs time between repetitions, a whole number of ms
/// @param sequences distance between the ids of packet sequences
record Repetition(int copies, long stepNs, long sequences) {

    /// Kind of a number, which determines the amount that each repetition adds to it.
    enum Kind {
        TIME_NS,
        TIME_US,
        TIME_CLOCK_UNIT,
        SEQUENCE,
        FLOW
    }

    /// Returns the amount that each repetition adds to a number, in the unit of the number.
    ///
    /// @param unitNs unit of [Kind#TIME_CLOCK_UNIT], ns
    long step(Kind kind, long unitNs) {
        return switch (kind) {
            case TIME_NS -> stepNs;
            case TIME_US -> stepNs / 1000;
            case TIME_CLOCK_UNIT -> stepNs / unitNs;
            case SEQUENCE -> sequences;
            // Changes only high bits, because the ids of one trace are close to each other or random.
            case FLOW -> 1L << 40;
        };
    }
}
