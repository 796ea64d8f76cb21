package traceglass.record.spi;

import java.util.ArrayList;
import java.util.List;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;

/// Fill level and losses of a buffer of the tracing service.
///
/// @param name name of the buffer in the config, else the data source that uses it
/// @param isRingBuffer whether new data replaces old data when it is full
/// @param sizeBytes size of the buffer in bytes
/// @param writtenBytes total bytes written to it; exceeds the size once a ring buffer has wrapped
/// @param overwrittenBytes bytes replaced in a ring buffer
/// @param lostPackets packets that were not stored: chunks refused by a full buffer, packets dropped by writers
public record BufferFill(
        String name, boolean isRingBuffer, long sizeBytes, long writtenBytes, long overwrittenBytes, long lostPackets) {

    /// Bytes currently in the buffer.
    public long usedBytes() {
        return Math.min(sizeBytes, writtenBytes);
    }

    /// Returns the fill level between 0 and 1; 0 for a buffer without a size.
    public double fillLevel() {
        return sizeBytes <= 0 ? 0 : (double) usedBytes() / sizeBytes;
    }

    /// Returns whether a ring buffer has started to replace its oldest data.
    public boolean hasWrapped() {
        return overwrittenBytes > 0 || writtenBytes > sizeBytes;
    }

    /// Reads the buffers from the service's statistics.
    ///
    /// @param config config of the recording
    public static List<BufferFill> of(TraceStats stats, TraceConfig config) {
        List<BufferFill> fills = new ArrayList<>();
        for (TraceStats.BufferStats b : stats.getBufferStatsList()) {
            int i = fills.size();
            boolean isRing =
                    i >= config.getBuffersCount() || config.getBuffers(i).getFillPolicy() != FillPolicy.DISCARD;
            fills.add(new BufferFill(
                    name(i, config),
                    isRing,
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
                ? TargetTexts.MAIN_BUFFER
                : sources.size() == 1
                        ? sources.getFirst().equals("linux.process_stats")
                                ? TargetTexts.PROCESSES_BUFFER
                                : sources.getFirst()
                        : TargetTexts.buffer(buffer);
    }

    /// Returns the index of the buffer that a data source writes to.
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
