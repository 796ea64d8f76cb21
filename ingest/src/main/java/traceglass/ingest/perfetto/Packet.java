package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;

/// One `TracePacket`: where its bytes are, the fields that every packet may have, and, for the parser that is called, the field it
/// registered for. The reader uses one instance over and over: what a parser wants to keep it copies, or gives to
/// [PerfettoReader#push].
public final class Packet {

    static final int SEQ_INCREMENTAL_STATE_CLEARED = 1;
    static final int SEQ_NEEDS_INCREMENTAL_STATE = 2;

    private final ProtoCursor cursor = new ProtoCursor();
    private byte[] buffer = new byte[0];
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

    private int[] fields = new int[16];
    private int[] offsets = new int[16];
    private int[] lengths = new int[16];
    private long[] values = new long[16];
    private byte[] wires = new byte[16];
    private int count;
    private int current;

    /// Reads the fields of a packet.
    ///
    /// @param at offset of the packet in the (decompressed) trace
    /// @return false if it is damaged
    boolean read(byte[] bytes, int from, int size, long at) {
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
        ProtoCursor c = cursor.enter(bytes, from, size);
        while (c.next()) {
            switch (c.field()) {
                case TracePacketFields.TIMESTAMP -> {
                    hasTimestamp = true;
                    timestamp = c.asLong();
                }
                case TracePacketFields.TIMESTAMP_CLOCK_ID -> {
                    hasClockId = true;
                    clockId = c.asInt();
                }
                case TracePacketFields.TRUSTED_PACKET_SEQUENCE_ID -> {
                    hasSequenceId = true;
                    sequenceId = c.asInt();
                }
                case TracePacketFields.TRUSTED_UID -> trustedUid = c.asInt();
                case TracePacketFields.TRUSTED_PID -> {
                    hasTrustedPid = true;
                    trustedPid = c.asInt();
                }
                case TracePacketFields.SEQUENCE_FLAGS -> sequenceFlags = c.asInt();
                case TracePacketFields.INCREMENTAL_STATE_CLEARED -> stateCleared = c.asBool();
                case TracePacketFields.PREVIOUS_PACKET_DROPPED -> previousDropped = c.asInt();
                case TracePacketFields.FIRST_PACKET_ON_SEQUENCE -> firstOnSequence = c.asBool();
                case TracePacketFields.MACHINE_ID -> machineId = c.asInt();
                case TracePacketFields.SYNCHRONIZATION_MARKER -> synchronizationMarker = true;
                default -> remember(c);
            }
        }
        return !c.isDamaged();
    }

    private void remember(ProtoCursor c) {
        if (count == fields.length) {
            int bigger = count * 2;
            fields = java.util.Arrays.copyOf(fields, bigger);
            offsets = java.util.Arrays.copyOf(offsets, bigger);
            lengths = java.util.Arrays.copyOf(lengths, bigger);
            values = java.util.Arrays.copyOf(values, bigger);
            wires = java.util.Arrays.copyOf(wires, bigger);
        }
        fields[count] = c.field();
        offsets[count] = c.offset();
        lengths[count] = c.length();
        values[count] = c.asLong();
        wires[count++] = (byte) c.wire();
    }

    /// Number of payload fields: all but those this class has a method for.
    int fieldCount() {
        return count;
    }

    int fieldAt(int i) {
        return fields[i];
    }

    /// Makes the i-th payload field the one that [#enter] and [#fieldLength] speak of.
    void select(int i) {
        current = i;
    }

    /// Selects the last field of this number; false if the packet has none.
    boolean selectField(int number) {
        for (int i = count - 1; i >= 0; i--) {
            if (fields[i] == number) {
                current = i;
                return true;
            }
        }
        return false;
    }

    void setState(SequenceState newState) {
        state = newState;
    }

    /// Number of the field that the parser is called for.
    public int field() {
        return fields[current];
    }

    /// Starts the cursor on the message in that field; on an empty message if it has no bytes.
    public ProtoCursor enter(ProtoCursor c) {
        return wires[current] == ProtoCursor.BYTES ? c.enter(buffer, offsets[current], lengths[current]) : c.enter(buffer, offset, 0);
    }

    /// Where that field's bytes begin in [#buffer].
    public int fieldOffset() {
        return offsets[current];
    }

    public int fieldLength() {
        return lengths[current];
    }

    /// A copy of that field's bytes.
    public byte[] fieldBytes() {
        return java.util.Arrays.copyOfRange(buffer, offsets[current], offsets[current] + lengths[current]);
    }

    /// The message in that field as an object, for packets that are rare.
    ///
    /// @throws InvalidProtocolBufferException if it is damaged
    public <T> T decode(Parser<T> parser) throws InvalidProtocolBufferException {
        return parser.parseFrom(buffer, offsets[current], lengths[current]);
    }

    /// Whether the packet has a payload field of this number.
    public boolean has(int number) {
        for (int i = 0; i < count; i++) {
            if (fields[i] == number) {
                return true;
            }
        }
        return false;
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

    boolean isSynchronizationMarker() {
        return synchronizationMarker;
    }

    boolean isFirstOnSequence() {
        return firstOnSequence;
    }

    boolean clearsState() {
        return stateCleared || (sequenceFlags & SEQ_INCREMENTAL_STATE_CLEARED) != 0;
    }

    boolean needsState() {
        return (sequenceFlags & SEQ_NEEDS_INCREMENTAL_STATE) != 0;
    }

    /// The `DataLossReason` bits of what was lost before this packet on its sequence, 0 for nothing.
    int previousDropped() {
        return previousDropped;
    }
}
