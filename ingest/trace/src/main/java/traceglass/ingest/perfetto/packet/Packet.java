package traceglass.ingest.perfetto.packet;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import traceglass.ingest.proto.ProtoCursor;

/// A `TracePacket`: the location of its bytes, the fields common to all packets, and the payload field for which a
/// parser is called. The reader reuses one instance; parsers must copy the data they keep or pass it to
/// [PacketContext#push].
public final class Packet {

    static final int SEQ_INCREMENTAL_STATE_CLEARED = 1;
    static final int SEQ_NEEDS_INCREMENTAL_STATE = 2;

    private static final int SLOT = 4;
    private static final long LARGE = 1;
    private static final byte[] NO_BYTES = {};

    private final ProtoCursor cursor = new ProtoCursor();
    private byte[] buffer = NO_BYTES;
    private int offset;
    private int length;
    private long position;
    private SequenceState state;

    private boolean hasTimestamp;
    private long timestamp;
    private int clockId;
    private boolean hasClockId;
    private boolean hasSequenceId;
    private int sequenceId;
    private boolean hasTrustedPid;
    private int trustedPid;
    private int trustedUid;
    private int sequenceFlags;
    private boolean stateCleared;
    private int previousDropped;
    private boolean firstOnSequence;
    private int machineId;
    private boolean synchronizationMarker;

    /// Number, wire type, offset and length of each payload field.
    private int[] slots = new int[SLOT * 8];
    private int count;
    private int current;
    /// Bit sets of payload field numbers below 64 and from 64 on; numbers from 128 on share a bit with smaller
    /// ones.
    private long low;
    private long high;
    private TrackEventHeader eventHeader;
    /// Index of the field from which [#eventHeader] was read; -1 for none.
    private int headOf;

    /// Reads the fields of a packet.
    ///
    /// @param at offset of the packet in the (decompressed) trace
    /// @return false if it is damaged
    public boolean read(byte[] bytes, int from, int size, long at) {
        buffer = bytes;
        offset = from;
        length = size;
        position = at;
        state = null;
        hasTimestamp = false;
        timestamp = 0;
        clockId = 0;
        hasClockId = false;
        hasSequenceId = false;
        sequenceId = 0;
        hasTrustedPid = false;
        trustedPid = 0;
        trustedUid = 0;
        sequenceFlags = 0;
        stateCleared = false;
        previousDropped = 0;
        firstOnSequence = false;
        machineId = 0;
        synchronizationMarker = false;
        count = 0;
        low = 0;
        high = 0;
        headOf = -1;
        // Millions of packets are read, most with a few small tags. These are read with local variables in one
        // long method, all others with the cursor.
        int p = from;
        int end = from + size;
        while (p < end) {
            int start = p;
            int tag = bytes[p++];
            if (tag < 0) {
                int second = p < end ? bytes[p++] : -1;
                if (second < 0) {
                    return readRest(start, end);
                }
                tag = tag & 0x7f | second << 7;
            }
            int number = tag >>> 3;
            if (number == 0 || p >= end) {
                return false;
            }
            int wire = tag & 7;
            if (wire != ProtoCursor.VARINT && wire != ProtoCursor.BYTES) {
                return readRest(start, end);
            }
            long value = bytes[p++];
            if (value < 0) {
                value &= 0x7f;
                int shift = 7;
                long next;
                do {
                    if (p >= end || shift >= 70) {
                        return false;
                    }
                    next = bytes[p++];
                    value |= (next & 0x7f) << shift;
                    shift += 7;
                } while (next < 0);
            }
            if (wire == ProtoCursor.VARINT) {
                field(number, wire, value, p, 0);
            } else {
                if (value < 0 || value > end - p) {
                    return false;
                }
                field(number, wire, 0, p, (int) value);
                p += (int) value;
            }
        }
        return true;
    }

