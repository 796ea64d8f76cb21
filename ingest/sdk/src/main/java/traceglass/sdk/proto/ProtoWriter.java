package traceglass.sdk.proto;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Writes protobuf fields into memory that is reused for the next message: its own array, or a range of other memory
/// until that is full. Allocates only if a message is larger than all previous ones. Not thread-safe.
public final class ProtoWriter {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private byte[] array = new byte[512];
    /// Segment over [#array].
    private MemorySegment arraySegment = MemorySegment.ofArray(array);

    /// Memory that contains the message.
    private MemorySegment memory = arraySegment;

    private long start;
    private int capacity = 512;
    private boolean isInPlace;
    private int position;

    /// Starts a new message in the writer's own array.
    public void reset() {
        isInPlace = false;
        memory = arraySegment;
        start = 0;
        capacity = array.length;
        position = 0;
    }

    /// Starts a new message in other memory. When that is full, the message moves to the writer's own array.
    public void writeInto(MemorySegment other, long from, long to) {
        isInPlace = true;
        memory = other;
        start = from;
        capacity = (int) Math.max(0, to - from);
        position = 0;
    }

    /// Returns whether the message is still in the memory passed to [#writeInto].
    public boolean isInPlace() {
        return isInPlace;
    }

    /// Returns the size of the message in bytes.
    public int size() {
        return position;
    }

    /// Returns the array whose first [#size] bytes are the message. Valid until the next write.
    ///
    /// @throws IllegalStateException if the message is in other memory
    public byte[] array() {
        if (isInPlace) {
            throw new IllegalStateException("The message is in other memory");
        }
        return array;
    }

    /// Returns the memory that contains the message from offset [#start]. Valid until the next write.
    public MemorySegment memory() {
        return memory;
    }

    /// Returns the offset of the message in [#memory].
    public long start() {
        return start;
    }

    /// Returns a copy of the message.
    public byte[] toByteArray() {
        byte[] copy = new byte[position];
        MemorySegment.copy(memory, JAVA_BYTE, start, copy, 0, position);
        return copy;
    }

    /// Writes a field of type int32, int64, uint32, uint64 or an enum.
    public ProtoWriter varint(int field, long value) {
        reserve(15);
        tag(field, 0);
        writeRawVarint(value);
        return this;
    }

    public ProtoWriter bool(int field, boolean value) {
        return varint(field, value ? 1 : 0);
    }

    /// Writes a field of type fixed64 or sfixed64.
    public ProtoWriter fixed64(int field, long value) {
        reserve(13);
        tag(field, 1);
        memory.set(LONG, start + position, value);
        position += 8;
        return this;
    }

    /// Writes a field of type double.
    public ProtoWriter doubles(int field, double value) {
        return fixed64(field, Double.doubleToRawLongBits(value));
    }

    /// Writes a field of type bytes, or an encoded message.
    public ProtoWriter bytes(int field, byte[] from) {
        return bytes(field, from, 0, from.length);
    }

    public ProtoWriter bytes(int field, byte[] from, int begin, int end) {
        reserve(10 + end - begin);
        tag(field, 2);
        writeRawVarint(end - begin);
        MemorySegment.copy(from, begin, memory, JAVA_BYTE, start + position, end - begin);
        position += end - begin;
        return this;
    }

    /// Writes the message of another writer as a nested message.
    public ProtoWriter message(int field, ProtoWriter from) {
        reserve(10 + from.position);
        tag(field, 2);
        writeRawVarint(from.position);
        MemorySegment.copy(from.memory, from.start, memory, start + position, from.position);
        position += from.position;
        return this;
    }

    /// Writes a string as UTF-8. Lone surrogates become question marks.
    public ProtoWriter string(int field, String text) {
        int opened = open(field);
        int length = text.length();
        reserve(3 * length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                put(c);
            } else {
                i += character(text, i, c);
            }
        }
        close(opened);
        return this;
    }

    /// Writes a non-ASCII character and returns the number of additional UTF-16 units it used, 0 or 1.
    private int character(String text, int i, char c) {
        if (c < 0x800) {
            put(0xc0 | c >> 6);
            put(0x80 | c & 0x3f);
            return 0;
        }
        if (!Character.isSurrogate(c)) {
            put(0xe0 | c >> 12);
            put(0x80 | c >> 6 & 0x3f);
            put(0x80 | c & 0x3f);
            return 0;
        }
        int code = text.codePointAt(i);
        if (code < 0x10000) {
            put('?');
            return 0;
        }
        put(0xf0 | code >> 18);
        put(0x80 | code >> 12 & 0x3f);
        put(0x80 | code >> 6 & 0x3f);
        put(0x80 | code & 0x3f);
        return 1;
    }

    /// Starts a nested message. Reserves one byte for its size; [#close] shifts messages that need more.
    ///
    /// @return a position to pass to [#close]
    public int open(int field) {
        reserve(6);
        tag(field, 2);
        return ++position;
    }

    /// Ends a nested message.
    ///
    /// @param opened result of [#open]
    public void close(int opened) {
        int size = position - opened;
        if (size < 0x80) {
            memory.set(JAVA_BYTE, start + opened - 1, (byte) size);
            return;
        }
        int extra = sizeOfVarint(size) - 1;
        reserve(extra);
        MemorySegment.copy(memory, start + opened, memory, start + opened + extra, size);
        position = opened - 1;
        writeRawVarint(size);
        position += size;
    }

    /// Appends encoded fields.
    public ProtoWriter append(byte[] fields) {
        reserve(fields.length);
        MemorySegment.copy(fields, 0, memory, JAVA_BYTE, start + position, fields.length);
        position += fields.length;
        return this;
    }

    /// Returns the number of bytes that a varint needs.
    public static int sizeOfVarint(long value) {
        return (Long.SIZE + 6 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void tag(int field, int type) {
        int tag = field << 3 | type;
        if (tag < 0x80) {
            put(tag);
        } else {
            writeRawVarint(tag);
        }
    }

    private void writeRawVarint(long value) {
        long i = start + position;
        long remaining = value;
        while ((remaining & ~0x7fL) != 0) {
            memory.set(JAVA_BYTE, i++, (byte) (remaining | 0x80));
            remaining >>>= 7;
        }
        memory.set(JAVA_BYTE, i++, (byte) remaining);
        position = (int) (i - start);
    }

    private void put(int value) {
        memory.set(JAVA_BYTE, start + position++, (byte) value);
    }

    private void reserve(int count) {
        if (capacity - position < count) {
            grow(count);
        }
    }

    private void grow(int count) {
        if (!isInPlace || array.length < position + (long) count) {
            array = new byte[Math.max(2 * array.length, position + count)];
            arraySegment = MemorySegment.ofArray(array);
        }
        MemorySegment.copy(memory, start, arraySegment, 0, position);
        isInPlace = false;
        memory = arraySegment;
        start = 0;
        capacity = array.length;
    }
}
