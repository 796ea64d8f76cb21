package traceglass.ingest.oldjfr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Reads values of version 0, which are big-endian and have fixed sizes.
final class JfrV0Cursor {

    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    /// Maximum length of a string in bytes; thread dumps have several megabytes.
    private static final int MAX_STRING = 64 << 20;

    private final MemorySegment data;
    private long position;
    private long end;

    JfrV0Cursor(MemorySegment data) {
        this.data = data;
    }

    /// Moves to a position. Reading beyond `limit` fails.
    JfrV0Cursor set(long newPosition, long limit) {
        position = newPosition;
        end = Math.min(limit, data.byteSize());
        return this;
    }

    long position() {
        return position;
    }

    long remaining() {
        return end - position;
    }

    long advance(long bytes) {
        if (bytes < 0 || bytes > end - position) {
            throw new JfrV0FormatException("a value ends beyond its event");
        }
        long start = position;
        position += bytes;
        return start;
    }

    int readByte() {
        return data.get(ValueLayout.JAVA_BYTE, advance(Byte.BYTES));
    }

    boolean readBoolean() {
        return readByte() != 0;
    }

    int readShort() {
        return data.get(SHORT, advance(Short.BYTES));
    }

    int readInt() {
        return data.get(INT, advance(Integer.BYTES));
    }

    long readLong() {
        return data.get(LONG, advance(Long.BYTES));
    }

    /// Reads an integer and extends it without its sign, as ids are compared.
    long readId(JfrV0Kind kind) {
        return switch (kind.size) {
            case Byte.BYTES -> readByte() & 0xff;
            case Short.BYTES -> readShort() & 0xffff;
            case Integer.BYTES -> readInt() & 0xffff_ffffL;
            default -> readLong();
        };
    }

    /// Reads the length of an array whose elements take at least one byte each.
    int readCount() {
        int count = readInt();
        if (count < 0 || count > remaining()) {
            throw new JfrV0FormatException("an array has more elements than bytes");
        }
        return count;
    }

    /// Reads text of one of the two kinds.
    String readText(JfrV0Kind kind) {
        return kind == JfrV0Kind.UTF8 ? readUtf() : text(2L * readCount(), StandardCharsets.UTF_16BE);
    }

    String readUtf() {
        return text(readShort() & 0xffff, StandardCharsets.UTF_8);
    }

    private String text(long length, Charset charset) {
        long offset = advance(length);
        byte[] bytes = new byte[(int) Math.min(length, MAX_STRING)];
        MemorySegment.copy(data, ValueLayout.JAVA_BYTE, offset, bytes, 0, bytes.length);
        return new String(bytes, charset);
    }
}
