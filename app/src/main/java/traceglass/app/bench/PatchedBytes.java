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
    private long[] at = new long[2];
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
            set((int) at[i], (int) (at[i] >>> 32), value[i] + number * step[i]);
        }
    }

    void tag(int field, int type) {
        varint(field << 3 | type);
    }

    void varint(long v) {
        reserve(10);
        while ((v & ~0x7FL) != 0) {
            bytes[size++] = (byte) (v & 0x7F | 0x80);
            v >>>= 7;
        }
        bytes[size++] = (byte) v;
    }

    void raw(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    void field(int tag, byte[] value) {
        varint(tag);
        varint(value.length);
        raw(value, 0, value.length);
    }

    /// Copies a field unchanged.
    void copy(int tag, CodedInputStream in) throws IOException {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_VARINT -> {
                varint(tag);
                varint(in.readUInt64());
            }
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> field(tag, in.readByteArray());
            case WireFormat.WIRETYPE_FIXED64 -> {
                varint(tag);
                raw(
                        ByteBuffer.allocate(8)
                                .putLong(Long.reverseBytes(in.readFixed64()))
                                .array(),
                        0,
                        8);
            }
            case WireFormat.WIRETYPE_FIXED32 -> {
                varint(tag);
                raw(
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
    void number(int tag, long v, Repetition.Kind kind, long unitNs) {
        varint(tag);
        patched(v, kind, unitNs);
    }

    /// Adds a number that changes with each repetition, with the length of its largest value.
    void patched(long v, Repetition.Kind kind, long unitNs) {
        long by = repetition.step(kind, unitNs);
        int width = width(v + (repetition.copies() - 1) * by);
        reserve(width);
        patch(size, width, v, by);
        set(size, width, v);
        size += width;
    }

    /// Adds a flow id of eight bytes.
    void patchedFixed(long v) {
        reserve(8);
        patch(size, 0, v, repetition.step(Repetition.Kind.FLOW, 1));
        set(size, 0, v);
        size += 8;
    }

    /// Adds a message as a field.
    void nested(int tag, PatchedBytes message) {
        varint(tag);
        nested(message);
    }

    void nested(PatchedBytes message) {
        varint(message.size);
        int base = size;
        raw(message.bytes, 0, message.size);
        for (int i = 0; i < message.patches; i++) {
            patch(base + (int) message.at[i], (int) (message.at[i] >>> 32), message.value[i], message.step[i]);
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

    private void patch(int offset, int width, long v, long by) {
        if (patches == at.length) {
            at = Arrays.copyOf(at, patches * 2);
            value = Arrays.copyOf(value, patches * 2);
            step = Arrays.copyOf(step, patches * 2);
        }
        at[patches] = (long) width << 32 | offset;
        value[patches] = v;
        step[patches++] = by;
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
