package traceglass.convert.text;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.perfetto.packet.PacketSplitter;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.ExtensionDescriptorDecoder;
import traceglass.protos.trace.TracePacket;

/// Reads message types that a trace itself describes, in packets with an `ExtensionDescriptor`.
final class ExtensionSets {

    private ExtensionSets() {}

    /// Adds the types that a packet describes, if any. Ignores a malformed description: its fields are then
    /// written by number.
    static void add(byte[] packet, int offset, int length, MessageTypes types) {
        ProtoCursor c = new ProtoCursor().enter(packet, offset, length);
        if (!c.seek(TracePacket.EXTENSION_DESCRIPTOR_FIELD_NUMBER) || c.wire() != ProtoCursor.BYTES) {
            return;
        }
        ExtensionDescriptorDecoder description = new ExtensionDescriptorDecoder();
        description.decode(c.buffer(), c.offset(), c.length());
        try {
            if (description.hasExtensionSet()) {
                int from = description.extensionSetOffset();
                types.add(Arrays.copyOfRange(packet, from, from + description.extensionSetLength()));
            }
            if (description.hasExtensionSetGzip()) {
                types.add(PacketSplitter.inflate(
                        packet, description.extensionSetGzipOffset(), description.extensionSetGzipLength()));
            }
        } catch (InvalidProtocolBufferException e) {
            // Ignored, see above.
        } catch (IOException e) {
            // Ignored: the compressed description is malformed.
        }
    }
}
