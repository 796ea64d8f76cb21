package traceglass.ingest.spall;

import java.io.IOException;
import java.nio.ByteBuffer;
import traceglass.ingest.TraceInput;

/// Reads the events of versions 0 and 1, each of which contains its process and its thread.
final class SpallEvents {

    private static final int BEGIN = 3;
    private static final int END = 4;
    /// Size in bytes of category, process, thread, time and the lengths of two strings.
    private static final int BEGIN_SIZE = 1 + 4 + 4 + 8 + 1 + 1;
    private static final int END_SIZE = 4 + 4 + 8;

    private final TraceInput input;
    private final SpallCalls calls;
    private final byte[] bytes = new byte[BEGIN_SIZE];

    SpallEvents(TraceInput input, SpallCalls calls) {
        this.input = input;
        this.calls = calls;
    }

    void read() throws IOException {
        boolean isComplete = true;
        while (isComplete && input.read(bytes, 0, 1) > 0) {
            isComplete = switch (bytes[0]) {
                case BEGIN -> readBegin();
                case END -> readEnd();
                default -> {
                    // The sizes of other events are unknown, so nothing after them can be read.
                    calls.countUnsupportedEvent();
                    yield false;
                }
            };
        }
    }

    private boolean readBegin() throws IOException {
        if (!calls.fill(bytes, BEGIN_SIZE)) {
            return false;
        }
        ByteBuffer fields = SpallImporter.buffer(bytes);
        int utid = calls.thread(fields.getInt(1), fields.getInt(5));
        return calls.begin(calls.ns(fields.getDouble(9)), utid, fields.get(17) & 0xff, fields.get(18) & 0xff);
    }

    private boolean readEnd() throws IOException {
        if (!calls.fill(bytes, END_SIZE)) {
            return false;
        }
        ByteBuffer fields = SpallImporter.buffer(bytes);
        calls.end(calls.ns(fields.getDouble(8)), calls.thread(fields.getInt(0), fields.getInt(4)));
        return true;
    }
}
