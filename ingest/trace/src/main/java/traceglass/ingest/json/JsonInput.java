package traceglass.ingest.json;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.TraceInput;

/// Sliding window over the file. A reader that reaches the end of the window in the middle of a value loads more and
/// reads the value again.
final class JsonInput {

    private static final int BLOCK = 4 << 20;
    /// Longer single values are not read: no writer produces them, and memory must stay bounded.
    private static final int MAX_VALUE_BYTES = 128 << 20;

    private final TraceInput input;
    private byte[] buffer = new byte[BLOCK];
    private int limit;
    private long passed;
    private boolean atEnd;

    JsonInput(TraceInput input) {
        this.input = input;
    }

    byte[] buffer() {
        return buffer;
    }

    int limit() {
        return limit;
    }

    /// Returns the file offset of byte `index` of the buffer.
    long offset(int index) {
        return passed + index;
    }

    /// Discards the bytes before `keepFrom` and reads more behind the rest, which moves to index 0.
    ///
    /// @return false at the end of the file
    boolean more(int keepFrom) throws IOException {
        if (atEnd) {
            return false;
        }
        int keep = limit - keepFrom;
        if (keep > buffer.length / 2) {
            if (keep > MAX_VALUE_BYTES) {
                return false;
            }
            byte[] bigger = new byte[Math.max(2 * BLOCK, keep + keep / 2)];
            System.arraycopy(buffer, keepFrom, bigger, 0, keep);
            buffer = bigger;
        } else {
            // Events copy the bytes that they keep, so the array can be reused.
            System.arraycopy(buffer, keepFrom, buffer, 0, keep);
        }
        passed += keepFrom;
        int n = input.read(buffer, keep, buffer.length - keep);
        limit = keep + Math.max(n, 0);
        if (n < buffer.length - keep) {
            atEnd = true;
        }
        return n > 0;
    }

    @Override
    public String toString() {
        return "at " + passed + ": " + new String(Arrays.copyOf(buffer, Math.min(limit, 40)));
    }
}
