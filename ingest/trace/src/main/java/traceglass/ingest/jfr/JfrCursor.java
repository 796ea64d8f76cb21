package traceglass.ingest.jfr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Reads the numbers and strings of a recording. Integers are usually compressed: seven bits a byte, lowest first,
/// with the highest bit set in all but the last byte; a ninth byte holds eight bits. Other numbers are big-endian.
final class JfrCursor {

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /// Maximum length of a string in bytes; thread dumps have several megabytes.
    private static final int MAX_STRING = 64 << 20;

    private static final int MAX_STEPS = 1 << 24;

    /// Encodings of a string, given by its first byte.
    static final int STRING_NULL = 0;

    static final int STRING_EMPTY = 1;
    static final int STRING_CONSTANT = 2;
    static final int STRING_UTF8 = 3;
    static final int STRING_CHARS = 4;
    static final int STRING_LATIN1 = 5;

    private final MemorySegment data;
    private final boolean isCompressed;
    private long position;
    private long end;
    private int steps;

    /// @param isCompressed whether integers are compressed
    JfrCursor(MemorySegment data, boolean isCompressed) {
        this.data = data;
        this.isCompressed = isCompressed;
    }

    /// Moves to a position. Reading beyond `limit` fails.
    void set(long newPosition, long limit) {
        position = newPosition;
        end = Math.min(limit, data.byteSize());
        steps = 0;
    }

    /// Counts a struct and fails if there are far too many, because structs without fields take no bytes.
    void countStruct() {
        if (++steps > MAX_STEPS) {
            throw new JfrFormatException("an event has too many values");
        }
    }

    long position() {
        return position;
    }

    /// Returns the number of bytes before the end.
    long remaining() {
        return end - position;
    }

    private long advance(long bytes) {
        if (bytes < 0 || bytes > end - position) {
            throw new JfrFormatException("a value ends beyond its event");
        }
        long start = position;
        position += bytes;
        return start;
    }

    int readByte() {
        return data.get(ValueLayout.JAVA_BYTE, advance(1));
    }

    void skip(long bytes) {
        advance(bytes);
    }

    int readShort() {
        return isCompressed ? (short) readCompressed() : data.get(SHORT, advance(Short.BYTES));
    }

    int readInt() {
        return isCompressed ? (int) readCompressed() : data.get(INT, advance(Integer.BYTES));
    }

    long readLong() {
        return isCompressed ? readCompressed() : data.get(LONG, advance(Long.BYTES));
    }

    float readFloat() {
        return Float.intBitsToFloat(data.get(INT, advance(Integer.BYTES)));
    }

    double readDouble() {
        return Double.longBitsToDouble(data.get(LONG, advance(Long.BYTES)));
    }

    private long readCompressed() {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            int b = readByte();
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        return value | (readByte() & 0xffL) << 56;
    }

    /// Reads the length of an array whose elements take at least one byte each.
    int readCount() {
        int count = readInt();
        if (count < 0 || count > remaining()) {
            throw new JfrFormatException("an array has more elements than bytes");
        }
        return count;
    }

    /// Reads a string after its encoding, which must not be [#STRING_CONSTANT]; returns null for a null string.
    String readText(int encoding) {
        switch (encoding) {
            case STRING_NULL:
                return null;
            case STRING_EMPTY:
                return "";
            case STRING_UTF8, STRING_LATIN1:
                int length = readCount();
                long offset = advance(length);
                byte[] bytes = new byte[Math.min(length, MAX_STRING)];
                MemorySegment.copy(data, ValueLayout.JAVA_BYTE, offset, bytes, 0, bytes.length);
                return new String(
                        bytes, encoding == STRING_UTF8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
            case STRING_CHARS:
                int count = readCount();
                StringBuilder text = new StringBuilder(Math.min(count, 1 << 16));
                for (int i = 0; i < count; i++) {
                    text.append((char) readInt());
                }
                return text.toString();
            default:
                throw new JfrFormatException("a string has the unknown encoding " + encoding);
        }
    }

    /// Skips a string including its encoding.
    void skipString() {
        int encoding = readByte();
        switch (encoding) {
            case STRING_NULL, STRING_EMPTY -> {}
            case STRING_CONSTANT -> readLong();
            case STRING_UTF8, STRING_LATIN1 -> skip(readCount());
            case STRING_CHARS -> {
                for (int i = readCount(); i > 0; i--) {
                    readInt();
                }
            }
            default -> throw new JfrFormatException("a string has the unknown encoding " + encoding);
        }
    }
}
