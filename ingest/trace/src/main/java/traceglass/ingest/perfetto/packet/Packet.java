package traceglass.ingest.perfetto.packet;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.Arrays;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.decoder.AnyDecoder;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacket.SequenceFlags;
import traceglass.protos.trace.TracePacketDecoder;

/// A `TracePacket`: the location of its bytes, the fields common to all packets, and the payload field for which a
/// parser is called. The reader reuses one instance; parsers must copy the data they keep or pass it to
/// [PacketContext#push].
public final class Packet {

    private static final long LARGE = 1;

    private final TracePacketDecoder fields = new TracePacketDecoder();
    private long position;
    private SequenceState state;
    private int current;
    /// Bit sets of payload field numbers below 64 and from 64 on; numbers from 128 on share a bit with smaller
    /// ones.
    private long low;
    private long high;
    private TrackEventMessage event;
    /// Index of the field from which [#event] was decoded; -1 for none.
    private int eventField;

    /// Reads the fields of a packet.
    ///
    /// @param packetPosition offset of the packet in the (decompressed) trace
    /// @return false if it is damaged
    public boolean read(byte[] bytes, int from, int size, long packetPosition) {
        position = packetPosition;
        state = null;
        eventField = -1;
        boolean isValid = fields.decode(bytes, from, size);
        low = 0;
        high = 0;
        for (int i = 0; i < fields.otherCount(); i++) {
            int number = fields.otherNumber(i);
            if (number < 64) {
                low |= 1L << number;
            } else {
                high |= number < 128 ? 1L << number : LARGE;
            }
        }
        return isValid;
    }

    /// Returns whether the packet contains a track event, a sequence, a time and its writer, and nothing else.
    boolean isOneEvent() {
        return fields.otherCount() == 1
                && fields.otherNumber(0) == TracePacket.TRACK_EVENT_FIELD_NUMBER
                && fields.otherWire(0) == MessageDecoder.BYTES
                && fields.hasTrustedPacketSequenceId()
                && fields.hasTimestamp()
                && !clearsState()
                && previousDropped() == 0
                && !isFirstOnSequence()
                && machineId() == 0
                && !isSynchronizationMarker();
    }

    /// Returns the track event in the selected field; only the fields before the damage if it is damaged.
    public TrackEventMessage event() {
        if (eventField != current) {
            if (event == null) {
                event = new TrackEventMessage();
            }
            event.read(buffer(), fieldOffset(), fieldLength());
            eventField = current;
        }
        return event;
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
        return fields.otherCount();
    }

    /// Returns the number of a payload field.
    public int fieldAt(int i) {
        return fields.otherNumber(i);
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
        for (int i = fieldCount() - 1; i >= 0; i--) {
            if (fieldAt(i) == number) {
                current = i;
                return true;
            }
        }
        return false;
    }

    /// Releases the packet's bytes and with them the buffer that contains them.
    void release() {
        fields.release();
        state = null;
        if (event != null) {
            event.release();
        }
    }

    /// Sets the state of the packet's sequence.
    public void setState(SequenceState newState) {
        state = newState;
    }

    /// Returns the number of the selected field.
    public int field() {
        return fields.otherNumber(current);
    }

    /// Starts the cursor on the message in the selected field; on an empty message if the field has no bytes.
    public ProtoCursor enter(ProtoCursor c) {
        boolean isMessage = fields.otherWire(current) == MessageDecoder.BYTES;
        return isMessage ? c.enter(buffer(), fieldOffset(), fieldLength()) : c.enter(buffer(), offset(), 0);
    }

    /// Decodes the message in the selected field and returns the decoder, which has only the fields before the damage
    /// if there is any, and none if the field has no bytes.
    public <D extends AnyDecoder> D decode(D into) {
        ((MessageDecoder) into).decode(buffer(), fieldOffset(), fieldLength());
        return into;
    }

    /// Returns the offset of the selected field's bytes in [#buffer].
    public int fieldOffset() {
        return fields.otherOffset(current);
    }

    public int fieldLength() {
        return fields.otherLength(current);
    }

    /// Returns a copy of the selected field's bytes.
    public byte[] fieldBytes() {
        return Arrays.copyOfRange(buffer(), fieldOffset(), fieldOffset() + fieldLength());
    }

    /// Decodes the message in the selected field into an object, for rare packets.
    ///
    /// @throws InvalidProtocolBufferException if it is damaged
    public <T> T decode(Parser<T> parser) throws InvalidProtocolBufferException {
        return parser.parseFrom(buffer(), fieldOffset(), fieldLength());
    }

    /// Returns whether the packet has a payload field with this number.
    public boolean has(int number) {
        for (int i = 0; mayHave(number) && i < fieldCount(); i++) {
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
        return fields.buffer();
    }

    /// Returns the offset of the packet in [#buffer].
    public int offset() {
        return fields.offset();
    }

    public int length() {
        return fields.length();
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
        return fields.hasTimestamp();
    }

    /// Returns the timestamp in the packet's own clock. Parsers use the trace time passed to them.
    public long timestamp() {
        return fields.timestamp();
    }

    public boolean hasClockId() {
        return fields.hasTimestampClockId();
    }

    public int clockId() {
        return fields.timestampClockId();
    }

    public boolean hasSequenceId() {
        return fields.hasTrustedPacketSequenceId();
    }

    /// Returns `trusted_packet_sequence_id`; 0 if there is none.
    public int sequenceId() {
        return fields.trustedPacketSequenceId();
    }

    public boolean hasTrustedPid() {
        return fields.hasTrustedPid();
    }

    public int trustedPid() {
        return fields.trustedPid();
    }

    public int trustedUid() {
        return fields.trustedUid();
    }

    /// Returns the id of the machine that wrote the packet; 0 for the machine that recorded the trace.
    public int machineId() {
        return fields.machineId();
    }

    public boolean isSynchronizationMarker() {
        return fields.hasSynchronizationMarker();
    }

    public boolean isFirstOnSequence() {
        return fields.firstPacketOnSequence();
    }

    public boolean clearsState() {
        return fields.incrementalStateCleared()
                || (fields.sequenceFlags() & SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE) != 0;
    }

    public boolean needsState() {
        return (fields.sequenceFlags() & SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE) != 0;
    }

    /// Returns the `DataLossReason` bits of losses before this packet on its sequence; 0 for none.
    public int previousDropped() {
        return fields.previousPacketDropped();
    }
}
