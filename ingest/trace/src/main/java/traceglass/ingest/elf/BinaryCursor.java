package traceglass.ingest.elf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// A read position in the bytes of a binary file. Reads integers in the file's byte order and DWARF's variable-length
/// integers. Reading past the end throws [IndexOutOfBoundsException], which the readers of a whole section catch.
public final class BinaryCursor {

    /// Limit of [#text] in bytes, far above the longest names that compilers write.
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private final MemorySegment bytes;
    private final ValueLayout.OfShort shortLayout;
    private final ValueLayout.OfInt intLayout;
    private final ValueLayout.OfLong longLayout;
    private long position;

    public BinaryCursor(MemorySegment bytes, ByteOrder order) {
        this.bytes = bytes;
        shortLayout = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order);
        intLayout = ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
        longLayout = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
    }

    public long position() {
        return position;
    }

    public BinaryCursor at(long offset) {
        position = offset;
        return this;
    }

    /// @throws IndexOutOfBoundsException if the count is negative, which would read the same bytes forever
    public void skip(long count) {
        if (count < 0) {
            throw new IndexOutOfBoundsException("can't skip " + count + " bytes");
        }
        position += count;
    }

    public boolean hasMore(long end) {
        return position < Math.min(end, bytes.byteSize());
    }

    public int u8() {
        return Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, position++));
    }

    public int s8() {
        return bytes.get(ValueLayout.JAVA_BYTE, position++);
    }

    public int u16() {
        int value = Short.toUnsignedInt(bytes.get(shortLayout, position));
        position += 2;
        return value;
    }

    public long u32() {
        long value = Integer.toUnsignedLong(bytes.get(intLayout, position));
        position += 4;
        return value;
    }

    public long u64() {
        long value = bytes.get(longLayout, position);
        position += 8;
        return value;
    }

    /// Reads an unsigned integer of 1, 2, 4 or 8 bytes.
    public long unsigned(int size) {
        return switch (size) {
            case 1 -> u8();
            case 2 -> u16();
            case 4 -> u32();
            default -> u64();
        };
    }

    /// Reads an unsigned LEB128 integer (DWARF 5, section 7.6).
    public long uleb() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int b = u8();
            if (shift < Long.SIZE) {
                value |= (long) (b & 0x7F) << shift;
            }
            if (b < 0x80) {
                return value;
            }
        }
    }

    /// Reads a signed LEB128 integer (DWARF 5, section 7.6).
    public long sleb() {
        long value = 0;
        int shift = 0;
        int b;
        do {
            b = u8();
            if (shift < Long.SIZE) {
                value |= (long) (b & 0x7F) << shift;
            }
            shift += 7;
        } while (b >= 0x80);
        return shift < Long.SIZE && (b & 0x40) != 0 ? value | -1L << shift : value;
    }

    /// Reads a NUL-terminated string and moves past it.
    public String text() {
        long end = position;
        while (bytes.get(ValueLayout.JAVA_BYTE, end) != 0) {
            end++;
            if (end - position > MAX_TEXT_BYTES) {
                throw new IndexOutOfBoundsException("unterminated string");
            }
        }
        String text = new String(
                bytes.asSlice(position, end - position).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        position = end + 1;
        return text;
    }
}
