package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/// Finds the time range of a trace from the packets and clock snapshots that have times of the boot clock.
final class TraceExtent {

    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;
    private long maxSequenceId;

    /// Returns the duration of the trace in ns; 0 if no such time was found.
    long durNs() {
        return lastNs < firstNs ? 0 : lastNs - firstNs;
    }

    /// Returns the highest id of a packet sequence.
    long maxSequenceId() {
        return maxSequenceId;
    }

    /// Updates the time range with a packet.
    void addPacket(byte[] packet) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(packet);
        long time = -1;
        long clock = 0;
        for (int tag; (tag = in.readTag()) != 0; ) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case PacketFields.TIMESTAMP -> time = in.readUInt64();
                case PacketFields.CLOCK_ID -> clock = in.readUInt64();
                case PacketFields.SEQUENCE_ID -> maxSequenceId = Math.max(maxSequenceId, in.readUInt64());
                case PacketFields.CLOCK_SNAPSHOT -> addClocks(in.readByteArray());
                default -> in.skipField(tag);
            }
        }
        if (time >= 0 && clock == PacketFields.BOOTTIME) {
            firstNs = Math.min(firstNs, time);
            lastNs = Math.max(lastNs, time);
        }
    }

    private void addClocks(byte[] snapshot) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(snapshot);
        for (int tag; (tag = in.readTag()) != 0; ) {
            if (WireFormat.getTagFieldNumber(tag) != PacketFields.CLOCKS) {
                in.skipField(tag);
                continue;
            }
            SnapshotClock c = SnapshotClock.read(in.readByteArray());
            if (c.id() == PacketFields.BOOTTIME) {
                firstNs = Math.min(firstNs, c.time());
                lastNs = Math.max(lastNs, c.time());
            }
        }
    }
}
