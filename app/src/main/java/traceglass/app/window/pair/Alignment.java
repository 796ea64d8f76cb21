package traceglass.app.window.pair;

/// Two times, one in each trace, that are shown at the same position.
///
/// @param basis events or times that are aligned
/// @param a time of the first trace, ns
/// @param b time of the second trace, ns
public record Alignment(AlignmentBasis basis, long a, long b) {

    /// Limit of the offset: larger ones can't come from clocks of one machine, and calculations with them would
    /// overflow.
    private static final long MAX_OFFSET_NS = Long.MAX_VALUE / 4;

    String label() {
        return basis.label();
    }

    /// Returns whether calculations with both times can't overflow.
    boolean isPossible() {
        return Math.abs((double) b - a) < MAX_OFFSET_NS;
    }

    /// Returns the time to add to a time of the first trace to get the time of the second.
    public long offsetNs() {
        return b - a;
    }

    /// Describes the aligned time relative to the start of each trace: `A at 1.2 s, B at 1.5 s (+300 ms)`.
    String describe(long startA, long startB) {
        return PairTexts.offset(a - startA, b - startB);
    }
}
