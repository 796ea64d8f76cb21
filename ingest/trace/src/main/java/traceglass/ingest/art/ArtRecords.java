package traceglass.ingest.art;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Records of a trace of version 1 to 3: method and action, then times in µs since the start of the trace. With two
/// clocks, the CPU time of the thread comes before the wall time.
final class ArtRecords {

    private static final long NS_PER_US = 1_000;
    private static final int ACTION = 3;
    private static final long WRAP = 1L << 32;
    private static final int CPU_TIME = 4;
    private static final int WALL_TIME = 8;

    private record RawRecord(long tid, byte[] bytes) {}

    /// Last time of a thread, and how many times its 32 bits have wrapped around.
    private static final class LastTime {
        long delta;
        long wraps;
    }

    private final ArtEvents events;
    private final List<RawRecord> pending = new ArrayList<>();
    private final Map<Long, LastTime> lastTimes = new HashMap<>();
    private long startUs;
    private int size;
    private boolean isDual;
    /// Number of records to hold back until it is known whether they have two times; 0 once it is known.
    private int recordsToHold;

    ArtRecords(ArtEvents events) {
        this.events = events;
    }

    /// @param bytes size of a record without the thread id
    void start(long start, int bytes) {
        startUs = start;
        size = bytes;
    }

    /// Returns the size of a record without the thread id.
    int size() {
        return size;
    }

    /// Sets whether records have two times.
    void setDual(boolean isDual) {
        if (recordsToHold > 0 || pending.isEmpty()) {
            this.isDual = isDual && (size == 0 || size >= WALL_TIME + Integer.BYTES);
            recordsToHold = 0;
            flush();
        }
    }

    /// Holds back records until it is known whether they have two times: if not, the second one is 0 in all of
    /// them.
    void probe(int count) {
        recordsToHold = count;
    }

    void add(long tid, byte[] record) {
        if (recordsToHold == 0) {
            emit(tid, record);
            return;
        }
        pending.add(new RawRecord(tid, record));
        if (pending.size() == recordsToHold) {
            flush();
        }
    }

    /// Emits the records held back.
    void flush() {
        if (recordsToHold > 0) {
            isDual = pending.stream().anyMatch(r -> s4(r.bytes, WALL_TIME) != 0);
            recordsToHold = 0;
        }
        pending.forEach(r -> emit(r.tid, r.bytes));
        pending.clear();
    }

    private void emit(long tid, byte[] record) {
        int call = s4(record, 0);
        long delta = s4(record, isDual ? WALL_TIME : CPU_TIME) & 0xFFFF_FFFFL;
        LastTime last = lastTimes.computeIfAbsent(tid, t -> new LastTime());
        if (delta < last.delta - WRAP / 2) {
            last.wraps++;
        }
        last.delta = delta;
        events.add(
                tid,
                call & ACTION,
                (call & ~ACTION) & 0xFFFF_FFFFL,
                (startUs + last.wraps * WRAP + delta) * NS_PER_US,
                isDual ? s4(record, CPU_TIME) : null);
    }

    private static int s4(byte[] b, int offset) {
        return b[offset] & 0xFF | (b[offset + 1] & 0xFF) << 8 | (b[offset + 2] & 0xFF) << 16 | b[offset + 3] << 24;
    }
}
