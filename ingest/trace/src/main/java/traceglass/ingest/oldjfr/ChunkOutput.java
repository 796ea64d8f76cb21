package traceglass.ingest.oldjfr;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Growable buffer for a chunk of JFR version 2. Integers have a fixed size and are big-endian, which version 2 calls
/// uncompressed.
final class ChunkOutput {

    /// Encoding of a string as UTF-8.
    private static final byte UTF8 = 3;

    /// Maximum size, below that of the largest array.
    private static final int MAX_SIZE = 1 << 30;

    private byte[] bytes = new byte[1 << 16];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);

    int size() {
        return buffer.position();
    }

    /// Drops all bytes at and after a position.
    void truncate(int size) {
        buffer.position(size);
    }

    /// Returns a view of the bytes, which is valid until the next change.
    MemorySegment segment() {
        return MemorySegment.ofArray(bytes).asSlice(0, size());
    }

    private ByteBuffer ensure(long more) {
        long needed = size() + more;
        if (needed > MAX_SIZE) {
            throw new JfrV0FormatException("the constants of a chunk take too much memory");
        }
        if (needed > bytes.length) {
            int position = size();
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_SIZE, Math.max(needed, 2L * bytes.length)));
            buffer = ByteBuffer.wrap(bytes).position(position);
        }
        return buffer;
    }

    void addByte(int value) {
        ensure(Byte.BYTES).put((byte) value);
    }

    void addShort(int value) {
        ensure(Short.BYTES).putShort((short) value);
    }

    void addInt(int value) {
        ensure(Integer.BYTES).putInt(value);
    }

    void addLong(long value) {
        ensure(Long.BYTES).putLong(value);
    }

    void setInt(int position, int value) {
        buffer.putInt(position, value);
    }

    void setLong(int position, long value) {
        buffer.putLong(position, value);
    }

    void addText(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        addByte(UTF8);
        addInt(encoded.length);
        ensure(encoded.length).put(encoded);
    }

    /// Begins an event and returns its position for [#endEvent].
    int beginEvent(long type) {
        int start = size();
        addInt(0);
        addLong(type);
        return start;
    }

    void endEvent(int start) {
        setInt(start, size() - start);
    }
}
