package traceglass.service.core.packet;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Set;
import traceglass.protos.trace.TracePacket;
import traceglass.service.core.peer.PeerIdentity;

/// Validates a producer's packets and adds the fields that only the service can set.
public final class PacketCheck {

    private static final Set<Integer> RESERVED = Set.of(
            TracePacket.TRUSTED_UID_FIELD_NUMBER,
            TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER,
            TracePacket.TRACE_CONFIG_FIELD_NUMBER,
            TracePacket.TRACE_STATS_FIELD_NUMBER,
            TracePacket.SYNCHRONIZATION_MARKER_FIELD_NUMBER,
            TracePacket.COMPRESSED_PACKETS_FIELD_NUMBER,
            TracePacket.TRUSTED_PID_FIELD_NUMBER,
            TracePacket.MACHINE_ID_FIELD_NUMBER,
            TracePacket.SERVICE_EVENT_FIELD_NUMBER,
            TracePacket.TRACE_PROVENANCE_FIELD_NUMBER,
            TracePacket.PROTOVMS_FIELD_NUMBER,
            TracePacket.ZSTD_COMPRESSED_PACKETS_FIELD_NUMBER);

    private static final int TRUSTED_BYTES = 64;

    private PacketCheck() {}

    /// Whether the top level is well-formed and contains no field that is reserved for the service.
    public static boolean isValid(byte[] packet) {
        CodedInputStream in = CodedInputStream.newInstance(packet);
        try {
            while (!in.isAtEnd()) {
                int tag = in.readTag();
                int type = WireFormat.getTagWireType(tag);
                boolean isGroup = type == WireFormat.WIRETYPE_START_GROUP || type == WireFormat.WIRETYPE_END_GROUP;
                if (isGroup || RESERVED.contains(WireFormat.getTagFieldNumber(tag)) || !in.skipField(tag)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /// Appends the service's information about the producer.
    ///
    /// @param loss bits of `previous_packet_dropped`; 0 to keep the producer's value
    public static byte[] withTrusted(byte[] packet, PeerIdentity identity, int sequence, int loss) {
        byte[] result = Arrays.copyOf(packet, packet.length + TRUSTED_BYTES);
        CodedOutputStream out = CodedOutputStream.newInstance(result, packet.length, TRUSTED_BYTES);
        try {
            out.writeInt32(TracePacket.TRUSTED_UID_FIELD_NUMBER, identity.uid());
            out.writeUInt32(TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER, sequence);
            if (identity.pid() != 0) {
                out.writeInt32(TracePacket.TRUSTED_PID_FIELD_NUMBER, identity.pid());
            }
            if (identity.machineId() != 0) {
                out.writeUInt32(TracePacket.MACHINE_ID_FIELD_NUMBER, identity.machineId());
            }
            if (loss != 0) {
                out.writeUInt32(TracePacket.PREVIOUS_PACKET_DROPPED_FIELD_NUMBER, loss);
            }
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Arrays.copyOf(result, packet.length + out.getTotalBytesWritten());
    }
}
