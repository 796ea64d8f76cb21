package traceglass.record;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.common.TraceStats;

/// How full a buffer of the tracing service is, and what it has lost.
///
/// @param sizeBytes        its size
/// @param writtenBytes     all that was ever written to it; more than its size once a ring has gone round
/// @param overwrittenBytes what a ring has replaced
/// @param lostPackets      packets that did not get in: chunks that a full buffer refused, packets that writers dropped
public record BufferFill(long sizeBytes, long writtenBytes, long overwrittenBytes, long lostPackets) {

    /// Bytes in it now.
    public long usedBytes() {
        return Math.min(sizeBytes, writtenBytes);
    }

    /// Between 0 and 1; 0 for a buffer without a size.
    public double share() {
        return sizeBytes <= 0 ? 0 : (double) usedBytes() / sizeBytes;
    }

    /// Whether a ring has begun to replace its oldest data.
    public boolean hasWrapped() {
        return overwrittenBytes > 0 || writtenBytes > sizeBytes;
    }

    /// The buffers that the service's counters tell of.
    public static List<BufferFill> of(TraceStats stats) {
        List<BufferFill> fills = new ArrayList<>();
        for (TraceStats.BufferStats b : stats.getBufferStatsList()) {
            fills.add(new BufferFill(b.getBufferSize(), b.getBytesWritten(), b.getBytesOverwritten(),
                    b.getChunksDiscarded() + b.getTraceWriterPacketLoss()));
        }
        return List.copyOf(fills);
    }
}
