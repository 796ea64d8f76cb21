package traceglass.ingest.perfetto.packet;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.common.TraceStats;
import traceglass.store.names.StatNames;

/// Reads `TraceStats` (common/trace_stats.proto): statistics collected by the tracing service while recording.
public final class TraceStatsReader {

    /// Statistic names by field number; null for fields that are not stored.
    private static final String[] SERVICE = new String[TraceStats.FLUSHES_FAILED_FIELD_NUMBER + 1];
    private static final String[] BUFFER = new String[TraceStats.BufferStats.CHUNKS_RELOCATED_FIELD_NUMBER + 1];
    private static final String[] FILTER = new String[TraceStats.FilterStats.TIME_TAKEN_NS_FIELD_NUMBER + 1];

    static {
        SERVICE[TraceStats.PRODUCERS_CONNECTED_FIELD_NUMBER] = StatNames.TRACED_PRODUCERS_CONNECTED;
        SERVICE[TraceStats.PRODUCERS_SEEN_FIELD_NUMBER] = StatNames.TRACED_PRODUCERS_SEEN;
        SERVICE[TraceStats.DATA_SOURCES_REGISTERED_FIELD_NUMBER] = StatNames.TRACED_DATA_SOURCES_REGISTERED;
        SERVICE[TraceStats.DATA_SOURCES_SEEN_FIELD_NUMBER] = StatNames.TRACED_DATA_SOURCES_SEEN;
        SERVICE[TraceStats.TRACING_SESSIONS_FIELD_NUMBER] = StatNames.TRACED_TRACING_SESSIONS;
        SERVICE[TraceStats.TOTAL_BUFFERS_FIELD_NUMBER] = StatNames.TRACED_TOTAL_BUFFERS;
        SERVICE[TraceStats.CHUNKS_DISCARDED_FIELD_NUMBER] = StatNames.TRACED_CHUNKS_DISCARDED;
        SERVICE[TraceStats.PATCHES_DISCARDED_FIELD_NUMBER] = StatNames.TRACED_PATCHES_DISCARDED;
        SERVICE[TraceStats.FLUSHES_REQUESTED_FIELD_NUMBER] = StatNames.TRACED_FLUSHES_REQUESTED;
        SERVICE[TraceStats.FLUSHES_SUCCEEDED_FIELD_NUMBER] = StatNames.TRACED_FLUSHES_SUCCEEDED;
        SERVICE[TraceStats.FLUSHES_FAILED_FIELD_NUMBER] = StatNames.TRACED_FLUSHES_FAILED;
        BUFFER[TraceStats.BufferStats.BUFFER_SIZE_FIELD_NUMBER] = StatNames.TRACED_BUF_BUFFER_SIZE;
        BUFFER[TraceStats.BufferStats.BYTES_WRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_BYTES_WRITTEN;
        BUFFER[TraceStats.BufferStats.BYTES_OVERWRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_BYTES_OVERWRITTEN;
        BUFFER[TraceStats.BufferStats.BYTES_READ_FIELD_NUMBER] = StatNames.TRACED_BUF_BYTES_READ;
        BUFFER[TraceStats.BufferStats.PADDING_BYTES_WRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_PADDING_BYTES_WRITTEN;
        BUFFER[TraceStats.BufferStats.PADDING_BYTES_CLEARED_FIELD_NUMBER] = StatNames.TRACED_BUF_PADDING_BYTES_CLEARED;
        BUFFER[TraceStats.BufferStats.CHUNKS_WRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_WRITTEN;
        BUFFER[TraceStats.BufferStats.CHUNKS_REWRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_REWRITTEN;
        BUFFER[TraceStats.BufferStats.CHUNKS_OVERWRITTEN_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_OVERWRITTEN;
        BUFFER[TraceStats.BufferStats.CHUNKS_DISCARDED_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_DISCARDED;
        BUFFER[TraceStats.BufferStats.CHUNKS_READ_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_READ;
        BUFFER[TraceStats.BufferStats.CHUNKS_RELOCATED_FIELD_NUMBER] = StatNames.TRACED_BUF_CHUNKS_RELOCATED;
        BUFFER[TraceStats.BufferStats.CHUNKS_COMMITTED_OUT_OF_ORDER_FIELD_NUMBER] =
                StatNames.TRACED_BUF_CHUNKS_COMMITTED_OUT_OF_ORDER;
        BUFFER[TraceStats.BufferStats.WRITE_WRAP_COUNT_FIELD_NUMBER] = StatNames.TRACED_BUF_WRITE_WRAP_COUNT;
        BUFFER[TraceStats.BufferStats.PATCHES_SUCCEEDED_FIELD_NUMBER] = StatNames.TRACED_BUF_PATCHES_SUCCEEDED;
        BUFFER[TraceStats.BufferStats.PATCHES_FAILED_FIELD_NUMBER] = StatNames.TRACED_BUF_PATCHES_FAILED;
        BUFFER[TraceStats.BufferStats.READAHEADS_SUCCEEDED_FIELD_NUMBER] = StatNames.TRACED_BUF_READAHEADS_SUCCEEDED;
        BUFFER[TraceStats.BufferStats.READAHEADS_FAILED_FIELD_NUMBER] = StatNames.TRACED_BUF_READAHEADS_FAILED;
        BUFFER[TraceStats.BufferStats.ABI_VIOLATIONS_FIELD_NUMBER] = StatNames.TRACED_BUF_ABI_VIOLATIONS;
        BUFFER[TraceStats.BufferStats.TRACE_WRITER_PACKET_LOSS_FIELD_NUMBER] =
                StatNames.TRACED_BUF_TRACE_WRITER_PACKET_LOSS;
        FILTER[TraceStats.FilterStats.INPUT_PACKETS_FIELD_NUMBER] = StatNames.FILTER_INPUT_PACKETS;
        FILTER[TraceStats.FilterStats.INPUT_BYTES_FIELD_NUMBER] = StatNames.FILTER_INPUT_BYTES;
        FILTER[TraceStats.FilterStats.OUTPUT_BYTES_FIELD_NUMBER] = StatNames.FILTER_OUTPUT_BYTES;
        FILTER[TraceStats.FilterStats.ERRORS_FIELD_NUMBER] = StatNames.FILTER_ERRORS;
        FILTER[TraceStats.FilterStats.TIME_TAKEN_NS_FIELD_NUMBER] = StatNames.FILTER_TIME_TAKEN_NS;
    }

    private final StatsTracker.View stats;
    private final PacketSequences sequences;
    private final ProtoCursor child = new ProtoCursor();

    /// Total losses of the sequences in one buffer.
    private static final class Losses {
        long packets;
        long sequences;
        final long[] byCause = new long[PacketSequence.Loss.values().length];
    }

    /// Creates a reader that writes to these statistics.
    public TraceStatsReader(StatsTracker.View stats, PacketSequences sequences) {
        this.stats = stats;
        this.sequences = sequences;
    }

    /// Reads a `TraceStats` message.
    public void read(ProtoCursor message) {
        long[] service = new long[SERVICE.length];
        int buffers = 0;
        int outcome = 0;
        Map<Integer, Losses> losses = new LinkedHashMap<>();
        while (message.next()) {
            int field = message.field();
            switch (field) {
                case TraceStats.BUFFER_STATS_FIELD_NUMBER -> setAll(message, BUFFER, buffers++);
                case TraceStats.FILTER_STATS_FIELD_NUMBER -> readFilterStats(message);
                case TraceStats.FINAL_FLUSH_OUTCOME_FIELD_NUMBER -> outcome = message.asInt();
                case TraceStats.WRITER_STATS_FIELD_NUMBER -> addLosses(message, losses);
                default -> {
                    if (field < service.length) {
                        service[field] = message.asLong();
                    }
                }
            }
        }
        for (int i = 0; i < SERVICE.length; i++) {
            if (SERVICE[i] != null) {
                stats.set(SERVICE[i], service[i]);
            }
        }
        if (outcome == TraceStats.FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED_VALUE) {
            stats.increment(StatNames.TRACED_FINAL_FLUSH_SUCCEEDED);
        } else if (outcome == TraceStats.FinalFlushOutcome.FINAL_FLUSH_FAILED_VALUE) {
            stats.increment(StatNames.TRACED_FINAL_FLUSH_FAILED);
        }
        losses.forEach((buffer, l) -> {
            stats.set(StatNames.TRACED_BUF_SEQUENCE_PACKET_LOSS, buffer, l.packets);
            stats.set(StatNames.TRACED_BUF_INCREMENTAL_SEQUENCES_DROPPED, buffer, l.sequences);
            for (PacketSequence.Loss cause : PacketSequence.Loss.values()) {
                stats.set(cause.stat, buffer, l.byCause[cause.ordinal()]);
            }
        });
    }

    private void setAll(ProtoCursor message, String[] names, int index) {
        long[] values = new long[names.length];
        for (child.enter(message); child.next(); ) {
            if (child.field() < values.length) {
                values[child.field()] = child.asLong();
            }
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i] != null && index >= 0) {
                stats.set(names[i], index, values[i]);
            } else if (names[i] != null) {
                stats.set(names[i], values[i]);
            }
        }
    }

    private void readFilterStats(ProtoCursor message) {
        setAll(message, FILTER, -1);
        int buffer = 0;
        for (child.enter(message); child.next(); ) {
            if (child.field() == TraceStats.FilterStats.BYTES_DISCARDED_PER_BUFFER_FIELD_NUMBER) {
                for (PackedCursor p = new PackedCursor().enter(child); p.nextVarint(); ) {
                    stats.set(StatNames.TRACED_BUF_BYTES_FILTERED_OUT, buffer++, p.asLong());
                }
            }
        }
    }

    private void addLosses(ProtoCursor message, Map<Integer, Losses> byBuffer) {
        int sequenceId = 0;
        int buffer = 0;
        for (child.enter(message); child.next(); ) {
            if (child.field() == TraceStats.WriterStats.SEQUENCE_ID_FIELD_NUMBER) {
                sequenceId = child.asInt();
            } else if (child.field() == TraceStats.WriterStats.BUFFER_FIELD_NUMBER) {
                buffer = child.asInt();
            }
        }
        PacketSequence s = sequences.get(sequenceId);
        if (s == null) {
            return;
        }
        s.buffer = buffer;
        Losses l = byBuffer.computeIfAbsent(buffer, b -> new Losses());
        l.packets += s.droppedBefore;
        l.sequences += s.packetsSkipped > 0 && s.packetsSkipped == s.packetsNeedingState ? 1 : 0;
        for (int i = 0; i < l.byCause.length; i++) {
            l.byCause[i] += s.losses[i];
        }
    }
}
