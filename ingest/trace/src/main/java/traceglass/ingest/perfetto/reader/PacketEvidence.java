package traceglass.ingest.perfetto.reader;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;

/// Decides whether a file is a Perfetto trace at all: many other protobuf files also begin with a message in field 1.
/// A trace has at least one packet with a known field and no field whose type differs from the schema. Unknown
/// fields are ignored, because newer versions add fields.
final class PacketEvidence {

    private static final String PACKET = "perfetto.protos.TracePacket";
    /// Maximum depth of the messages checked; other formats differ in the first levels.
    private static final int MAX_DEPTH = 8;

    private final MessageTypes types;
    private boolean hasValidPacket;
    private long packets;
    private long damaged;

    PacketEvidence(MessageTypes types) {
        this.types = types;
    }

    /// Adds a packet that was read.
    void add(Packet packet) {
        packets++;
        if (!hasValidPacket) {
            hasValidPacket = matches(packet.buffer(), packet.offset(), packet.length());
        }
    }

    /// Adds a packet whose fields have already been checked.
    void addEvent() {
        hasValidPacket = true;
    }

    /// Adds a part of the file that is not a packet.
    void addDamage() {
        damaged++;
    }

    /// Checks the whole file.
    ///
    /// @throws TraceProblem if nothing in it is a packet
    void check(TraceInput input) throws TraceProblem {
        if (hasValidPacket || packets + damaged == 0) {
            return;
        }
        throw new TraceProblem(
                packets == 0
                        ? input.name() + " begins like a Perfetto trace, but has no complete packet in its "
                                + input.position() + " bytes; it may be truncated or of another kind"
                        : input.name() + " is not a trace in a supported format: it is a protobuf message, but none"
                                + " of its parts is a packet of a Perfetto trace");
    }

    private boolean matches(byte[] bytes, int from, int size) {
        MessageType type = types.message(PACKET);
        boolean hasKnownField = false;
        ProtoCursor fields = new ProtoCursor().enter(bytes, from, size);
        while (fields.next()) {
            hasKnownField |= type.field(fields.field()) != null;
        }
        return hasKnownField && matches(bytes, from, size, type, 0);
    }

    private boolean matches(byte[] bytes, int from, int size, MessageType type, int depth) {
        ProtoCursor fields = new ProtoCursor().enter(bytes, from, size);
        while (fields.next()) {
            MessageType.Field field = type.field(fields.field());
            if (field == null) {
                continue;
            }
            boolean isPacked = field.isRepeated && fields.wire() == ProtoCursor.BYTES;
            if (fields.wire() != wire(field.type) && !isPacked) {
                return false;
            }
            MessageType inner = depth < MAX_DEPTH ? field.message(types) : null;
            if (inner != null && !matches(bytes, fields.offset(), fields.length(), inner, depth + 1)) {
                return false;
            }
        }
        return !fields.isDamaged();
    }

    /// Returns the wire type of a type of `FieldDescriptorProto.Type`.
    private static int wire(int type) {
        return switch (type) {
            case Type.TYPE_FIXED64_VALUE, Type.TYPE_SFIXED64_VALUE, Type.TYPE_DOUBLE_VALUE -> ProtoCursor.FIXED64;
            case Type.TYPE_FIXED32_VALUE, Type.TYPE_SFIXED32_VALUE, Type.TYPE_FLOAT_VALUE -> ProtoCursor.FIXED32;
            case Type.TYPE_STRING_VALUE, Type.TYPE_BYTES_VALUE, Type.TYPE_MESSAGE_VALUE -> ProtoCursor.BYTES;
            default -> ProtoCursor.VARINT;
        };
    }
}
