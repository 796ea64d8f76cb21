package traceglass.ingest.spall;

import java.io.IOException;
import java.nio.ByteBuffer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.tracker.machine.NamePriority;

/// Reads files of version 3: buffers, each with the size of its events, its thread, its process, and events that
/// begin with a byte for their kind.
final class SpallBuffers {

    private static final int BEGIN = 3;
    private static final int END = 4;
    private static final int PROCESS_NAME = 8;
    private static final int THREAD_NAME = 9;
    /// Size in bytes of size, thread, process and first time.
    private static final int HEADER_SIZE = 4 + 4 + 4 + 8;
    /// Size in bytes of time and the lengths of two strings.
    private static final int BEGIN_SIZE = 8 + 1 + 1;
    private static final int END_SIZE = 8;
    private static final int SKIPPED_AT_ONCE = 8192;

    private final TraceInput input;
    private final SpallCalls calls;
    private final byte[] bytes = new byte[HEADER_SIZE];

    SpallBuffers(TraceInput input, SpallCalls calls) {
        this.input = input;
        this.calls = calls;
    }

    void read() throws IOException {
        boolean isComplete = true;
        while (isComplete && input.read(bytes, 0, 1) > 0) {
            isComplete = readBuffer();
        }
    }

    private boolean readBuffer() throws IOException {
        byte first = bytes[0];
        if (!calls.fill(bytes, HEADER_SIZE - 1)) {
            return false;
        }
        // The first byte was read to find the end of the file.
        ByteBuffer fields = SpallImporter.buffer(bytes);
        long size = first & 0xffL | (fields.getInt(0) & 0xff_ffffL) << Byte.SIZE;
        int pid = fields.getInt(7);
        int utid = calls.thread(pid, fields.getInt(3));
        long end = input.position() + size;
        while (input.position() < end) {
            if (!calls.fill(bytes, 1)) {
                return false;
            }
            boolean isComplete = switch (bytes[0]) {
                case BEGIN -> readBegin(utid);
                case END -> readEnd(utid);
                case PROCESS_NAME, THREAD_NAME -> readName(bytes[0] == PROCESS_NAME, pid, utid);
                default -> {
                    // The sizes of other events are unknown, but the size of their buffer is known.
                    calls.countUnsupportedEvent();
                    yield skipTo(end);
                }
            };
            if (!isComplete) {
                return false;
            }
        }
        if (input.position() > end) {
            // The size of the buffer is wrong, so nothing after it can be read.
            calls.countUnsupportedEvent();
            return false;
        }
        return true;
    }

    private boolean readBegin(int utid) throws IOException {
        if (!calls.fill(bytes, BEGIN_SIZE)) {
            return false;
        }
        ByteBuffer fields = SpallImporter.buffer(bytes);
        return calls.begin(calls.ns(fields.getLong(0)), utid, fields.get(8) & 0xff, fields.get(9) & 0xff);
    }

    private boolean readEnd(int utid) throws IOException {
        if (!calls.fill(bytes, END_SIZE)) {
            return false;
        }
        calls.end(calls.ns(SpallImporter.buffer(bytes).getLong(0)), utid);
        return true;
    }

    private boolean readName(boolean isProcess, int pid, int utid) throws IOException {
        int name = calls.fill(bytes, 1) ? calls.readString(bytes[0] & 0xff) : -1;
        if (name < 0) {
            return false;
        }
        ImportContext context = calls.context();
        if (isProcess) {
            int upid = context.processes().process(Integer.toUnsignedLong(pid));
            context.processes().setProcessName(upid, name, NamePriority.OfProcess.OTHER);
        } else {
            context.processes().setThreadName(utid, name, NamePriority.OfThread.OTHER);
        }
        return true;
    }

    private boolean skipTo(long end) throws IOException {
        byte[] skipped = new byte[SKIPPED_AT_ONCE];
        while (input.position() < end) {
            if (!calls.fill(skipped, (int) Math.min(SKIPPED_AT_ONCE, end - input.position()))) {
                return false;
            }
        }
        return true;
    }
}
