package traceglass.ingest.perfetto.packet;

/// What a waiting track event has beside its bytes: sums that were made of differences when it was read. One instance
/// is used for one event after the other; [EventBytes] holds what waits.
public final class EventSums {

    /// More are not written by anybody.
    public static final int MAX_EXTRA_COUNTERS = 8;

    private static final int THREAD_TS = 1;
    private static final int INSTRUCTIONS = 2;
    private static final int COUNTER = 4;
    private static final int KIND_BITS = 3;

    private final long[] own = new long[3 + MAX_EXTRA_COUNTERS];
    /// Sums of thread time, instructions and the counter, as far as there are any, then of extra counters. Numbers,
    /// or the raw bits of doubles for counters.
    private long[] values = own;
    private int from;
    private int kinds;
    private int size;

    /// Goes on to an event that has none so far.
    public void clear() {
        values = own;
        from = 0;
        kinds = 0;
        size = 0;
    }

    /// Goes on to an event whose sums lie there, under this [#header].
    EventSums at(long[] array, int index, int header) {
        values = array;
        from = index;
        kinds = header & (1 << KIND_BITS) - 1;
        size = header >>> KIND_BITS;
        return this;
    }

    /// Which sums there are, in seven bits.
    int header() {
        return size << KIND_BITS | kinds;
    }

    int size() {
        return size;
    }

    void copyTo(long[] array, int index) {
        for (int i = 0; i < size; i++) {
            array[index + i] = values[from + i];
        }
    }

    /// Set before all others.
    public void setThreadTs(long ns) {
        kinds |= THREAD_TS;
        own[size++] = ns;
    }

    /// Set before the counters.
    public void setInstructions(long count) {
        kinds |= INSTRUCTIONS;
        own[size++] = count;
    }

    /// Set before the extra counters.
    public void setCounter(double value) {
        kinds |= COUNTER;
        own[size++] = Double.doubleToRawLongBits(value);
    }

    /// Adds the value of one more of the counters beside the event.
    public void addExtraCounter(double value) {
        own[size++] = Double.doubleToRawLongBits(value);
    }

    public boolean hasThreadTs() {
        return (kinds & THREAD_TS) != 0;
    }

    /// Ns; only if there is one.
    public long threadTs() {
        return values[from];
    }

    public boolean hasInstructions() {
        return (kinds & INSTRUCTIONS) != 0;
    }

    /// Only if there is one.
    public long instructions() {
        return values[from + (kinds & THREAD_TS)];
    }

    /// Value of the counter, 0 if the event is of none.
    public double counter() {
        return (kinds & COUNTER) != 0 ? Double.longBitsToDouble(values[from + plain() - 1]) : 0;
    }

    public boolean hasExtraCounters() {
        return size > plain();
    }

    /// Value of an extra counter; 0 where it has none.
    public double extraCounter(int index) {
        int i = plain() + index;
        return i < size ? Double.longBitsToDouble(values[from + i]) : 0;
    }

    /// How many sums are none of extra counters.
    private int plain() {
        return Integer.bitCount(kinds);
    }
}
