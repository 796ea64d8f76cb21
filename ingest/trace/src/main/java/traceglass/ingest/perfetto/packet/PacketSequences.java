package traceglass.ingest.perfetto.packet;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.table.LongColumn;

/// The packet sequences of one machine of a trace, by id, and when data of each was lost.
public final class PacketSequences {

    private final ImportContext context;
    private final LongMap<PacketSequence> byId = new LongMap<>();
    private PacketSequence last;
    private boolean startsAreMarked;
    private boolean writesIntoFile;

    /// The sequences of a machine, none so far.
    public PacketSequences(ImportContext context) {
        this.context = context;
    }

    /// The sequence with this id, null if it is new.
    public PacketSequence get(int id) {
        if (last == null || last.id != id) {
            PacketSequence sequence = byId.get(id);
            if (sequence == null) {
                return null;
            }
            last = sequence;
        }
        return last;
    }

    /// Adds the sequence with this id.
    public PacketSequence begin(int id) {
        last = new PacketSequence(id, context.strings(), context.stats());
        byId.put(id, last);
        return last;
    }

    /// This sequence has a packet that says to be its first, as the writers of this trace do.
    public void hasStart(PacketSequence sequence) {
        sequence.hasStart = true;
        startsAreMarked = true;
    }

    /// Sets whether the recording went into a file while it ran, so that nothing of it stayed in a buffer for long.
    public void setWritesIntoFile(boolean intoFile) {
        writesIntoFile = intoFile;
    }

    /// Packets of a sequence, or the events in them, are of this time: what was lost before them was lost until
    /// then.
    public void saw(PacketSequence sequence, long firstTs, long lastTs) {
        if (sequence.lossReasons != 0) {
            context.losses()
                    .ofSequence(
                            DataLosses.Source.PACKETS,
                            sequence.id,
                            sequence.pid,
                            sequence.lastTs,
                            firstTs,
                            PacketSequence.reason(sequence.lossReasons));
            sequence.lossReasons = 0;
        }
        if (sequence.firstTs == LongColumn.NULL) {
            sequence.firstTs = firstTs;
        }
        sequence.lastTs = Math.max(sequence.lastTs, lastTs);
    }

    /// For packets that have no time of their own: of which times the events in one are.
    void sawEvents(int id, long firstTs, long lastTs) {
        PacketSequence sequence = byId.get(id);
        if (sequence != null) {
            sequence.ofEvents = true;
            sequence.pid = 0;
            saw(sequence, firstTs, lastTs);
        }
    }

    /// Whether a ring buffer gave up what this sequence began with. Known when all input was read.
    boolean lostItsStart(int id) {
        PacketSequence sequence = byId.get(id);
        if (sequence == null || sequence.hasStart && startsAreMarked || sequence.buffer < 0 || writesIntoFile) {
            return false;
        }
        long overwritten = context.stats().get("traced_buf_chunks_overwritten", sequence.buffer);
        return overwritten != LongColumn.NULL && overwritten > 0;
    }

    /// Notes which sequences a ring buffer holds only the end of. Those of ftrace are noted CPU by CPU, by their
    /// parser.
    public void noteLostStarts() {
        byId.forEach((_, sequence) -> {
            if (sequence.firstTs != LongColumn.NULL && !sequence.ofEvents && lostItsStart(sequence.id)) {
                context.losses()
                        .ofSequence(
                                DataLosses.Source.RING_BUFFER,
                                sequence.id,
                                sequence.pid,
                                LongColumn.NULL,
                                sequence.firstTs,
                                null);
            }
        });
    }
}
