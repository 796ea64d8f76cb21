package traceglass.ingest.perfetto.packet;

import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Resolved deltas of a waiting track event: absolute values computed from deltas when the event was read. One instance
/// is reused for all events; [PendingEventBytes] stores the values.
public final class ResolvedDeltas {

    /// Maximum number of extra counters; no writer has more.
    public static final int MAX_EXTRA_COUNTERS = 8;

    private static final int THREAD_TS = 1;
    private static final int INSTRUCTIONS = 2;
    private static final int COUNTER = 4;
    private static final int KIND_BITS = 3;

    private static final long THREAD_FIELDS = TrackEventDecoder.THREAD_TIME_DELTA_US
            | TrackEventDecoder.THREAD_TIME_ABSOLUTE_US
            | TrackEventDecoder.THREAD_INSTRUCTION_COUNT_DELTA
            | TrackEventDecoder.THREAD_INSTRUCTION_COUNT_ABSOLUTE;
    private final long[] ownValues = new long[3 + MAX_EXTRA_COUNTERS];
    /// Values of thread time, instructions and the counter, if present, followed by those of extra counters.
    /// Counter values are raw bits of doubles.
    private long[] values = ownValues;
    private int from;
    private int kinds;
    private int size;

    /// Returns whether an event has values to resolve; for others, only the bytes have to be kept until they are
    /// parsed.
    public static boolean areNeededFor(TrackEventDecoder event) {
        return hasValue(event)
                || event.hasAny(THREAD_FIELDS)
                || event.extraCounterValuesCount() + event.extraDoubleCounterValuesCount() > 0;
    }

    /// Returns whether all that an event has to resolve is one value of an extra counter without an explicit track.
    static boolean isOneExtraCounter(TrackEventDecoder event) {
        return event.extraCounterValuesCount() == 1
                && !hasValue(event)
                && !event.hasAny(THREAD_FIELDS)
                && event.extraDoubleCounterValuesCount() == 0
                && event.extraCounterTrackUuidsCount() == 0
                && event.extraDoubleCounterTrackUuidsCount() == 0;
    }

    private static boolean hasValue(TrackEventDecoder event) {
        return event.type() == TrackEvent.Type.TYPE_COUNTER_VALUE || event.type() == TrackEvent.Type.TYPE_STATE_VALUE;
    }

    /// Starts an event without values.
    public void clear() {
        values = ownValues;
        from = 0;
        kinds = 0;
        size = 0;
    }

    /// Refers to the values of an event in an array, described by this [#header].
    ResolvedDeltas at(long[] array, int index, int header) {
        values = array;
        from = index;
        kinds = header & (1 << KIND_BITS) - 1;
        size = header >>> KIND_BITS;
        return this;
    }

    /// Returns a seven-bit code of the values that are present.
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

    /// Sets the thread time in ns. Must be called before the other setters.
    public void setThreadTs(long ns) {
        kinds |= THREAD_TS;
        ownValues[size++] = ns;
    }

    /// Sets the instruction count. Must be called before the counters are set.
    public void setInstructions(long count) {
        kinds |= INSTRUCTIONS;
        ownValues[size++] = count;
    }

    /// Sets the counter value. Must be called before extra counters are added.
    public void setCounter(double value) {
        kinds |= COUNTER;
        ownValues[size++] = Double.doubleToRawLongBits(value);
    }

    /// Adds the value of an extra counter.
    public void addExtraCounter(double value) {
        ownValues[size++] = Double.doubleToRawLongBits(value);
    }

    public boolean hasThreadTs() {
        return (kinds & THREAD_TS) != 0;
    }

    /// Returns the thread time in ns; undefined if there is none.
    public long threadTs() {
        return values[from];
    }

    public boolean hasInstructions() {
        return (kinds & INSTRUCTIONS) != 0;
    }

    /// Returns the instruction count; undefined if there is none.
    public long instructions() {
        return values[from + (kinds & THREAD_TS)];
    }

    /// Returns the counter value; 0 if there is none.
    public double counter() {
        return (kinds & COUNTER) != 0 ? Double.longBitsToDouble(values[from + plainCount() - 1]) : 0;
    }

    public boolean hasExtraCounters() {
        return size > plainCount();
    }

    /// Returns the value of an extra counter; 0 if there is none.
    public double extraCounter(int index) {
        int i = plainCount() + index;
        return i < size ? Double.longBitsToDouble(values[from + i]) : 0;
    }

    /// Returns the number of values other than those of extra counters.
    private int plainCount() {
        return Integer.bitCount(kinds);
    }
}
