package traceglass.ingest.perfetto.packet;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.protos.common.BufferStatsDecoder;
import traceglass.protos.common.FilterStatsDecoder;
import traceglass.protos.common.TraceStats;
import traceglass.protos.common.TraceStatsDecoder;
import traceglass.protos.common.WriterStatsDecoder;
import traceglass.store.names.StatNames;

/// Reads `TraceStats` (common/trace_stats.proto): statistics collected by the tracing service while recording.
public final class TraceStatsReader {

    private final StatsTracker.View stats;
    private final PacketSequences sequences;

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
    public void read(TraceStatsDecoder message) {
        setServiceStats(message);
        BufferStatsDecoder buffer = new BufferStatsDecoder();
        for (int i = 0; i < message.bufferStatsCount(); i++) {
            setBufferStats(i, message.bufferStats(i, buffer));
        }
        if (message.hasFilterStats()) {
            setFilterStats(message.filterStats(new FilterStatsDecoder()));
        }
        Map<Integer, Losses> losses = new LinkedHashMap<>();
        WriterStatsDecoder writer = new WriterStatsDecoder();
        for (int i = 0; i < message.writerStatsCount(); i++) {
            addLosses(message.writerStats(i, writer), losses);
        }
        int outcome = message.finalFlushOutcome();
        if (outcome == TraceStats.FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED_VALUE) {
            stats.increment(StatNames.TRACED_FINAL_FLUSH_SUCCEEDED);
        } else if (outcome == TraceStats.FinalFlushOutcome.FINAL_FLUSH_FAILED_VALUE) {
            stats.increment(StatNames.TRACED_FINAL_FLUSH_FAILED);
        }
        losses.forEach((index, l) -> {
            stats.set(StatNames.TRACED_BUF_SEQUENCE_PACKET_LOSS, index, l.packets);
            stats.set(StatNames.TRACED_BUF_INCREMENTAL_SEQUENCES_DROPPED, index, l.sequences);
            for (PacketSequence.Loss cause : PacketSequence.Loss.values()) {
                stats.set(cause.stat, index, l.byCause[cause.ordinal()]);
            }
        });
    }

    private void setServiceStats(TraceStatsDecoder s) {
        stats.set(StatNames.TRACED_PRODUCERS_CONNECTED, Integer.toUnsignedLong(s.producersConnected()));
        stats.set(StatNames.TRACED_PRODUCERS_SEEN, s.producersSeen());
        stats.set(StatNames.TRACED_DATA_SOURCES_REGISTERED, Integer.toUnsignedLong(s.dataSourcesRegistered()));
        stats.set(StatNames.TRACED_DATA_SOURCES_SEEN, s.dataSourcesSeen());
        stats.set(StatNames.TRACED_TRACING_SESSIONS, Integer.toUnsignedLong(s.tracingSessions()));
        stats.set(StatNames.TRACED_TOTAL_BUFFERS, Integer.toUnsignedLong(s.totalBuffers()));
        stats.set(StatNames.TRACED_CHUNKS_DISCARDED, s.chunksDiscarded());
        stats.set(StatNames.TRACED_PATCHES_DISCARDED, s.patchesDiscarded());
        stats.set(StatNames.TRACED_FLUSHES_REQUESTED, s.flushesRequested());
        stats.set(StatNames.TRACED_FLUSHES_SUCCEEDED, s.flushesSucceeded());
        stats.set(StatNames.TRACED_FLUSHES_FAILED, s.flushesFailed());
    }

    private void setBufferStats(int i, BufferStatsDecoder b) {
        stats.set(StatNames.TRACED_BUF_BUFFER_SIZE, i, b.bufferSize());
        stats.set(StatNames.TRACED_BUF_BYTES_WRITTEN, i, b.bytesWritten());
        stats.set(StatNames.TRACED_BUF_BYTES_OVERWRITTEN, i, b.bytesOverwritten());
        stats.set(StatNames.TRACED_BUF_BYTES_READ, i, b.bytesRead());
        stats.set(StatNames.TRACED_BUF_PADDING_BYTES_WRITTEN, i, b.paddingBytesWritten());
        stats.set(StatNames.TRACED_BUF_PADDING_BYTES_CLEARED, i, b.paddingBytesCleared());
        stats.set(StatNames.TRACED_BUF_CHUNKS_WRITTEN, i, b.chunksWritten());
        stats.set(StatNames.TRACED_BUF_CHUNKS_REWRITTEN, i, b.chunksRewritten());
        stats.set(StatNames.TRACED_BUF_CHUNKS_OVERWRITTEN, i, b.chunksOverwritten());
        stats.set(StatNames.TRACED_BUF_CHUNKS_DISCARDED, i, b.chunksDiscarded());
        stats.set(StatNames.TRACED_BUF_CHUNKS_READ, i, b.chunksRead());
        stats.set(StatNames.TRACED_BUF_CHUNKS_RELOCATED, i, b.chunksRelocated());
        stats.set(StatNames.TRACED_BUF_CHUNKS_COMMITTED_OUT_OF_ORDER, i, b.chunksCommittedOutOfOrder());
        stats.set(StatNames.TRACED_BUF_WRITE_WRAP_COUNT, i, b.writeWrapCount());
        stats.set(StatNames.TRACED_BUF_PATCHES_SUCCEEDED, i, b.patchesSucceeded());
        stats.set(StatNames.TRACED_BUF_PATCHES_FAILED, i, b.patchesFailed());
        stats.set(StatNames.TRACED_BUF_READAHEADS_SUCCEEDED, i, b.readaheadsSucceeded());
        stats.set(StatNames.TRACED_BUF_READAHEADS_FAILED, i, b.readaheadsFailed());
        stats.set(StatNames.TRACED_BUF_ABI_VIOLATIONS, i, b.abiViolations());
        stats.set(StatNames.TRACED_BUF_TRACE_WRITER_PACKET_LOSS, i, b.traceWriterPacketLoss());
    }

    private void setFilterStats(FilterStatsDecoder f) {
        stats.set(StatNames.FILTER_INPUT_PACKETS, f.inputPackets());
        stats.set(StatNames.FILTER_INPUT_BYTES, f.inputBytes());
        stats.set(StatNames.FILTER_OUTPUT_BYTES, f.outputBytes());
        stats.set(StatNames.FILTER_ERRORS, f.errors());
        stats.set(StatNames.FILTER_TIME_TAKEN_NS, f.timeTakenNs());
        for (int i = 0; i < f.bytesDiscardedPerBufferCount(); i++) {
            stats.set(StatNames.TRACED_BUF_BYTES_FILTERED_OUT, i, f.bytesDiscardedPerBuffer(i));
        }
    }

    private void addLosses(WriterStatsDecoder writer, Map<Integer, Losses> byBuffer) {
        int buffer = writer.bufferField();
        PacketSequence s = sequences.get((int) writer.sequenceId());
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
