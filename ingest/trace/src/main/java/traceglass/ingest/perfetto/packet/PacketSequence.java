package traceglass.ingest.perfetto.packet;

import java.util.Locale;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// A packet sequence: the packets of one writer of one data source, in order. Holds the current [SequenceState] and
/// counts losses.
public final class PacketSequence {

    /// Causes of lost packets: bits of `TracePacket.previous_packet_dropped`, and the `stats` that sum them up for
    /// each buffer.
    enum Loss {
        READ_GAP(1 << 1, StatNames.TRACED_BUF_DATA_LOSS_READ_GAP),
        CHUNK_CORRUPTED(1 << 2, StatNames.TRACED_BUF_DATA_LOSS_CHUNK_CORRUPTED),
        ORPHAN_CONTINUATION(1 << 3, StatNames.TRACED_BUF_DATA_LOSS_ORPHAN_CONTINUATION),
        REASSEMBLY_GAP(1 << 4, StatNames.TRACED_BUF_DATA_LOSS_REASSEMBLY_GAP),
        REASSEMBLY_BROKEN_CHAIN(1 << 5, StatNames.TRACED_BUF_DATA_LOSS_REASSEMBLY_BROKEN_CHAIN),
        OVERWRITE(1 << 6, StatNames.TRACED_BUF_DATA_LOSS_OVERWRITE),
        WRITER_ABORT(1 << 7, StatNames.TRACED_BUF_DATA_LOSS_WRITER_ABORT),
        SMB_FULL(1 << 8, StatNames.TRACED_BUF_DATA_LOSS_SMB_FULL);

        final int bit;
        final String stat;

        Loss(int bit, String stat) {
            this.bit = bit;
            this.stat = stat;
        }
    }

    /// `trusted_packet_sequence_id`, 0 for packets without one.
    public final int id;
    final long[] losses = new long[Loss.values().length];
    long droppedBefore;
    /// Number of the sequence's packets that need the sequence's state to be read.
    public long packetsNeedingState;
    /// Number of packets skipped because the state was lost.
    public long packetsSkipped;
    /// Times in ns of the first and last packet of the sequence, or of the events in them.
    long firstTs = LongColumn.NULL;
    long lastTs = LongColumn.NULL;
    /// `DataLossReason` bits of losses that have not been followed by a packet with a time yet.
    public int lossReasons;
    /// Buffer of the sequence; -1 while unknown.
    int buffer = -1;
    /// Pid of the writer; 0 if unknown, or if the writer records kernel events of all processes.
    public int pid;
    /// Whether the sequence's packets contain events with their own times.
    public boolean hasTimedEvents;
    /// Whether a packet of the sequence is marked as its first one.
    boolean hasStart;
    /// Clock of the sequence's latest packet, or null.
    public ClockId clock;
    private SequenceState state;

    PacketSequence(int id, StringPool strings, StatsTracker.View stats) {
        this.id = id;
        state = SequenceState.first(id, strings, stats);
    }

    /// Returns the current state of the sequence.
    public SequenceState state() {
        return state;
    }

    /// Counts, by cause, a loss before the next packet.
    public void countLoss(int reasons) {
        droppedBefore++;
        for (Loss loss : Loss.values()) {
            if ((reasons & loss.bit) != 0) {
                losses[loss.ordinal()]++;
            }
        }
    }

    /// Returns a description of the first cause, or null if none is known.
    static String reason(int reasons) {
        for (Loss loss : Loss.values()) {
            if ((reasons & loss.bit) != 0) {
                return loss.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
        return null;
    }

    /// Records a loss of packets, which makes the state invalid until it is cleared.
    public void markPacketsLost() {
        state = state.afterLoss();
    }

    /// Starts a new valid state.
    public void clearState() {
        state = state.cleared();
    }

    /// Sets the `TracePacketDefaults` of the sequence.
    public void setDefaults(byte[] tracePacketDefaults) {
        state = state.withDefaults(tracePacketDefaults);
    }
}
