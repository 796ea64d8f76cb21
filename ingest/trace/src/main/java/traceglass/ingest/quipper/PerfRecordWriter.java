package traceglass.ingest.quipper;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes records of perf.data in little-endian byte order.
final class PerfRecordWriter {

    private static final int HEADER_SIZE = 8;
    /// Maximum size of a record, whose header has 16 bits for it.
    private static final int MAX_SIZE = 0xfff8;

    private ByteBuffer buffer = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
    private int start;

    /// Starts a record.
    void begin(int type, int misc) {
        start = buffer.position();
        u32(type).u16(misc).u16(0);
    }

    /// Ends the record and writes its size into the header. A record that is too large is truncated to its header,
    /// which readers count as damaged.
    void end() {
        pad();
        if (buffer.position() - start > MAX_SIZE) {
            buffer.position(start + HEADER_SIZE);
        }
        buffer.putShort(start + 6, (short) (buffer.position() - start));
    }

    PerfRecordWriter u16(int value) {
        ensureCapacity(Short.BYTES).putShort((short) value);
        return this;
    }

    PerfRecordWriter u32(long value) {
        ensureCapacity(Integer.BYTES).putInt((int) value);
        return this;
    }

    PerfRecordWriter u64(long value) {
        ensureCapacity(Long.BYTES).putLong(value);
        return this;
    }

    PerfRecordWriter bytes(byte[] bytes) {
        ensureCapacity(bytes.length).put(bytes);
        return this;
    }

    /// Writes a string and the zero after it.
    PerfRecordWriter text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ensureCapacity(bytes.length + 1).put(bytes).put((byte) 0);
        return this;
    }

    /// Writes a string after its padded length, as in features.
    PerfRecordWriter string(String text) {
        int start = ensureCapacity(Integer.BYTES).position();
        u32(0).text(text);
        pad();
        buffer.putInt(start, buffer.position() - start - Integer.BYTES);
        return this;
    }

    /// Pads the record to eight bytes.
    PerfRecordWriter pad() {
        return bytes(new byte[start - buffer.position() & 7]);
    }

    private ByteBuffer ensureCapacity(int size) {
        if (buffer.remaining() < size) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + size))
                    .order(ByteOrder.LITTLE_ENDIAN);
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }

    /// Removes and returns the bytes written since the last call.
    byte[] drain() {
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        buffer.clear();
        return bytes;
    }
}
