package traceglass.ingest.perfetto.packet;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Packet sequences of one machine of a trace by id, and the periods in which their data was lost.
public final class PacketSequences {

    private final ImportContext context;
    private final LongMap<PacketSequence> byId = new LongMap<>();
    private PacketSequence last;
    /// Whether the writers of this trace mark the first packet of each sequence.
    private boolean hasStartMarks;
    private boolean writesIntoFile;

    /// Creates an empty set of sequences for a machine.
    public PacketSequences(ImportContext context) {
        this.context = context;
    }

    /// Returns the sequence with this id, or null if it is new.
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

    /// Adds and returns a new sequence with this id.
    public PacketSequence add(int id) {
        last = new PacketSequence(id, context.strings(), context.stats());
        byId.put(id, last);
        return last;
    }

    /// Records that a packet of the sequence is marked as its first one, which also shows that the writers of this
    /// trace set this mark.
    public void markStart(PacketSequence sequence) {
        sequence.hasStart = true;
        hasStartMarks = true;
    }

    /// Sets whether the recording was streamed to a file, so that data did not stay in a buffer for long.
    public void setWritesIntoFile(boolean writesIntoFile) {
        this.writesIntoFile = writesIntoFile;
    }

    /// Records the times of packets of a sequence, or of the events in them. If packets before them were lost, the
    /// loss ended at the first of these times.
    public void recordTimes(PacketSequence sequence, long firstTs, long lastTs) {
        if (sequence.lossReasons != 0) {
            context.losses()
                    .addForSequence(
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

    /// Records the times of the events in a packet that has no timestamp itself, in ns of trace time.
    void recordEventTimes(int id, long firstTs, long lastTs) {
        PacketSequence sequence = byId.get(id);
        if (sequence != null) {
            sequence.hasTimedEvents = true;
            sequence.pid = 0;
            recordTimes(sequence, firstTs, lastTs);
        }
    }

    /// Returns whether a ring buffer overwrote the beginning of this sequence. Only valid after all input has been
    /// read.
    boolean isStartOverwritten(int id) {
        PacketSequence sequence = byId.get(id);
        if (sequence == null || sequence.hasStart && hasStartMarks || sequence.buffer < 0 || writesIntoFile) {
            return false;
        }
        long overwritten = context.stats().get(StatNames.TRACED_BUF_CHUNKS_OVERWRITTEN, sequence.buffer);
        return overwritten != LongColumn.NULL && overwritten > 0;
    }

    /// Records a loss for each sequence whose start was overwritten in a ring buffer. The ftrace parser does this
    /// for each CPU of an ftrace sequence.
    public void recordOverwrittenStarts() {
        byId.forEach((_, sequence) -> {
            if (sequence.firstTs != LongColumn.NULL && !sequence.hasTimedEvents && isStartOverwritten(sequence.id)) {
                context.losses()
                        .addForSequence(
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
