package traceglass.app.window.pair;

import traceglass.store.time.TimeText;

/// Two moments, one of each of two traces, that stand one above the other.
///
/// @param words what they are, as in “2 traces, aligned on …”
/// @param a of the first, ns of its clock
/// @param b of the second, ns of its clock
public record Alignment(String words, long a, long b) {

    /// Farther apart than this, clocks cannot be those of one machine, and times could not be counted with.
    private static final long FARTHEST = Long.MAX_VALUE / 4;

    /// Whether times of both can be counted with.
    boolean isPossible() {
        return Math.abs((double) b - a) < FARTHEST;
    }

    /// What is to be added to a time of the first to have that of the second.
    public long offsetNs() {
        return b - a;
    }

    /// How far into each trace its moment is, and which is later: `A at 1.2 s, B at 1.5 s (+300 ms)`.
    String describe(long startA, long startB) {
        long later = b - startB - (a - startA);
        return "A at " + signed(a - startA, "") + ", B at " + signed(b - startB, "")
                + (later == 0 ? "" : " (" + signed(later, "+") + ")");
    }

    private static String signed(long ns, String plus) {
        return (ns < 0 ? "−" : plus) + TimeText.duration(Math.abs(ns));
    }
}