    private boolean readRest(int from, int end) {
        ProtoCursor c = cursor.enter(buffer, from, end - from);
        while (c.next()) {
            field(c.field(), c.wire(), c.asLong(), c.offset(), c.length());
        }
        return !c.isDamaged();
    }

    private void field(int number, int wire, long value, int at, int size) {
        switch (number) {
            case TracePacketFields.TIMESTAMP -> {
                hasTimestamp = true;
                timestamp = value;
            }
            case TracePacketFields.TIMESTAMP_CLOCK_ID -> {
                hasClockId = true;
                clockId = (int) value;
            }
            case TracePacketFields.TRUSTED_PACKET_SEQUENCE_ID -> {
                hasSequenceId = true;
                sequenceId = (int) value;
            }
            case TracePacketFields.TRUSTED_UID -> trustedUid = (int) value;
            case TracePacketFields.TRUSTED_PID -> {
                hasTrustedPid = true;
                trustedPid = (int) value;
            }
            case TracePacketFields.SEQUENCE_FLAGS -> sequenceFlags = (int) value;
            case TracePacketFields.INCREMENTAL_STATE_CLEARED -> stateCleared = value != 0;
            case TracePacketFields.PREVIOUS_PACKET_DROPPED -> previousDropped = (int) value;
            case TracePacketFields.FIRST_PACKET_ON_SEQUENCE -> firstOnSequence = value != 0;
            case TracePacketFields.MACHINE_ID -> machineId = (int) value;
            case TracePacketFields.SYNCHRONIZATION_MARKER -> synchronizationMarker = true;
            default -> remember(number, wire, at, size);
        }
    }

    private void remember(int number, int wire, int at, int size) {
        int i = count * SLOT;
        if (i == slots.length) {
            slots = java.util.Arrays.copyOf(slots, i * 2);
        }
        slots[i] = number;
        slots[i + 1] = wire;
        slots[i + 2] = at;
        slots[i + 3] = size;
        count++;
        if (number < 64) {
            low |= 1L << number;
        } else {
            high |= number < 128 ? 1L << number : LARGE;
        }
    }

    /// Returns whether the packet contains a track event, a sequence, a time and its writer, and nothing else.
    boolean isOneEvent() {
        return count == 1
                && slots[0] == TracePacketFields.TRACK_EVENT
                && slots[1] == ProtoCursor.BYTES
                && hasSequenceId
                && hasTimestamp
                && !stateCleared
                && (sequenceFlags & SEQ_INCREMENTAL_STATE_CLEARED) == 0
                && previousDropped == 0
                && !firstOnSequence
                && machineId == 0
                && !synchronizationMarker;
    }

    /// Returns the header fields of the track event in the current field.
    public TrackEventHeader eventHeader() {
        if (headOf != current) {
            if (eventHeader == null) {
                eventHeader = new TrackEventHeader();
            }
            eventHeader.read(buffer, fieldOffset(), fieldLength());
            headOf = current;
        }
        return eventHeader;
    }

    /// Returns a set of field numbers for [#hasAnyOf].
    public static long[] setOf(int... numbers) {
        long[] set = new long[2];
        for (int n : numbers) {
            set[n < 64 ? 0 : 1] |= n < 128 ? 1L << n : LARGE;
        }
        return set;
    }

    /// Returns whether the packet may have a payload field in this set. False is always correct; true may be wrong.
    public boolean hasAnyOf(long[] set) {
        return (low & set[0] | high & set[1]) != 0;
    }

    /// Returns the number of payload fields, which are all fields without a method in this class.
    public int fieldCount() {
        return count;
    }

    /// Returns the number of a payload field.
    public int fieldAt(int i) {
        return slots[i * SLOT];
    }

    /// Selects the payload field used by [#enter], [#fieldLength] and similar methods.
    public void select(int i) {
        current = i;
    }

