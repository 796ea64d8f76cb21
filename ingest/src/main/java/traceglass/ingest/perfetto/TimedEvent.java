package traceglass.ingest.perfetto;

import java.util.Arrays;

/// A waiting track event that has more than its bytes: sums that were made of differences when it was read.
///
/// Millions of them may wait at once, most with one or two sums: those are held in the object itself.
final class TimedEvent extends EventBytes {

    /// More are not written by anybody.
    static final int MAX_EXTRA_COUNTERS = 8;

    private static final int THREAD_TS = 1;
    private static final int INSTRUCTIONS = 2;
    private static final int COUNTER = 4;

    private byte kinds;
    private byte size;
    /// The first two sums: of thread time, instructions and the counter, as far as there are any, then of extra counters. Numbers, or the
    /// raw bits of doubles for counters.
    private long first;
    private long second;
    private long[] more;

    TimedEvent(byte[] buffer, SequenceState state) {
        super(buffer, state);
    }

    /// Set before all others.
    void setThreadTs(long ns) {
        kinds |= THREAD_TS;
        add(ns);
    }

    /// Set before the counters.
    void setInstructions(long count) {
        kinds |= INSTRUCTIONS;
        add(count);
    }

    /// Set before the extra counters.
    void setCounter(double value) {
        kinds |= COUNTER;
        add(Double.doubleToRawLongBits(value));
    }

    void addExtraCounter(double value) {
        add(Double.doubleToRawLongBits(value));
    }

    boolean hasThreadTs() {
        return (kinds & THREAD_TS) != 0;
    }

    /// Ns; only if there is one.
    long threadTs() {
        return get(0);
    }

    boolean hasInstructions() {
        return (kinds & INSTRUCTIONS) != 0;
    }

    /// Only if there is one.
    long instructions() {
        return get(kinds & THREAD_TS);
    }

    /// Value of the counter, 0 if the event is of none.
    double counter() {
        return (kinds & COUNTER) != 0 ? Double.longBitsToDouble(get(plain() - 1)) : 0;
    }

    boolean hasExtraCounters() {
        return size > plain();
    }

    /// Value of an extra counter; 0 where it has none.
    double extraCounter(int index) {
        int i = plain() + index;
        return i < size ? Double.longBitsToDouble(get(i)) : 0;
    }

    /// How many sums are none of extra counters.
    private int plain() {
        return Integer.bitCount(kinds);
    }

    private long get(int i) {
        return switch (i) {
            case 0 -> first;
            case 1 -> second;
            default -> more[i - 2];
        };
    }

    private void add(long value) {
        int i = size++;
        if (i == 0) {
            first = value;
        } else if (i == 1) {
            second = value;
        } else {
            if (more == null) {
                more = new long[2];
            } else if (i - 2 == more.length) {
                more = Arrays.copyOf(more, more.length * 2);
            }
            more[i - 2] = value;
        }
    }
}
