package traceglass.ingest.perfetto.packet;

import java.util.Locale;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// A packet sequence: what one writer of one data source put into the trace, in its order. Keeps the newest
/// [SequenceState] and counts what was lost.
public final class PacketSequence {

    /// Causes of lost packets: bits of `TracePacket.previous_packet_dropped`, and the `stats` that sum them up for
    /// each buffer.
    enum Loss {
        READ_GAP(1 << 1, "traced_buf_data_loss_read_gap"),
        CHUNK_CORRUPTED(1 << 2, "traced_buf_data_loss_chunk_corrupted"),
        ORPHAN_CONTINUATION(1 << 3, "traced_buf_data_loss_orphan_continuation"),
        REASSEMBLY_GAP(1 << 4, "traced_buf_data_loss_reassembly_gap"),
        REASSEMBLY_BROKEN_CHAIN(1 << 5, "traced_buf_data_loss_reassembly_broken_chain"),
        OVERWRITE(1 << 6, "traced_buf_data_loss_overwrite"),
        WRITER_ABORT(1 << 7, "traced_buf_data_loss_writer_abort"),
        SMB_FULL(1 << 8, "traced_buf_data_loss_smb_full");

        final int bit;
        final String stat;

        Loss(int bit, String stat) {
            this.bit = bit;
            this.stat = stat;
        }
    }

    /// `trusted_packet_sequence_id`, 0 of packets that bear none.
    public final int id;
    final long[] losses = new long[Loss.values().length];
    long droppedBefore;
    /// How many of its packets can only be read with its state.
    public long needingState;
    /// How many of those were skipped, as the state was lost.
    public long skipped;
    /// Times of the first and the last of its packets or of the events in them, ns.
    long firstTs = LongColumn.NULL;
    long lastTs = LongColumn.NULL;
    /// The `DataLossReason` bits of losses after which no packet with a time has come yet.
    public int lossReasons;
    /// The buffer that it was written to, -1 as long as nobody said.
    int buffer = -1;
    /// Process of the writer; 0 where that is not known, or where it writes what the kernel saw of all processes.
    public int pid;
    /// Whether its packets hold events with times of their own.
    public boolean ofEvents;
    /// Whether there is a packet that says to be its first.
    boolean hasStart;
    /// The clock of its newest packet; null if none had one.
    public ClockId clock;
    private SequenceState state;

    PacketSequence(int id, StringPool strings, traceglass.ingest.tracker.stats.StatsTracker.View stats) {
        this.id = id;
        state = SequenceState.first(id, strings, stats);
    }

    /// Its newest state.
    public SequenceState state() {
        return state;
    }

    /// Counts a loss before its next packet, by its causes.
    public void countLoss(int reasons) {
        droppedBefore++;
        for (Loss loss : Loss.values()) {
            if ((reasons & loss.bit) != 0) {
                losses[loss.ordinal()]++;
            }
        }
    }

    /// The first of the causes in words; null where none is known.
    static String reason(int reasons) {
        for (Loss loss : Loss.values()) {
            if ((reasons & loss.bit) != 0) {
                return loss.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
        return null;
    }

    /// Packets were lost: its state is not valid until it is cleared.
    public void lostPackets() {
        state = state.afterLoss();
    }

    /// Begins a new, valid state.
    public void clearedState() {
        state = state.cleared();
    }

    /// Sets the `TracePacketDefaults` of its packets.
    public void setDefaults(byte[] tracePacketDefaults) {
        state = state.withDefaults(tracePacketDefaults);
    }
}
