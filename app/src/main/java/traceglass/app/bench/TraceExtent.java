package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.TracePacket;

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
                case TracePacket.TIMESTAMP_FIELD_NUMBER -> time = in.readUInt64();
                case TracePacket.TIMESTAMP_CLOCK_ID_FIELD_NUMBER -> clock = in.readUInt64();
                case TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER ->
                    maxSequenceId = Math.max(maxSequenceId, in.readUInt64());
                case TracePacket.CLOCK_SNAPSHOT_FIELD_NUMBER -> addClocks(in.readByteArray());
                default -> in.skipField(tag);
            }
        }
        if (time >= 0 && clock == BuiltinClock.BUILTIN_CLOCK_BOOTTIME_VALUE) {
            firstNs = Math.min(firstNs, time);
            lastNs = Math.max(lastNs, time);
        }
    }

    private void addClocks(byte[] snapshot) throws IOException {
        for (ClockSnapshot.Clock clock : ClockSnapshot.parseFrom(snapshot).getClocksList()) {
            if (clock.getClockId() == BuiltinClock.BUILTIN_CLOCK_BOOTTIME_VALUE) {
                firstNs = Math.min(firstNs, clock.getTimestamp());
                lastNs = Math.max(lastNs, clock.getTimestamp());
            }
        }
    }
}
