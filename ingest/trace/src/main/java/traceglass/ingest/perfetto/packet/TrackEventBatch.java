package traceglass.ingest.perfetto.packet;

import java.util.Arrays;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Columns of packets that contain a track event and little else, like nearly all packets of a long trace. Millions of
/// them pass from the reading thread to the importer, so the memory touched per packet determines the throughput.
///
/// If more than these columns are needed, the packet is read again as a [Packet].
public final class TrackEventBatch {

    private static final int FIELDS = 6;
    private static final int NEEDS_STATE = 1;
    private static final int HAS_VALUE = 2;

    private final byte[][] buffers;
    /// Values of each event: time; sequence and clock; location of the packet; location of the event; flags and pid;
    /// value.
    private final long[] fields;
    /// Offset of each packet in the trace.
    private final long[] positions;

    TrackEventBatch(int capacity) {
        buffers = new byte[capacity][];
        fields = new long[FIELDS * capacity];
        positions = new long[capacity];
    }

    /// Releases the bytes of the first `size` events.
    void clear(int size) {
        Arrays.fill(buffers, 0, size, null);
    }

    /// Stores a packet at index `i` if it qualifies: from the recording machine, with a sequence and a time,
    /// without a change of the sequence's state or other payload, and with an event that has no timestamp and
    /// no deltas except for one extra counter.
    boolean storeIfPlain(int i, Packet p) {
        if (!p.isOneEvent()) {
            return false;
        }
        p.select(0);
        TrackEventDecoder event = p.event().fields();
        boolean hasValue = ResolvedDeltas.isOneExtraCounter(event);
        if (!hasValue && ResolvedDeltas.areNeededFor(event)
                || event.hasTimestampDeltaUs()
                || event.timestampAbsoluteUs() != 0
                || p.event().legacy().phase() == 'P') {
            return false;
        }
        buffers[i] = p.buffer();
        positions[i] = p.position();
        int index = FIELDS * i;
        fields[index] = p.timestamp();
        fields[index + 1] = (long) p.sequenceId() << 32 | p.clockId() & 0xFFFF_FFFFL;
        fields[index + 2] = (long) p.offset() << 32 | p.length();
        fields[index + 3] = PendingEventBytes.location(p.fieldOffset(), p.fieldLength());
        fields[index + 4] =
                (long) p.trustedPid() << 32 | (p.needsState() ? NEEDS_STATE : 0) | (hasValue ? HAS_VALUE : 0);
        if (hasValue) {
            fields[index + 5] = event.extraCounterValues(0);
        }
        return true;
    }

    public byte[] buffer(int i) {
        return buffers[i];
    }

    public long position(int i) {
        return positions[i];
    }

    /// Returns the timestamp in the packet's own clock.
    public long timestamp(int i) {
        return fields[FIELDS * i];
    }

    public int sequenceId(int i) {
        return (int) (fields[FIELDS * i + 1] >> 32);
    }

    /// Returns the clock id, 0 if the packet has none.
    public int clockId(int i) {
        return (int) fields[FIELDS * i + 1];
    }

    /// Returns the location of the event in the buffer, as created by [PendingEventBytes#location].
    public long location(int i) {
        return fields[FIELDS * i + 3];
    }

    public int trustedPid(int i) {
        return (int) (fields[FIELDS * i + 4] >> 32);
    }

    public boolean needsState(int i) {
        return (fields[FIELDS * i + 4] & NEEDS_STATE) != 0;
    }

    /// Returns whether the event has a value of an extra counter.
    public boolean hasValue(int i) {
        return (fields[FIELDS * i + 4] & HAS_VALUE) != 0;
    }

    /// Returns the value of the extra counter; undefined if there is none.
    public long value(int i) {
        return fields[FIELDS * i + 5];
    }

    /// Reads the whole packet again.
    public Packet read(int i, Packet packet) {
        long location = fields[FIELDS * i + 2];
        packet.read(buffers[i], (int) (location >> 32), (int) location, positions[i]);
        return packet;
    }
}
