package traceglass.ingest.json;

import java.io.IOException;
import java.util.Arrays;
import traceglass.ingest.TraceInput;

/// The window on the file that is in memory. Whoever reads a value from it either gets it whole or asks for more and
/// reads again.
final class JsonInput {

    private static final int BLOCK = 4 << 20;
    /// A single value longer than this is not read: no writer makes one, and memory is bounded.
    private static final int LONGEST = 128 << 20;

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

    /// Offset in the file of byte `index` of the buffer.
    long offset(int index) {
        return passed + index;
    }

    /// Lets the bytes before `keepFrom` go and reads more behind the rest, which then begins at 0.
    ///
    /// @return false when the file has no more
    boolean more(int keepFrom) throws IOException {
        if (atEnd) {
            return false;
        }
        int keep = limit - keepFrom;
        if (keep > buffer.length / 2) {
            if (keep > LONGEST) {
                return false;
            }
            byte[] bigger = new byte[Math.max(2 * BLOCK, keep + keep / 2)];
            System.arraycopy(buffer, keepFrom, bigger, 0, keep);
            buffer = bigger;
        } else {
            // A new array each time would be simpler; events copy what they keep, so this one can be used
            // again.
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
