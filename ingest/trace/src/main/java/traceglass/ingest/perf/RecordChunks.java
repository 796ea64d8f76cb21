package traceglass.ingest.perf;

import java.io.IOException;
import java.util.Arrays;

/// Splits a stream into byte arrays in which every record is contiguous, so that records can wait to be sorted
/// without being copied. An array stays in memory as long as one of its records waits.
final class RecordChunks {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int FIRST_CHUNK_BYTES = 1 << 16;

    private final RecordSource source;
    private byte[] bytes = new byte[FIRST_CHUNK_BYTES];
    private int start;
    private int end;
    private long remaining;
    private boolean isAtEnd;

    /// @param remaining maximum number of bytes to read
    RecordChunks(RecordSource source, long remaining) {
        this.source = source;
        this.remaining = remaining;
    }

    /// Returns the current array.
    byte[] bytes() {
        return bytes;
    }

    /// Returns the offset of the next record in the current array.
    int start() {
        return start;
    }

    /// Makes at least `size` bytes from [#start] available; returns false if the input ends before that.
    boolean require(int size) throws IOException {
        if (end - start >= size) {
            return true;
        }
        if (bytes.length - start < size) {
            int remaining = end - start;
            byte[] next = new byte[Math.max(CHUNK_BYTES, size)];
            System.arraycopy(bytes, start, next, 0, remaining);
            bytes = next;
            start = 0;
            end = remaining;
        }
        fill();
        return end - start >= size;
    }

    private void fill() throws IOException {
        while (end < bytes.length && remaining > 0 && !isAtEnd) {
            int n = source.read(bytes, end, (int) Math.min(bytes.length - end, remaining));
            if (n <= 0) {
                isAtEnd = true;
            } else {
                end += n;
                remaining -= n;
            }
        }
    }

    /// Resumes reading after the source has received more bytes.
    void resume() {
        isAtEnd = false;
    }

    /// Moves to the next record.
    void advance(int size) {
        start += size;
    }

    /// Returns the number of bytes that have been read but not consumed.
    int remaining() {
        return end - start;
    }

    /// Skips bytes outside records; returns false if the input ends before that.
    boolean skip(long size) throws IOException {
        long remainingSize = size;
        while (remainingSize > 0) {
            if (end == start && !require(1)) {
                return false;
            }
            int n = (int) Math.min(remainingSize, end - start);
            start += n;
            remainingSize -= n;
        }
        return true;
    }

    /// Reads bytes outside records; returns fewer if the input ends before that.
    byte[] read(long size) throws IOException {
        byte[] all = new byte[(int) Math.min(size, CHUNK_BYTES)];
        int count = 0;
        while (count < size && (end > start || require(1))) {
            int n = (int) Math.min(size - count, end - start);
            if (count + n > all.length) {
                all = Arrays.copyOf(all, Math.max(count + n, (int) Math.min(size, all.length * 2L)));
            }
            System.arraycopy(bytes, start, all, count, n);
            start += n;
            count += n;
        }
        return count == all.length ? all : Arrays.copyOf(all, count);
    }
}
