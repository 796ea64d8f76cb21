package traceglass.ingest.perfetto.packet;

import java.util.Arrays;

/// Packets that hold a track event and little else, which nearly all packets of a long trace do, in columns: millions
/// of them pass from the thread that reads to the importer, and what both have to touch of each decides how fast that
/// goes.
///
/// Whoever finds that one needs more than is here reads it again as a [Packet].
public final class PlainEvents {

    private static final int FIELDS = 6;
    private static final int NEEDS_STATE = 1;
    private static final int HAS_VALUE = 2;

    private final byte[][] buffers;
    /// Of each event: its time; its sequence and clock; the place of the packet; the place of the event; the flags
    /// and the pid; its value.
    private final long[] fields;
    /// Where each packet is in the trace.
    private final long[] positions;

    PlainEvents(int room) {
        buffers = new byte[room][];
        fields = new long[FIELDS * room];
        positions = new long[room];
    }

    /// Lets go of the bytes of the first places.
    void clear(int size) {
        Arrays.fill(buffers, 0, size, null);
    }

    /// Takes a packet in at this place if it is one of these: of the recording machine, with a sequence and a time,
    /// no change of the sequence's state, no other payload, and an event that has no time of its own and no sum but
    /// for one extra counter.
    boolean take(int i, Packet p) {
        if (!p.isOneEvent()) {
            return false;
        }
        p.select(0);
        EventHead head = p.head();
        boolean hasValue = head.isPlainButForOneExtra();
        if (!hasValue && !head.isPlain() || head.hasDeltaUs() || head.absoluteUs() != 0 || head.phase() == 'P') {
            return false;
        }
        buffers[i] = p.buffer();
        positions[i] = p.position();
        int at = FIELDS * i;
        fields[at] = p.timestamp();
        fields[at + 1] = (long) p.sequenceId() << 32 | p.clockId() & 0xFFFF_FFFFL;
        fields[at + 2] = (long) p.offset() << 32 | p.length();
        fields[at + 3] = EventBytes.place(p.fieldOffset(), p.fieldLength());
        fields[at + 4] = (long) p.trustedPid() << 32 | (p.needsState() ? NEEDS_STATE : 0) | (hasValue ? HAS_VALUE : 0);
        if (hasValue) {
            fields[at + 5] = head.extraValues().get(0);
        }
        return true;
    }

    public byte[] buffer(int i) {
        return buffers[i];
    }

    public long position(int i) {
        return positions[i];
    }

    /// In the packet's own clock.
    public long timestamp(int i) {
        return fields[FIELDS * i];
    }

    public int sequenceId(int i) {
        return (int) (fields[FIELDS * i + 1] >> 32);
    }

    /// 0 if the packet names none.
    public int clockId(int i) {
        return (int) fields[FIELDS * i + 1];
    }

    /// Where the event is in the buffer, as [EventBytes#place] has it.
    public long place(int i) {
        return fields[FIELDS * i + 3];
    }

    public int trustedPid(int i) {
        return (int) (fields[FIELDS * i + 4] >> 32);
    }

    public boolean needsState(int i) {
        return (fields[FIELDS * i + 4] & NEEDS_STATE) != 0;
    }

    /// Whether the event has a value of an extra counter.
    public boolean hasValue(int i) {
        return (fields[FIELDS * i + 4] & HAS_VALUE) != 0;
    }

    /// That value; only if there is one.
    public long value(int i) {
        return fields[FIELDS * i + 5];
    }

    /// Reads the whole packet again.
    public Packet read(int i, Packet into) {
        long place = fields[FIELDS * i + 2];
        into.read(buffers[i], (int) (place >> 32), (int) place, positions[i]);
        return into;
    }
}
