package traceglass.ingest.gotrace;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// Position in a range of bytes from which numbers and strings are read.
final class GoCursor {

    private static final int MAX_STRING_BYTES = 1 << 20;

    private final MemorySegment data;
    private long position;
    private long end;

    GoCursor(MemorySegment data, long start, long end) {
        this.data = data;
        position = start;
        this.end = end;
    }

    GoCursor(byte[] data, int start) {
        this(MemorySegment.ofArray(data), start, data.length);
    }

    long position() {
        return position;
    }

    void moveTo(long position) {
        this.position = position;
    }

    long end() {
        return end;
    }

    boolean hasMore() {
        return position < end;
    }

    int readByte() {
        if (position >= end) {
            throw new GoFormatException("ends early");
        }
        return data.get(ValueLayout.JAVA_BYTE, position++) & 0xff;
    }

    /// Reads an unsigned variable-length number.
    long readNumber() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = readByte();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new GoFormatException("number of more than 10 bytes");
    }

    /// Reads a length that is at most the number of bytes left.
    long readLength() {
        long length = readNumber();
        if (length < 0 || length > end - position) {
            throw new GoFormatException("length beyond the end");
        }
        return length;
    }

    String readString() {
        long length = readLength();
        if (length > MAX_STRING_BYTES) {
            throw new GoFormatException("string too long");
        }
        byte[] bytes = new byte[(int) length];
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, position, bytes, 0, bytes.length);
        position += length;
        return new String(bytes, StandardCharsets.UTF_8);
    }

    void skip(long length) {
        position += length;
    }
}
