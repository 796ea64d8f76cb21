package traceglass.ingest.nettrace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Position in the bytes of a block. All numbers are little-endian.
final class NettraceCursor {

    private final ByteBuffer data;

    NettraceCursor(byte[] bytes) {
        this(ByteBuffer.wrap(bytes));
    }

    private NettraceCursor(ByteBuffer data) {
        this.data = data.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Returns an independent cursor at this position.
    NettraceCursor copy() {
        return new NettraceCursor(data.slice());
    }

    int remaining() {
        return data.remaining();
    }

    boolean hasMore() {
        return data.hasRemaining();
    }

    private void require(long bytes) {
        if (bytes < 0 || bytes > data.remaining()) {
            throw new NettraceFormatException("length beyond the end");
        }
    }

    int readByte() {
        require(1);
        return data.get() & 0xff;
    }

    int readShort() {
        require(2);
        return data.getShort() & 0xffff;
    }

    int readInt() {
        require(4);
        return data.getInt();
    }

    long readLong() {
        require(8);
        return data.getLong();
    }

    long readPointer(int size) {
        return size == 4 ? readInt() & 0xffff_ffffL : readLong();
    }

    /// Reads an unsigned variable-length number.
    long readNumber() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = readByte();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new NettraceFormatException("number of more than 10 bytes");
    }

    void skip(long bytes) {
        require(bytes);
        data.position(data.position() + (int) bytes);
    }

    /// Returns a cursor over the next bytes, which this cursor skips.
    NettraceCursor slice(long bytes) {
        require(bytes);
        ByteBuffer buffer = data.slice(data.position(), (int) bytes);
        data.position(data.position() + (int) bytes);
        return new NettraceCursor(buffer);
    }

    /// Reads a NUL-terminated UTF-16 string.
    String readUtf16() {
        int end = data.position();
        while (end + 1 < data.limit() && data.getShort(end) != 0) {
            end += 2;
        }
        require(end + 2 - data.position());
        byte[] text = new byte[end - data.position()];
        data.get(text);
        data.getShort();
        return new String(text, StandardCharsets.UTF_16LE);
    }

    /// Reads a UTF-8 string of version 6, preceded by its length as a variable-length number.
    String readUtf8() {
        return readUtf8(readNumber());
    }

    String readUtf8(long length) {
        require(length);
        byte[] text = new byte[(int) length];
        data.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
