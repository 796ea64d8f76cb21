package traceglass.ingest.perfetto.packet;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;

/// Reads `TraceStats` (common/trace_stats.proto): statistics collected by the tracing service while recording.
public final class TraceStatsReader {

    /// Statistic names by field number; null for fields that are not stored.
    private static final String[] SERVICE = new String[15];
    private static final String[] BUFFER = new String[21];
    private static final String[] FILTER = {
        null,
        StatNames.FILTER_INPUT_PACKETS,
        StatNames.FILTER_INPUT_BYTES,
        StatNames.FILTER_OUTPUT_BYTES,
        StatNames.FILTER_ERRORS,
        StatNames.FILTER_TIME_TAKEN_NS
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
        SERVICE[2] = StatNames.TRACED_PRODUCERS_CONNECTED;
        SERVICE[3] = StatNames.TRACED_PRODUCERS_SEEN;
        SERVICE[4] = StatNames.TRACED_DATA_SOURCES_REGISTERED;
        SERVICE[5] = StatNames.TRACED_DATA_SOURCES_SEEN;
        SERVICE[6] = StatNames.TRACED_TRACING_SESSIONS;
        SERVICE[7] = StatNames.TRACED_TOTAL_BUFFERS;
        SERVICE[8] = StatNames.TRACED_CHUNKS_DISCARDED;
        SERVICE[9] = StatNames.TRACED_PATCHES_DISCARDED;
        SERVICE[12] = StatNames.TRACED_FLUSHES_REQUESTED;
        SERVICE[13] = StatNames.TRACED_FLUSHES_SUCCEEDED;
        SERVICE[14] = StatNames.TRACED_FLUSHES_FAILED;
        BUFFER[12] = StatNames.TRACED_BUF_BUFFER_SIZE;
        BUFFER[1] = StatNames.TRACED_BUF_BYTES_WRITTEN;
        BUFFER[13] = StatNames.TRACED_BUF_BYTES_OVERWRITTEN;
        BUFFER[14] = StatNames.TRACED_BUF_BYTES_READ;
        BUFFER[15] = StatNames.TRACED_BUF_PADDING_BYTES_WRITTEN;
        BUFFER[16] = StatNames.TRACED_BUF_PADDING_BYTES_CLEARED;
        BUFFER[2] = StatNames.TRACED_BUF_CHUNKS_WRITTEN;
        BUFFER[10] = StatNames.TRACED_BUF_CHUNKS_REWRITTEN;
        BUFFER[3] = StatNames.TRACED_BUF_CHUNKS_OVERWRITTEN;
        BUFFER[18] = StatNames.TRACED_BUF_CHUNKS_DISCARDED;
        BUFFER[17] = StatNames.TRACED_BUF_CHUNKS_READ;
        BUFFER[20] = StatNames.TRACED_BUF_CHUNKS_RELOCATED;
        BUFFER[11] = StatNames.TRACED_BUF_CHUNKS_COMMITTED_OUT_OF_ORDER;
        BUFFER[4] = StatNames.TRACED_BUF_WRITE_WRAP_COUNT;
        BUFFER[5] = StatNames.TRACED_BUF_PATCHES_SUCCEEDED;
        BUFFER[6] = StatNames.TRACED_BUF_PATCHES_FAILED;
        BUFFER[7] = StatNames.TRACED_BUF_READAHEADS_SUCCEEDED;
        BUFFER[8] = StatNames.TRACED_BUF_READAHEADS_FAILED;
        BUFFER[9] = StatNames.TRACED_BUF_ABI_VIOLATIONS;
        BUFFER[19] = StatNames.TRACED_BUF_TRACE_WRITER_PACKET_LOSS;
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
            stats.increment(StatNames.TRACED_FINAL_FLUSH_SUCCEEDED);
        } else if (outcome == FLUSH_FAILED) {
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

    private void filterStats(ProtoCursor message) {
        setAll(message, FILTER, -1);
        int buffer = 0;
        for (child.enter(message); child.next(); ) {
            if (child.field() == BYTES_DISCARDED_PER_BUFFER) {
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
