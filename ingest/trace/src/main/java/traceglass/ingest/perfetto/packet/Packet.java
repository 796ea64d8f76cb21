package traceglass.ingest.perfetto.packet;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import traceglass.ingest.proto.ProtoCursor;

/// One `TracePacket`: where its bytes are, the fields that every packet may have, and, for the parser that is called,
/// the field it registered for. The reader uses one instance over and over: what a parser wants to keep it copies, or
/// gives to [PacketContext#push].
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

    /// Of each payload field its number, wire type, and where its bytes are.
    private int[] slots = new int[SLOT * 8];
    private int count;
    private int current;
    /// Bits of the numbers of the payload fields below 64, and of others; numbers from 128 on share one with 64.
    private long low;
    private long high;
    private EventHead head;
    /// The field that [#head] is of, -1 as long as it is of none.
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
        // Millions of packets are read, most of a few fields with small tags: those here, in local variables
        // and in one method however long, all else by the cursor.
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

    /// Whether the packet has a track event, a sequence and a time, and else nothing but who wrote it.
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

    /// What the track event that is the current field says before it is sorted.
    public EventHead head() {
        if (headOf != current) {
            if (head == null) {
                head = new EventHead();
            }
            head.read(buffer, fieldOffset(), fieldLength());
            headOf = current;
        }
        return head;
    }

    /// A set of field numbers, for [#hasAnyOf].
    public static long[] setOf(int... numbers) {
        long[] set = new long[2];
        for (int n : numbers) {
            set[n < 64 ? 0 : 1] |= n < 128 ? 1L << n : LARGE;
        }
        return set;
    }

    /// Whether the packet may have a payload field of this set; false if it has none.
    public boolean hasAnyOf(long[] set) {
        return (low & set[0] | high & set[1]) != 0;
    }

    /// Number of payload fields: all but those this class has a method for.
    public int fieldCount() {
        return count;
    }

    /// Number of a field of the packet.
    public int fieldAt(int i) {
        return slots[i * SLOT];
    }

    /// Makes the i-th payload field the one that [#enter] and [#fieldLength] speak of.
    public void select(int i) {
        current = i;
    }

    /// Selects the last field of this number; false if the packet has none.
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

    /// Lets go of the packet's bytes, and so of the piece of the trace that they are in.
    void release() {
        buffer = NO_BYTES;
        state = null;
        cursor.enter(NO_BYTES, 0, 0);
        if (head != null) {
            head.release();
        }
    }

    /// Sets the state of the packet's sequence.
    public void setState(SequenceState newState) {
        state = newState;
    }

    /// Number of the field that the parser is called for.
    public int field() {
        return slots[current * SLOT];
    }

    /// Starts the cursor on the message in that field; on an empty message if it has no bytes.
    public ProtoCursor enter(ProtoCursor c) {
        boolean message = slots[current * SLOT + 1] == ProtoCursor.BYTES;
        return message ? c.enter(buffer, fieldOffset(), fieldLength()) : c.enter(buffer, offset, 0);
    }

    /// Where that field's bytes begin in [#buffer].
    public int fieldOffset() {
        return slots[current * SLOT + 2];
    }

    public int fieldLength() {
        return slots[current * SLOT + 3];
    }

    /// A copy of that field's bytes.
    public byte[] fieldBytes() {
        return java.util.Arrays.copyOfRange(buffer, fieldOffset(), fieldOffset() + fieldLength());
    }

    /// The message in that field as an object, for packets that are rare.
    ///
    /// @throws InvalidProtocolBufferException if it is damaged
    public <T> T decode(Parser<T> parser) throws InvalidProtocolBufferException {
        return parser.parseFrom(buffer, fieldOffset(), fieldLength());
    }

    /// Whether the packet has a payload field of this number.
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

    /// The array that the packet lies in; not to be changed.
    public byte[] buffer() {
        return buffer;
    }

    /// Where the packet begins in [#buffer].
    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /// Where the packet is in the trace, in bytes from its start after decompression of the file.
    public long position() {
        return position;
    }

    /// State of the packet's sequence at the packet.
    public SequenceState state() {
        return state;
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    /// The time that the packet gives, in its own clock. Parsers use the trace time that they are handed.
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

    /// `trusted_packet_sequence_id`, 0 if there is none.
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

    /// The machine that wrote the packet, 0 for the one that recorded.
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

    /// The `DataLossReason` bits of what was lost before this packet on its sequence, 0 for nothing.
    public int previousDropped() {
        return previousDropped;
    }
}
