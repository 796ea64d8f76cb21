package traceglass.app.bench;

/// How the numbers in a trace differ from one repetition of it to the next.
///
/// @param copies how many repetitions there are
/// @param stepNs how much later each is, a whole number of ms
/// @param sequences how far the ids of packet sequences are apart
record Repetition(int copies, long stepNs, long sequences) {

    /// What a number is, and so what each repetition adds to it.
    enum Kind {
        TIME_NS,
        TIME_US,
        TIME_OWN_UNIT,
        SEQUENCE,
        FLOW
    }

    /// @param unitNs of [Kind#TIME_OWN_UNIT]
    long step(Kind kind, long unitNs) {
        return switch (kind) {
            case TIME_NS -> stepNs;
            case TIME_US -> stepNs / 1000;
            case TIME_OWN_UNIT -> stepNs / unitNs;
            case SEQUENCE -> sequences;
            // In the upper half: the ids of one trace are close to each other, or random.
            case FLOW -> 1L << 40;
        };
    }
}
