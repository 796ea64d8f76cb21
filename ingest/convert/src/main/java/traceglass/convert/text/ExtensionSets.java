package traceglass.convert.text;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;

/// Reads message types that a trace itself describes, in packets with an `ExtensionDescriptor`.
final class ExtensionSets {

    private static final int SET = 1;
    private static final int GZIP_SET = 2;

    private ExtensionSets() {}

    /// Adds the types that a packet describes, if any. Ignores a malformed description: its fields are then
    /// written by number.
    static void add(byte[] packet, int offset, int length, MessageTypes types) {
        ProtoCursor c = new ProtoCursor().enter(packet, offset, length);
        if (!c.seek(TracePacket.EXTENSION_DESCRIPTOR_FIELD_NUMBER)) {
            return;
        }
        ProtoCursor set = new ProtoCursor().enter(c);
        while (set.next()) {
            try {
                if (set.field() == SET) {
                    types.add(set.asBytes());
                } else if (set.field() == GZIP_SET) {
                    types.add(PacketSplitter.inflate(set.buffer(), set.offset(), set.length()));
                }
            } catch (InvalidProtocolBufferException e) {
                // Ignored, see above.
            } catch (IOException e) {
                // Ignored: the compressed description is malformed.
            }
        }
    }
}
