package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;

/// Fields of a track event that are needed before sorting: its time, and values encoded as deltas to the previous
/// event. Found in a single pass that skips everything else. Independent of other packets, so it can be read ahead of
/// the importer.
public final class TrackEventHeader {

    /// Growable list of numbers.
    public static final class Longs {
        private long[] values = NONE;
        private int size;

        public int size() {
            return size;
        }

        public long get(int i) {
            return values[i];
        }

        private void add(long v) {
            if (size == values.length) {
                values = Arrays.copyOf(values, Math.max(4, size * 2));
            }
            values[size++] = v;
        }
    }

    private static final long[] NONE = {};

    private static final int TRACK_UUID = 1;
    private static final int DELTA_US = 1 << 1;
    private static final int THREAD_DELTA_US = 1 << 2;
    private static final int THREAD_ABSOLUTE_US = 1 << 3;
    private static final int INSTRUCTIONS_DELTA = 1 << 4;
    private static final int INSTRUCTIONS_ABSOLUTE = 1 << 5;
    private static final int COUNTER_VALUE = 1 << 6;
    private static final int DOUBLE_COUNTER_VALUE = 1 << 7;
    private static final int EXTRAS = 1 << 8;
    /// Flags of the fields that need resolved deltas to be stored with the event.
    private static final int SUMS =
            THREAD_DELTA_US | THREAD_ABSOLUTE_US | INSTRUCTIONS_DELTA | INSTRUCTIONS_ABSOLUTE | EXTRAS;

    /// Numbers of the fields handled by [#field]; all are below 64.
    private static final long WANTED = 1L << TrackEvent.TYPE_FIELD_NUMBER
            | 1L << TrackEvent.TRACK_UUID_FIELD_NUMBER
            | 1L << TrackEvent.LEGACY_EVENT_FIELD_NUMBER
            | 1L << TrackEvent.TIMESTAMP_DELTA_US_FIELD_NUMBER
            | 1L << TrackEvent.TIMESTAMP_ABSOLUTE_US_FIELD_NUMBER
            | 1L << TrackEvent.THREAD_TIME_DELTA_US_FIELD_NUMBER
            | 1L << TrackEvent.THREAD_TIME_ABSOLUTE_US_FIELD_NUMBER
            | 1L << TrackEvent.THREAD_INSTRUCTION_COUNT_DELTA_FIELD_NUMBER
            | 1L << TrackEvent.THREAD_INSTRUCTION_COUNT_ABSOLUTE_FIELD_NUMBER
            | 1L << TrackEvent.COUNTER_VALUE_FIELD_NUMBER
            | 1L << TrackEvent.DOUBLE_COUNTER_VALUE_FIELD_NUMBER
            | 1L << TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER
            | 1L << TrackEvent.EXTRA_COUNTER_TRACK_UUIDS_FIELD_NUMBER
            | 1L << TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER
            | 1L << TrackEvent.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS_FIELD_NUMBER;

    private static final byte[] NO_BYTES = {};

    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor child = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();

    private int has;
    private int type;
    private int phase;
    private long trackUuid;
    private long deltaUs;
    private long absoluteUs;
    private long threadDeltaUs;
    private long threadAbsoluteUs;
    private long instructionsDelta;
    private long instructionsAbsolute;
    private long counterValue;
    private double doubleCounterValue;
    private final Longs extraValues = new Longs();
    private final Longs extraUuids = new Longs();
    private final Longs extraDoubles = new Longs();
    private final Longs extraDoubleUuids = new Longs();

    /// Releases the bytes read last.
    void release() {
        cursor.enter(NO_BYTES, 0, 0);
        child.enter(NO_BYTES, 0, 0);
        packed.enter(NO_BYTES, 0, 0);
    }

