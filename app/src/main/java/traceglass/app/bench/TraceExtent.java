package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/// Finds the time range of a trace from the times of its ftrace events and of packets on shared clocks.
final class TraceExtent {

    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long lastSequence;

    /// Returns the duration of the trace in ns; 0 if no such time was found.
    long durNs() {
        return last < first ? 0 : last - first;
    }

    /// Returns the highest id of a packet sequence.
    long lastSequence() {
        return lastSequence;
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
                case PacketFields.SEQUENCE_ID -> lastSequence = Math.max(lastSequence, in.readUInt64());
                case PacketFields.CLOCK_SNAPSHOT -> addClocks(in.readByteArray());
                default -> in.skipField(tag);
            }
        }
        if (time >= 0 && clock == PacketFields.BOOTTIME) {
            first = Math.min(first, time);
            last = Math.max(last, time);
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
                first = Math.min(first, c.time());
                last = Math.max(last, c.time());
            }
        }
    }
}
