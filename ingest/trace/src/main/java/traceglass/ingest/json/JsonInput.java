package traceglass.ingest.json;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.TraceInput;

/// Sliding window over the file. A reader that reaches the end of the window in the middle of a value loads more and
/// reads the value again. Other threads can temporarily take the bytes instead of the window, see [#suspend].
final class JsonInput {

    /// Longer single values are not read: no known writer produces them, and memory must stay bounded.
    private static final int MAX_VALUE_BYTES = 128 << 20;

    /// Largest initial size of the window in bytes. Most files need no more: other threads read their events.
    private static final int FIRST_BYTES = 256 << 10;

    /// Bytes that another thread has read from the file but not decoded.
    record Range(byte[] bytes, int from, int to) {}

    private final TraceInput input;
    private final int block;
    private final ArrayDeque<Range> returned = new ArrayDeque<>();
    private byte[] buffer;
    private int limit;
    private long discarded;
    private boolean isAtEnd;

    /// @param block size of the window in bytes, unless a value is longer
    JsonInput(TraceInput input, int block) {
        this.input = input;
        this.block = block;
        buffer = new byte[Math.min(block, FIRST_BYTES)];
    }

    byte[] buffer() {
        return buffer;
    }

    int limit() {
        return limit;
    }

    /// Returns whether the end of the file is in the window.
    boolean isAtEnd() {
        return isAtEnd;
    }

    /// Returns the file offset of byte `index` of the buffer.
    long offset(int index) {
        return discarded + index;
    }

    /// Discards the bytes before `keepFrom`, moves the rest to index 0 and reads more bytes after it.
    ///
    /// @return false at the end of the file
    boolean readMore(int keepFrom) throws IOException {
        if (isAtEnd) {
            return false;
        }
        int keep = limit - keepFrom;
        if (keep > buffer.length / 2 || buffer.length < block && limit == buffer.length) {
            if (keep > MAX_VALUE_BYTES) {
                return false;
            }
            byte[] larger = new byte[keep > block / 2 ? Math.max(2 * block, keep + keep / 2) : block];
            System.arraycopy(buffer, keepFrom, larger, 0, keep);
            buffer = larger;
        } else {
            // Events copy the bytes that they keep, so the array can be reused.
            System.arraycopy(buffer, keepFrom, buffer, 0, keep);
        }
        discarded += keepFrom;
        int n = readNext(buffer, keep, buffer.length - keep);
        limit = keep + n;
        if (n < buffer.length - keep) {
            isAtEnd = true;
        }
        return n > 0;
    }

    /// Reads the next bytes and returns their number; a smaller number than requested means the end of the
    /// file. Called by other threads, one at a time, between [#suspend] and [#resume].
    int readNext(byte[] to, int offset, int length) throws IOException {
        int n = 0;
        while (n < length && !returned.isEmpty()) {
            Range r = returned.removeFirst();
            int part = Math.min(r.to - r.from, length - n);
            System.arraycopy(r.bytes, r.from, to, offset + n, part);
            n += part;
            if (r.from + part < r.to) {
                returned.addFirst(new Range(r.bytes, r.from + part, r.to));
            }
        }
        return n == length ? n : n + Math.max(0, input.read(to, offset + n, length - n));
    }

    /// Empties the window; [#readNext] returns the bytes from `position` on.
    void suspend(int position) {
        returned.addFirst(new Range(Arrays.copyOfRange(buffer, position, limit), 0, limit - position));
        discarded += position;
        limit = 0;
    }

    /// Ends a suspension.
    ///
    /// @param offset file offset of the next byte
    /// @param unread bytes from this offset on that another thread has read from the file but not decoded
    void resume(long offset, List<Range> unread) {
        for (Range range : unread.reversed()) {
            returned.addFirst(range);
        }
        discarded = offset;
        isAtEnd = false;
    }

    @Override
    public String toString() {
        return "at " + discarded + ": " + new String(Arrays.copyOf(buffer, Math.min(limit, 40)));
    }
}
