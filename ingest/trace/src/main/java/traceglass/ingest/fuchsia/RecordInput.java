package traceglass.ingest.fuchsia;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import traceglass.ingest.TraceInput;

/// Reads records one after another and the words of the current record.
final class RecordInput {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BUFFER_SIZE = 256 << 10;

    private final TraceInput input;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int length;
    private int next;
    private int position;
    private int end;
    private long header;
    private boolean isTruncated;
    private boolean isFailed;

    RecordInput(TraceInput input) {
        this.input = input;
    }

    /// Moves to the next record. Returns false at the end of the file, after the last complete record, and at a
    /// record with an invalid size.
    boolean nextRecord() throws IOException {
        while (true) {
            if (!fill(Long.BYTES)) {
                isTruncated = length > next;
                return false;
            }
            header = (long) LONGS.get(buffer, next);
            if (FuchsiaRecord.type(header) == FuchsiaRecord.LARGE) {
                if (FuchsiaRecord.largeWords(header) == 0) {
                    break;
                }
                if (!skip(FuchsiaRecord.largeWords(header) * Long.BYTES)) {
                    isTruncated = true;
                    return false;
                }
                continue;
            }
            int bytes = FuchsiaRecord.words(header) * Long.BYTES;
            if (bytes == 0) {
                break;
            }
            if (!fill(bytes)) {
                isTruncated = true;
                return false;
            }
            position = next + Long.BYTES;
            next += bytes;
            end = next;
            isFailed = false;
            return true;
        }
        isFailed = true;
        return false;
    }

    /// Returns whether the file ends in the middle of a record.
    boolean isTruncated() {
        return isTruncated;
    }

    /// Returns whether a read went beyond the end of the record or, after the last record, whether it was a
    /// record with an invalid size that ended the reading.
    boolean hasFailed() {
        return isFailed;
    }

    long header() {
        return header;
    }

    /// Returns the position of the end of the current record in the file.
    long position() {
        return input.position() - (length - next);
    }

    /// Returns the next word of the record; 0 beyond its end.
    long word() {
        if (!has(1)) {
            return 0;
        }
        long word = (long) LONGS.get(buffer, position);
        position += Long.BYTES;
        return word;
    }

    /// Skips the words that hold this many bytes and returns the offset of these bytes in [#buffer]; -1 beyond
    /// the end of the record.
    int text(int length) {
        int words = FuchsiaRecord.stringWords(length);
        if (!has(words)) {
            return -1;
        }
        int start = position;
        position += words * Long.BYTES;
        return start;
    }

    byte[] buffer() {
        return buffer;
    }

    int offset() {
        return position;
    }

    /// Moves to an offset that was computed from an earlier [#offset].
    void moveTo(int offset) {
        position = offset;
    }

    private boolean has(int words) {
        boolean has = position + words * Long.BYTES <= end;
        isFailed |= !has;
        return has;
    }

    /// Moves the remaining bytes to the start of the buffer and continues reading until it holds this many bytes.
    private boolean fill(int bytes) throws IOException {
        if (length - next >= bytes) {
            return true;
        }
        System.arraycopy(buffer, next, buffer, 0, length - next);
        length -= next;
        next = 0;
        int n = input.read(buffer, length, buffer.length - length);
        length += Math.max(n, 0);
        return length >= bytes;
    }

    private boolean skip(long bytes) throws IOException {
        long remaining = bytes;
        while (remaining > 0) {
            int step = (int) Math.min(remaining, length - next);
            next += step;
            remaining -= step;
            if (remaining > 0 && !fill(1)) {
                return false;
            }
        }
        return true;
    }
}
