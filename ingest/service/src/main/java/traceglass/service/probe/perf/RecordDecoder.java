package traceglass.service.probe.perf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Decodes the records of one CPU's ring buffer. For the layout see `perf_event_open(2)`; samples contain TID, TIME,
/// READ of a group and, if callstacks are recorded, CALLCHAIN.
final class RecordDecoder {

    private static final int LOST = 2;
    private static final int SAMPLE = 9;
    private static final int CPU_MODE_MASK = 7;
    private static final long[] NONE = {};

    private final int cpu;
    private final boolean hasCallchain;
    /// Time of the last sample, used for loss records, which have no time.
    private long latestTs;

    RecordDecoder(int cpu, boolean hasCallchain) {
        this.cpu = cpu;
        this.hasCallchain = hasCallchain;
    }

    /// Decodes a record. Returns null if it is neither a sample nor a loss.
    @Nullable
    RawSample decode(byte[] bytes, int offset, int length) {
        ByteBuffer record = ByteBuffer.wrap(bytes, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
        int type = record.getInt();
        int cpuMode = record.getShort() & CPU_MODE_MASK;
        record.getShort();
        if (type == LOST) {
            record.getLong();
            return new RawSample(cpu, 0, 0, 0, latestTs, NONE, NONE, record.getLong());
        }
        if (type != SAMPLE) {
            return null;
        }
        int pid = record.getInt();
        int tid = record.getInt();
        latestTs = record.getLong();
        long[] counts = longs(record);
        return new RawSample(cpu, cpuMode, pid, tid, latestTs, counts, hasCallchain ? longs(record) : NONE, 0);
    }

    private static long[] longs(ByteBuffer record) {
        long count = record.getLong();
        long[] values = new long[(int) Math.min(count, record.remaining() / Long.BYTES)];
        for (int i = 0; i < values.length; i++) {
            values[i] = record.getLong();
        }
        return values;
    }
}
