package traceglass.convert.packet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import traceglass.ingest.proto.ProtoCursor;

/// Growing buffer of encoded protobuf fields. Lengths and numbers have the shortest encoding, as in Google's
/// libraries.
public final class ProtoOutput {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final int MAX_VARINT = 10;

    private byte[] buffer = new byte[4096];
    private int size;

    /// Clears the content.
    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /// Returns the internal buffer, whose first [#size] bytes are valid.
    public byte[] buffer() {
        return buffer;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    /// Writes the content to a stream.
    public void writeTo(OutputStream out) throws IOException {
        out.write(buffer, 0, size);
    }

    private void reserve(int bytes) {
        if (bytes > buffer.length - size) {
            buffer = Arrays.copyOf(buffer, (int) Math.max(size + (long) bytes, Math.min(buffer.length * 2L, 1L << 30)));
        }
    }

    /// Appends a varint without a tag.
    public ProtoOutput rawVarint(long value) {
        reserve(MAX_VARINT);
        long v = value;
        while ((v & ~0x7FL) != 0) {
            buffer[size++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        buffer[size++] = (byte) v;
        return this;
    }

    /// Appends bytes without a tag.
    public ProtoOutput raw(byte[] bytes, int offset, int length) {
        reserve(length);
        System.arraycopy(bytes, offset, buffer, size, length);
        size += length;
        return this;
    }

    public ProtoOutput rawFixed32(int value) {
        reserve(4);
        for (int i = 0; i < 4; i++) {
            buffer[size++] = (byte) (value >>> 8 * i);
        }
        return this;
    }

    public ProtoOutput rawFixed64(long value) {
        return rawFixed32((int) value).rawFixed32((int) (value >>> 32));
    }

    private ProtoOutput tag(int field, int wire) {
        return rawVarint((long) field << 3 | wire);
    }

    public ProtoOutput varint(int field, long value) {
        return tag(field, VARINT).rawVarint(value);
    }

    public ProtoOutput fixed32(int field, int value) {
        return tag(field, FIXED32).rawFixed32(value);
    }

    public ProtoOutput fixed64(int field, long value) {
        return tag(field, FIXED64).rawFixed64(value);
    }

    public ProtoOutput bytes(int field, byte[] bytes, int offset, int length) {
        return tag(field, BYTES).rawVarint(length).raw(bytes, offset, length);
    }

    public ProtoOutput bytes(int field, byte[] bytes) {
        return bytes(field, bytes, 0, bytes.length);
    }

    /// Appends the field at a cursor unchanged.
    public ProtoOutput copy(ProtoCursor field) {
        return switch (field.wire()) {
            case VARINT -> varint(field.field(), field.asLong());
            case FIXED64 -> fixed64(field.field(), field.asLong());
            case FIXED32 -> fixed32(field.field(), (int) field.asLong());
            default -> bytes(field.field(), field.buffer(), field.offset(), field.length());
        };
    }

    /// Starts a nested message. Pass the result to [#end].
    public int begin(int field) {
        tag(field, BYTES);
        return size;
    }

    /// Ends a nested message: inserts its length before it.
    public void end(int start) {
        int length = size - start;
        int digits = 1;
        for (int remaining = length >>> 7; remaining != 0; remaining >>>= 7) {
            digits++;
        }
        reserve(digits);
        System.arraycopy(buffer, start, buffer, start + digits, length);
        size = start;
        rawVarint(length);
        size += length;
    }
}