    /// Reads the event in these bytes. For a damaged event, reads the fields before the damage.
    public void read(byte[] bytes, int from, int size) {
        has = 0;
        type = 0;
        phase = 0;
        absoluteUs = 0;
        extraValues.size = 0;
        extraUuids.size = 0;
        extraDoubles.size = 0;
        extraDoubleUuids.size = 0;
        // As in Packet: common fields are read with local variables in one long method, others with the cursor.
        int p = from;
        int end = from + size;
        while (p < end) {
            int start = p;
            int tag = bytes[p++];
            if (tag < 0) {
                int second = p < end ? bytes[p++] : -1;
                if (second < 0) {
                    readRest(bytes, start, end);
                    return;
                }
                tag = tag & 0x7f | second << 7;
            }
            if (tag < 8 || p >= end) {
                return;
            }
            int wire = tag & 7;
            long value = 0;
            int at = p;
            if (wire == ProtoCursor.VARINT || wire == ProtoCursor.BYTES) {
                value = bytes[p++];
                if (value < 0) {
                    value &= 0x7f;
                    int shift = 7;
                    long next;
                    do {
                        if (p >= end || shift >= 70) {
                            return;
                        }
                        next = bytes[p++];
                        value |= (next & 0x7f) << shift;
                        shift += 7;
                    } while (next < 0);
                }
                at = p;
            }
            if (wire != ProtoCursor.VARINT) {
                long length = wire == ProtoCursor.BYTES
                        ? value
                        : wire == ProtoCursor.FIXED64 ? 8 : wire == ProtoCursor.FIXED32 ? 4 : -1;
                if (length < 0 || length > end - p) {
                    return;
                }
                p += (int) length;
            }
            if (tag == (TrackEvent.TYPE_FIELD_NUMBER << 3 | ProtoCursor.VARINT)) {
                type = (int) value;
            } else if (tag == (TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER << 3 | ProtoCursor.VARINT)) {
                // Chrome writes this repeated field unpacked.
                extraValues.add(value);
                has |= EXTRAS;
            } else if (tag == (TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER << 3 | ProtoCursor.BYTES)) {
                extraValues(bytes, at, p - at);
            } else if ((1L << (tag >>> 3) & WANTED) != 0 && tag < 64 << 3) {
                cursor.enter(bytes, start, p - start).next();
                field();
            }
        }
    }

    private void extraValues(byte[] bytes, int from, int size) {
        for (packed.enter(bytes, from, size); packed.nextVarint(); ) {
            extraValues.add(packed.asLong());
        }
        has |= extraValues.size > 0 ? EXTRAS : 0;
    }

    private void readRest(byte[] bytes, int from, int end) {
        cursor.enter(bytes, from, end - from);
        while (cursor.next()) {
            field();
        }
    }

    private void field() {
        ProtoCursor c = cursor;
        switch (c.field()) {
            case TrackEvent.TYPE_FIELD_NUMBER -> type = c.asInt();
            case TrackEvent.TRACK_UUID_FIELD_NUMBER -> {
                has |= TRACK_UUID;
                trackUuid = c.asLong();
            }
            case TrackEvent.LEGACY_EVENT_FIELD_NUMBER -> {
                for (child.enter(c); child.next(); ) {
                    if (child.field() == LegacyEvent.PHASE_FIELD_NUMBER) {
                        phase = child.asInt();
                    }
                }
            }
            case TrackEvent.TIMESTAMP_DELTA_US_FIELD_NUMBER -> {
                has |= DELTA_US;
                deltaUs = c.asLong();
            }
            case TrackEvent.TIMESTAMP_ABSOLUTE_US_FIELD_NUMBER -> absoluteUs = c.asLong();
            case TrackEvent.THREAD_TIME_DELTA_US_FIELD_NUMBER -> {
                has |= THREAD_DELTA_US;
                threadDeltaUs = c.asLong();
            }
            case TrackEvent.THREAD_TIME_ABSOLUTE_US_FIELD_NUMBER -> {
                has |= THREAD_ABSOLUTE_US;
                threadAbsoluteUs = c.asLong();
            }
            case TrackEvent.THREAD_INSTRUCTION_COUNT_DELTA_FIELD_NUMBER -> {
                has |= INSTRUCTIONS_DELTA;
                instructionsDelta = c.asLong();
            }
            case TrackEvent.THREAD_INSTRUCTION_COUNT_ABSOLUTE_FIELD_NUMBER -> {
                has |= INSTRUCTIONS_ABSOLUTE;
                instructionsAbsolute = c.asLong();
            }
            case TrackEvent.COUNTER_VALUE_FIELD_NUMBER -> {
                has |= COUNTER_VALUE;
                counterValue = c.asLong();
            }
            case TrackEvent.DOUBLE_COUNTER_VALUE_FIELD_NUMBER -> {
                has |= DOUBLE_COUNTER_VALUE;
                doubleCounterValue = c.asDouble();
            }
            case TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER -> varints(extraValues);
            case TrackEvent.EXTRA_COUNTER_TRACK_UUIDS_FIELD_NUMBER -> varints(extraUuids);
            case TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER -> fixed64s(extraDoubles);
            case TrackEvent.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS_FIELD_NUMBER -> varints(extraDoubleUuids);
            default -> {}
        }
    }

