package traceglass.record.spi;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;

/// How full a buffer of the tracing service is, and what it has lost.
///
/// @param name what it holds: its name in the config, else what goes there
/// @param ring whether new data replaces old when it is full
/// @param sizeBytes its size
/// @param writtenBytes all that was ever written to it; more than its size once a ring has gone round
/// @param overwrittenBytes what a ring has replaced
/// @param lostPackets packets that did not get in: chunks that a full buffer refused, packets that writers dropped
public record BufferFill(
        String name, boolean ring, long sizeBytes, long writtenBytes, long overwrittenBytes, long lostPackets) {

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
    ///
    /// @param config what is recorded
    public static List<BufferFill> of(TraceStats stats, TraceConfig config) {
        List<BufferFill> fills = new ArrayList<>();
        for (TraceStats.BufferStats b : stats.getBufferStatsList()) {
            int i = fills.size();
            boolean ring = i >= config.getBuffersCount() || config.getBuffers(i).getFillPolicy() != FillPolicy.DISCARD;
            fills.add(new BufferFill(
                    name(i, config),
                    ring,
                    b.getBufferSize(),
                    b.getBytesWritten(),
                    b.getBytesOverwritten(),
                    b.getChunksDiscarded() + b.getTraceWriterPacketLoss()));
        }
        return List.copyOf(fills);
    }

    private static String name(int buffer, TraceConfig config) {
        if (buffer < config.getBuffersCount()
                && !config.getBuffers(buffer).getName().isEmpty()) {
            return config.getBuffers(buffer).getName();
        }
        List<String> sources = config.getDataSourcesList().stream()
                .filter(d -> target(d.getConfig(), config) == buffer)
                .map(d -> d.getConfig().getName())
                .distinct()
                .toList();
        return buffer == 0
                ? "Main"
                : sources.size() == 1
                        ? sources.getFirst().equals("linux.process_stats") ? "Processes" : sources.getFirst()
                        : "Buffer " + buffer;
    }

    /// The number of the buffer that a data source goes to.
    static int target(DataSourceConfig source, TraceConfig config) {
        for (int i = 0; i < config.getBuffersCount(); i++) {
            if (!source.getTargetBufferName().isEmpty()
                    && source.getTargetBufferName().equals(config.getBuffers(i).getName())) {
                return i;
            }
        }
        return source.getTargetBuffer();
    }
}
