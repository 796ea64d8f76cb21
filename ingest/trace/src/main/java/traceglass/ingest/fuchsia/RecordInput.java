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
    /// Offset of the next word of the record in the buffer.
    private int offset;
    /// Offset of the end of the record in the buffer.
    private int end;
    private long header;
    private boolean isTruncated;
    private boolean hasFailed;

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
            offset = next + Long.BYTES;
            next += bytes;
            end = next;
            hasFailed = false;
            return true;
        }
        hasFailed = true;
        return false;
    }

    /// Returns whether the file ends in the middle of a record.
    boolean isTruncated() {
        return isTruncated;
    }

    /// Returns whether a read went beyond the end of the record. After the last record, returns whether a record with
    /// an invalid size ended the reading.
    boolean hasFailed() {
        return hasFailed;
    }

    long header() {
        return header;
    }

    /// Returns the position in the file of the end of the current record.
    long filePosition() {
        return input.position() - (length - next);
    }

    /// Returns the next word of the record; 0 beyond its end.
    long word() {
        if (!requireWords(1)) {
            return 0;
        }
        long word = (long) LONGS.get(buffer, offset);
        offset += Long.BYTES;
        return word;
    }

    /// Skips text of this many bytes and returns its offset in [#buffer]; -1 if it ends beyond the record.
    int skipText(int length) {
        int words = FuchsiaRecord.stringWords(length);
        if (!requireWords(words)) {
            return -1;
        }
        int start = offset;
        offset += words * Long.BYTES;
        return start;
    }

    byte[] buffer() {
        return buffer;
    }

    /// Returns the offset of the next word in [#buffer].
    int offset() {
        return offset;
    }

    /// Moves to an offset derived from an earlier [#offset].
    void moveTo(int newOffset) {
        offset = newOffset;
    }

    /// Returns whether this many words follow; if not, reading has failed.
    private boolean requireWords(int words) {
        boolean hasWords = offset + words * Long.BYTES <= end;
        hasFailed |= !hasWords;
        return hasWords;
    }

    /// Moves the remaining bytes to the start of the buffer and fills it, unless it already holds this many bytes.
    /// Returns whether it holds them now.
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
