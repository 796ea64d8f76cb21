package traceglass.ingest.uftrace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import traceglass.ingest.ImportContext;
import traceglass.store.names.StatNames;

/// Reads the records of one file. A record has a time and 64 bits with its kind, whether arguments follow, a three-bit
/// marker, the depth of the call, and the address.
final class UftraceRecords {

    private static final int SIZE = 16;
    private static final int MARK = 5;
    /// Maximum size of arguments in bytes.
    private static final int MAX_ARGUMENT_BYTES = 16 << 10;
    private static final long MAX_GAP_NS = 24L * 3600 * 1_000_000_000L;
    /// Record types and header fields of perf, see `perf_event_open(2)`.
    private static final int PERF_SWITCH = 14;
    private static final int PERF_HEADER_SIZE = 8;
    private static final int PERF_SWITCH_SIZE = 24;
    private static final int SWITCH_OUT = 1 << 13;

    private final BufferedInputStream in;
    private final ByteOrder order;
    private final ImportContext context;
    private final UftraceCalls calls;

    UftraceRecords(BufferedInputStream in, ByteOrder order, ImportContext context, UftraceCalls calls) {
        this.in = in;
        this.order = order;
        this.context = context;
        this.calls = calls;
    }

    private ByteBuffer next(int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length == size) {
            return ByteBuffer.wrap(bytes).order(order);
        }
        if (bytes.length > 0) {
            context.logs().record(StatNames.UFTRACE_TRUNCATED, null);
        }
        return null;
    }

    /// Reads the calls of a thread.
    void read(long tid) throws IOException {
        long last = 0;
        boolean hasArguments = false;
        while (true) {
            ByteBuffer record = hasArguments ? afterArguments(last) : next(SIZE);
            if (record == null) {
                return;
            }
            long time = record.getLong(0);
            long bits = record.getLong(8);
            if ((bits >> 3 & 7) != MARK || time < 0) {
                context.logs().record(StatNames.UFTRACE_INVALID_RECORD, null);
                return;
            }
            last = time;
            hasArguments = (bits & 4) != 0;
            calls.add(tid, time, (int) (bits & 3), (int) (bits >> 6 & 0x3ff), bits >>> SIZE);
        }
    }

    /// Skips arguments. Their size depends on the options of the recording, so skips to the next bytes that can
    /// be a record: they have the marker and a time not before the last one.
    private ByteBuffer afterArguments(long last) throws IOException {
        for (int skipped = 0; skipped <= MAX_ARGUMENT_BYTES; skipped += Long.BYTES) {
            in.mark(SIZE);
            byte[] bytes = in.readNBytes(SIZE);
            if (bytes.length < SIZE) {
                return null;
            }
            ByteBuffer record = ByteBuffer.wrap(bytes).order(order);
            long time = record.getLong(0);
            if ((record.getLong(8) >> 3 & 7) == MARK && time >= last && time - last < MAX_GAP_NS) {
                return record;
            }
            in.reset();
            in.skipNBytes(Long.BYTES);
        }
        context.logs().record(StatNames.UFTRACE_INVALID_RECORD, null);
        return null;
    }

    /// Reads the context switches of a CPU, which are stored in perf's layout.
    void readSwitches() throws IOException {
        for (ByteBuffer header = next(PERF_HEADER_SIZE); header != null; header = next(PERF_HEADER_SIZE)) {
            int size = header.getShort(6) & 0xffff;
            if (size < PERF_HEADER_SIZE) {
                context.logs().record(StatNames.UFTRACE_INVALID_RECORD, null);
                return;
            }
            ByteBuffer body = next(size - PERF_HEADER_SIZE);
            if (body == null) {
                return;
            }
            if (header.getInt(0) == PERF_SWITCH && size >= PERF_SWITCH_SIZE) {
                boolean isOut = (header.getShort(4) & SWITCH_OUT) != 0;
                calls.addSwitch(Integer.toUnsignedLong(body.getInt(4)), body.getLong(8), isOut);
            }
        }
    }
}
