package traceglass.ingest.perfetto.packet;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stats.StatsTracker;

/// Reads `TraceStats` (common/trace_stats.proto): statistics collected by the tracing service while recording.
public final class TraceStatsReader {

    /// Statistic names by field number; null for fields that are not stored.
    private static final String[] SERVICE = new String[15];
    private static final String[] BUFFER = new String[21];
    private static final String[] FILTER = {
        null,
        "filter_input_packets",
        "filter_input_bytes",
        "filter_output_bytes",
        "filter_errors",
        "filter_time_taken_ns"
    };

    private static final int BUFFER_STATS = 1;
    private static final int FILTER_STATS = 11;
    private static final int FINAL_FLUSH_OUTCOME = 15;
    private static final int WRITER_STATS = 18;
    private static final int BYTES_DISCARDED_PER_BUFFER = 20;
    private static final int WRITER_SEQUENCE_ID = 1;
    private static final int WRITER_BUFFER = 4;
    private static final int FLUSH_SUCCEEDED = 1;
    private static final int FLUSH_FAILED = 2;

    static {
        SERVICE[2] = "traced_producers_connected";
        SERVICE[3] = "traced_producers_seen";
        SERVICE[4] = "traced_data_sources_registered";
        SERVICE[5] = "traced_data_sources_seen";
        SERVICE[6] = "traced_tracing_sessions";
        SERVICE[7] = "traced_total_buffers";
        SERVICE[8] = "traced_chunks_discarded";
        SERVICE[9] = "traced_patches_discarded";
        SERVICE[12] = "traced_flushes_requested";
        SERVICE[13] = "traced_flushes_succeeded";
        SERVICE[14] = "traced_flushes_failed";
        BUFFER[12] = "traced_buf_buffer_size";
        BUFFER[1] = "traced_buf_bytes_written";
        BUFFER[13] = "traced_buf_bytes_overwritten";
        BUFFER[14] = "traced_buf_bytes_read";
        BUFFER[15] = "traced_buf_padding_bytes_written";
        BUFFER[16] = "traced_buf_padding_bytes_cleared";
        BUFFER[2] = "traced_buf_chunks_written";
        BUFFER[10] = "traced_buf_chunks_rewritten";
        BUFFER[3] = "traced_buf_chunks_overwritten";
        BUFFER[18] = "traced_buf_chunks_discarded";
        BUFFER[17] = "traced_buf_chunks_read";
        BUFFER[20] = "traced_buf_chunks_relocated";
        BUFFER[11] = "traced_buf_chunks_committed_out_of_order";
        BUFFER[4] = "traced_buf_write_wrap_count";
        BUFFER[5] = "traced_buf_patches_succeeded";
        BUFFER[6] = "traced_buf_patches_failed";
        BUFFER[7] = "traced_buf_readaheads_succeeded";
        BUFFER[8] = "traced_buf_readaheads_failed";
        BUFFER[9] = "traced_buf_abi_violations";
        BUFFER[19] = "traced_buf_trace_writer_packet_loss";
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
                case BUFFER_STATS -> setAll(message, BUFFER, buffers++);
                case FILTER_STATS -> filterStats(message);
                case FINAL_FLUSH_OUTCOME -> outcome = message.asInt();
                case WRITER_STATS -> addLosses(message, losses);
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
        if (outcome == FLUSH_SUCCEEDED) {
            stats.increment("traced_final_flush_succeeded");
        } else if (outcome == FLUSH_FAILED) {
            stats.increment("traced_final_flush_failed");
        }
        losses.forEach((buffer, l) -> {
            stats.set("traced_buf_sequence_packet_loss", buffer, l.packets);
            stats.set("traced_buf_incremental_sequences_dropped", buffer, l.sequences);
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

    private void filterStats(ProtoCursor message) {
        setAll(message, FILTER, -1);
        int buffer = 0;
        for (child.enter(message); child.next(); ) {
            if (child.field() == BYTES_DISCARDED_PER_BUFFER) {
                for (PackedCursor p = new PackedCursor().enter(child); p.nextVarint(); ) {
                    stats.set("traced_buf_bytes_filtered_out", buffer++, p.asLong());
                }
            }
        }
    }

    private void addLosses(ProtoCursor message, Map<Integer, Losses> byBuffer) {
        int sequenceId = 0;
        int buffer = 0;
        for (child.enter(message); child.next(); ) {
            if (child.field() == WRITER_SEQUENCE_ID) {
                sequenceId = child.asInt();
            } else if (child.field() == WRITER_BUFFER) {
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