    private void varints(Longs to) {
        if (cursor.wire() != ProtoCursor.BYTES) {
            to.add(cursor.asLong());
        } else {
            for (packed.enter(cursor); packed.nextVarint(); ) {
                to.add(packed.asLong());
            }
        }
        has |= extraValues.size > 0 ? EXTRAS : 0;
    }

    private void fixed64s(Longs to) {
        if (cursor.wire() != ProtoCursor.BYTES) {
            to.add(cursor.asLong());
        } else {
            for (packed.enter(cursor); packed.nextFixed64(); ) {
                to.add(packed.asLong());
            }
        }
        has |= extraDoubles.size > 0 ? EXTRAS : 0;
    }

    /// Returns whether only the event's bytes have to be kept until it is parsed.
    public boolean isPlain() {
        return (has & SUMS) == 0
                && type != TrackEvent.Type.TYPE_COUNTER_VALUE
                && type != TrackEvent.Type.TYPE_STATE_VALUE;
    }

    /// Returns whether the event is plain (see [#isPlain]) except for one value of an extra counter without an
    /// explicit track.
    boolean isPlainExceptOneExtra() {
        return (has & SUMS) == EXTRAS
                && type != TrackEvent.Type.TYPE_COUNTER_VALUE
                && type != TrackEvent.Type.TYPE_STATE_VALUE
                && extraValues.size == 1
                && extraUuids.size + extraDoubles.size + extraDoubleUuids.size == 0;
    }

    public int type() {
        return type;
    }

    /// Returns `LegacyEvent.phase`; 0 if there is none.
    public int phase() {
        return phase;
    }

    public boolean hasTrackUuid() {
        return (has & TRACK_UUID) != 0;
    }

    public long trackUuid() {
        return trackUuid;
    }

    public boolean hasDeltaUs() {
        return (has & DELTA_US) != 0;
    }

    public long deltaUs() {
        return deltaUs;
    }

    /// Returns the absolute timestamp in us; 0 if there is none.
    public long absoluteUs() {
        return absoluteUs;
    }

    public boolean hasThreadDeltaUs() {
        return (has & THREAD_DELTA_US) != 0;
    }

    public long threadDeltaUs() {
        return threadDeltaUs;
    }

    public boolean hasThreadAbsoluteUs() {
        return (has & THREAD_ABSOLUTE_US) != 0;
    }

    public long threadAbsoluteUs() {
        return threadAbsoluteUs;
    }

    public boolean hasInstructionsDelta() {
        return (has & INSTRUCTIONS_DELTA) != 0;
    }

    public long instructionsDelta() {
        return instructionsDelta;
    }

    public boolean hasInstructionsAbsolute() {
        return (has & INSTRUCTIONS_ABSOLUTE) != 0;
    }

    public long instructionsAbsolute() {
        return instructionsAbsolute;
    }

    /// Returns whether the event has a counter value, as an integer or a double.
    public boolean hasValue() {
        return (has & (COUNTER_VALUE | DOUBLE_COUNTER_VALUE)) != 0;
    }

    /// Returns the counter value; the integer if there are both.
    public double value() {
        return (has & COUNTER_VALUE) != 0 ? counterValue : doubleCounterValue;
    }

    public Longs extraValues() {
        return extraValues;
    }

    public Longs extraUuids() {
        return extraUuids;
    }

    /// Returns the values as raw bits of doubles.
    public Longs extraDoubles() {
        return extraDoubles;
    }

    public Longs extraDoubleUuids() {
        return extraDoubleUuids;
    }
}