    /// Selects the last field with this number; returns false if there is none.
    public boolean selectField(int number) {
        if (!mayHave(number)) {
            return false;
        }
        for (int i = count - 1; i >= 0; i--) {
            if (fieldAt(i) == number) {
                current = i;
                return true;
            }
        }
        return false;
    }

    /// Releases the packet's bytes and thereby the buffer that contains them.
    void release() {
        buffer = NO_BYTES;
        state = null;
        cursor.enter(NO_BYTES, 0, 0);
        if (eventHeader != null) {
            eventHeader.release();
        }
    }

    /// Sets the state of the packet's sequence.
    public void setState(SequenceState newState) {
        state = newState;
    }

    /// Returns the number of the selected field.
    public int field() {
        return slots[current * SLOT];
    }

    /// Starts the cursor on the message in the selected field; on an empty message if the field has no bytes.
    public ProtoCursor enter(ProtoCursor c) {
        boolean message = slots[current * SLOT + 1] == ProtoCursor.BYTES;
        return message ? c.enter(buffer, fieldOffset(), fieldLength()) : c.enter(buffer, offset, 0);
    }

    /// Returns the offset of the selected field's bytes in [#buffer].
    public int fieldOffset() {
        return slots[current * SLOT + 2];
    }

    public int fieldLength() {
        return slots[current * SLOT + 3];
    }

    /// Returns a copy of the selected field's bytes.
    public byte[] fieldBytes() {
        return java.util.Arrays.copyOfRange(buffer, fieldOffset(), fieldOffset() + fieldLength());
    }

    /// Decodes the message in the selected field into an object, for rare packets.
    ///
    /// @throws InvalidProtocolBufferException if it is damaged
    public <T> T decode(Parser<T> parser) throws InvalidProtocolBufferException {
        return parser.parseFrom(buffer, fieldOffset(), fieldLength());
    }

    /// Returns whether the packet has a payload field with this number.
    public boolean has(int number) {
        for (int i = 0; mayHave(number) && i < count; i++) {
            if (fieldAt(i) == number) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHave(int number) {
        return ((number < 64 ? low : high) & (number < 128 ? 1L << number : LARGE)) != 0;
    }

    /// Returns the array that contains the packet. Not a copy; must not be modified.
    public byte[] buffer() {
        return buffer;
    }

    /// Returns the offset of the packet in [#buffer].
    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /// Returns the offset of the packet in the decompressed trace, in bytes.
    public long position() {
        return position;
    }

    /// Returns the state of the packet's sequence at this packet.
    public SequenceState state() {
        return state;
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    /// Returns the timestamp in the packet's own clock. Parsers use the trace time passed to them.
    public long timestamp() {
        return timestamp;
    }

    public boolean hasClockId() {
        return hasClockId;
    }

    public int clockId() {
        return clockId;
    }

    public boolean hasSequenceId() {
        return hasSequenceId;
    }

    /// Returns `trusted_packet_sequence_id`; 0 if there is none.
    public int sequenceId() {
        return sequenceId;
    }

    public boolean hasTrustedPid() {
        return hasTrustedPid;
    }

    public int trustedPid() {
        return trustedPid;
    }

    public int trustedUid() {
        return trustedUid;
    }

    /// Returns the id of the machine that wrote the packet; 0 for the machine that recorded the trace.
    public int machineId() {
        return machineId;
    }

    public boolean isSynchronizationMarker() {
        return synchronizationMarker;
    }

    public boolean isFirstOnSequence() {
        return firstOnSequence;
    }

    public boolean clearsState() {
        return stateCleared || (sequenceFlags & SEQ_INCREMENTAL_STATE_CLEARED) != 0;
    }

    public boolean needsState() {
        return (sequenceFlags & SEQ_NEEDS_INCREMENTAL_STATE) != 0;
    }

    /// Returns the `DataLossReason` bits of losses before this packet on its sequence; 0 for none.
    public int previousDropped() {
        return previousDropped;
    }
}
