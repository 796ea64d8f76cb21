package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// A growing byte array with patches: numbers that change with each repetition. A patch stores the offset in the
/// lower half and the length in the upper half, 0 for a fixed number of eight bytes.
final class PatchedBytes {

    private final Repetition repetition;
    private byte[] bytes = new byte[64];
    private int size;
    private long[] positions = new long[2];
    private long[] value = new long[2];
    private long[] step = new long[2];
    private int patches;

    PatchedBytes(Repetition repetition) {
        this.repetition = repetition;
    }

    int size() {
        return size;
    }

    void write(OutputStream to, int from, int end) throws IOException {
        to.write(bytes, from, end - from);
    }

    /// Patches the numbers for a repetition, counted from 0.
    void repeat(int number) {
        for (int i = 0; i < patches; i++) {
            set((int) positions[i], (int) (positions[i] >>> 32), value[i] + number * step[i]);
        }
    }

    void tag(int field, int type) {
        writeVarint(field << 3 | type);
    }

    void writeVarint(long v) {
        reserve(10);
        while ((v & ~0x7FL) != 0) {
            bytes[size++] = (byte) (v & 0x7F | 0x80);
            v >>>= 7;
        }
        bytes[size++] = (byte) v;
    }

    void writeRaw(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    void writeField(int tag, byte[] value) {
        writeVarint(tag);
        writeVarint(value.length);
        writeRaw(value, 0, value.length);
    }

    /// Copies a field unchanged.
    void copy(int tag, CodedInputStream in) throws IOException {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_VARINT -> {
                writeVarint(tag);
                writeVarint(in.readUInt64());
            }
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> writeField(tag, in.readByteArray());
            case WireFormat.WIRETYPE_FIXED64 -> {
                writeVarint(tag);
                writeRaw(
                        ByteBuffer.allocate(8)
                                .putLong(Long.reverseBytes(in.readFixed64()))
                                .array(),
                        0,
                        8);
            }
            case WireFormat.WIRETYPE_FIXED32 -> {
                writeVarint(tag);
                writeRaw(
                        ByteBuffer.allocate(4)
                                .putInt(Integer.reverseBytes(in.readFixed32()))
                                .array(),
                        0,
                        4);
            }
            default -> throw new IOException(BenchTexts.HAS_GROUPS);
        }
    }

    /// Adds a field with a number that changes with each repetition.
    void writeNumber(int tag, long v, Repetition.Kind kind, long unitNs) {
        writeVarint(tag);
        writePatched(v, kind, unitNs);
    }

    /// Adds a number that changes with each repetition, with the length of its largest value.
    void writePatched(long v, Repetition.Kind kind, long unitNs) {
        long offset = repetition.step(kind, unitNs);
        int width = width(v + (repetition.copies() - 1) * offset);
        reserve(width);
        patch(size, width, v, offset);
        set(size, width, v);
        size += width;
    }

    /// Adds a flow id of eight bytes.
    void writePatchedFixed(long v) {
        reserve(8);
        patch(size, 0, v, repetition.step(Repetition.Kind.FLOW, 1));
        set(size, 0, v);
        size += 8;
    }

    /// Adds a message as a field.
    void writeNested(int tag, PatchedBytes message) {
        writeVarint(tag);
        writeNested(message);
    }

    void writeNested(PatchedBytes message) {
        writeVarint(message.size);
        int base = size;
        writeRaw(message.bytes, 0, message.size);
        for (int i = 0; i < message.patches; i++) {
            patch(
                    base + (int) message.positions[i],
                    (int) (message.positions[i] >>> 32),
                    message.value[i],
                    message.step[i]);
        }
    }

    private void set(int offset, int width, long v) {
        if (width == 0) {
            for (int i = 0; i < 8; i++) {
                bytes[offset + i] = (byte) (v >>> 8 * i);
            }
            return;
        }
        for (int i = 0; i < width; i++) {
            bytes[offset + i] = (byte) (v >>> 7 * i & 0x7F | (i + 1 < width ? 0x80 : 0));
        }
    }

    private void patch(int offset, int width, long v, long delta) {
        if (patches == positions.length) {
            positions = Arrays.copyOf(positions, patches * 2);
            value = Arrays.copyOf(value, patches * 2);
            step = Arrays.copyOf(step, patches * 2);
        }
        positions[patches] = (long) width << 32 | offset;
        value[patches] = v;
        step[patches++] = delta;
    }

    private int width(long v) {
        return v < 0 ? 10 : Math.max(1, (64 - Long.numberOfLeadingZeros(v) + 6) / 7);
    }

    private void reserve(int n) {
        if (size + n > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + n, bytes.length * 2));
        }
    }
}
