package traceglass.ingest.proto;

import java.util.Arrays;

/// Writer of small protobuf messages with a reusable buffer.
public final class ProtoBytes {

    private byte[] buffer = new byte[256];
    private int size;

    /// Starts a new message.
    public ProtoBytes clear() {
        size = 0;
        return this;
    }

    /// Appends a number as a varint field.
    public ProtoBytes number(int field, long value) {
        ensure(20);
        writeVarint((long) field << 3);
        writeVarint(value);
        return this;
    }

    /// Appends a bytes or UTF-8 string field.
    public ProtoBytes bytes(int field, byte[] value) {
        return bytes(field, value, 0, value.length);
    }

    /// Appends a bytes or UTF-8 string field from a range of an array.
    public ProtoBytes bytes(int field, byte[] from, int offset, int length) {
        ensure(20 + length);
        writeVarint((long) field << 3 | 2);
        writeVarint(length);
        System.arraycopy(from, offset, buffer, size, length);
        size += length;
        return this;
    }

    /// Appends bytes that are already in wire format.
    public ProtoBytes raw(byte[] from, int offset, int length) {
        ensure(length);
        System.arraycopy(from, offset, buffer, size, length);
        size += length;
        return this;
    }

    /// Returns the internal buffer, whose first [#size] bytes are the message. Valid until the next write.
    public byte[] buffer() {
        return buffer;
    }

    public int size() {
        return size;
    }

    /// Returns a copy of the message.
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    private void ensure(int count) {
        if (size + count > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + count));
        }
    }

    private void writeVarint(long v) {
        byte[] b = buffer;
        int p = size;
        while ((v & ~0x7fL) != 0) {
            b[p++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        b[p++] = (byte) v;
        size = p;
    }
}
