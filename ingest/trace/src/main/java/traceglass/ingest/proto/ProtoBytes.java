package traceglass.ingest.proto;

import java.util.Arrays;

/// Writes a small protobuf message into a buffer that is used over and over.
public final class ProtoBytes {

    private byte[] buffer = new byte[256];
    private int size;

    /// Begins a new message.
    public ProtoBytes clear() {
        size = 0;
        return this;
    }

    /// Adds a number as a varint.
    public ProtoBytes number(int field, long value) {
        ensure(20);
        varint((long) field << 3);
        varint(value);
        return this;
    }

    /// Adds bytes or a text in UTF-8.
    public ProtoBytes bytes(int field, byte[] value) {
        return bytes(field, value, 0, value.length);
    }

    /// The same, of a part of an array.
    public ProtoBytes bytes(int field, byte[] from, int offset, int length) {
        ensure(20 + length);
        varint((long) field << 3 | 2);
        varint(length);
        System.arraycopy(from, offset, buffer, size, length);
        size += length;
        return this;
    }

    /// Appends bytes that are a message already.
    public ProtoBytes raw(byte[] from, int offset, int length) {
        ensure(length);
        System.arraycopy(from, offset, buffer, size, length);
        size += length;
        return this;
    }

    /// What was written is in its first [#size] bytes, until more is.
    public byte[] buffer() {
        return buffer;
    }

    public int size() {
        return size;
    }

    /// A copy of the message.
    public byte[] toBytes() {
        return Arrays.copyOf(buffer, size);
    }

    private void ensure(int more) {
        if (size + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
        }
    }

    private void varint(long v) {
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
