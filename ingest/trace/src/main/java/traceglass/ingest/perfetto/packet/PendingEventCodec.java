package traceglass.ingest.perfetto.packet;

import traceglass.ingest.sort.EventCodec;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;

/// Writes events whose object is a [PendingEventBytes] to disk: their bytes and resolved deltas, and the number of the
/// state of their sequence.
final class PendingEventCodec implements EventCodec {

    /// Number of instances shared by the events of a block, selected by the lowest bits of the number of their
    /// state.
    private static final int SHARED = 16;
    private static final int BYTES_OF_DELTAS = 16;

    private final SequenceStateIds states;
    private final ResolvedDeltas deltas = new ResolvedDeltas();
    private long[] values = new long[16];

    PendingEventCodec(SequenceStateIds states) {
        this.states = states;
    }

    @Override
    public int size(long data, Object ref) {
        return PendingEventBytes.length(data) + BYTES_OF_DELTAS;
    }

    @Override
    public void write(long data, Object ref, RunOutput out) {
        PendingEventBytes bytes = (PendingEventBytes) ref;
        out.writeVarint(states.add(bytes.state));
        ResolvedDeltas resolved = bytes.deltas(data, deltas);
        if (resolved == null) {
            out.writeVarint(0);
        } else {
            out.writeVarint(1 + resolved.header());
            ensureRoom(resolved.size());
            resolved.copyTo(values, 0);
            for (int i = 0; i < resolved.size(); i++) {
                out.writeFixed(values[i]);
            }
        }
        out.writeBytes(bytes.buffer, PendingEventBytes.offset(data), PendingEventBytes.length(data));
    }

    @Override
    public void read(RunInput in) {
        int id = (int) in.varint();
        SequenceState state = states.remove(id);
        int header = (int) in.varint() - 1;
        ResolvedDeltas resolved = null;
        if (header >= 0) {
            resolved = deltas.at(values, 0, header);
            ensureRoom(resolved.size());
            for (int i = 0; i < resolved.size(); i++) {
                values[i] = in.fixed();
            }
            resolved = deltas.at(values, 0, header);
        }
        PendingEventBytes bytes = shared(in, state, id);
        long location = PendingEventBytes.location(in.position(), in.remaining());
        if (resolved != null) {
            long storedLocation = PendingEventBytes.isLarge(location) ? -1 : bytes.store(location, resolved);
            if (storedLocation == -1) {
                bytes = new PendingEventBytes(in.buffer(), state);
                storedLocation = bytes.store(location, resolved);
            }
            location = storedLocation;
        }
        in.setEvent(location, bytes);
    }

    private void ensureRoom(int size) {
        if (values.length < size) {
            values = new long[size];
        }
    }

    private static PendingEventBytes shared(RunInput in, SequenceState state, int id) {
        PendingEventBytes[] all = (PendingEventBytes[]) in.cache();
        if (all == null) {
            all = new PendingEventBytes[SHARED];
            in.setCache(all);
        }
        PendingEventBytes bytes = all[id & SHARED - 1];
        if (bytes == null || bytes.buffer != in.buffer() || bytes.state != state) {
            bytes = new PendingEventBytes(in.buffer(), state);
            all[id & SHARED - 1] = bytes;
        }
        return bytes;
    }
}
