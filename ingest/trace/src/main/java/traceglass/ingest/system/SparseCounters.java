package traceglass.ingest.system;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.sort.EventSorter;

/// Counters that store only the samples around changes: the last sample of the old value and the first of the new
/// one. Used for packets that repeat thousands of values.
final class SparseCounters {

    private static final class Last {
        double value;
        long ts;
        boolean isWritten;
    }

    private final EventSorter.Queue queue;
    private final Map<Integer, Last> lastValues = new HashMap<>();

    SparseCounters(PacketContext packets) {
        ImportContext context = packets.context();
        queue = packets.queue(
                (ts, bits, track) -> context.counters().push(ts, Double.longBitsToDouble(bits), (Integer) track));
    }

    /// Adds a sample; samples must be in file order.
    void push(long ts, int track, double value) {
        Last last = lastValues.get(track);
        boolean isNew = last == null;
        if (isNew) {
            last = new Last();
            lastValues.put(track, last);
        }
        boolean isChanged = isNew || last.value != value;
        if (isChanged && !isNew && !last.isWritten) {
            write(last.ts, track, last.value);
        }
        last.isWritten = isChanged;
        if (isChanged) {
            write(ts, track, value);
        }
        last.value = value;
        last.ts = ts;
    }

    private void write(long ts, int track, double value) {
        queue.push(ts, Double.doubleToRawLongBits(value), track);
    }
}
