package traceglass.ingest.tracedat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Reads consecutive numbers and strings in the byte order of the recording. Throws [EOFException] beyond the end.
final class TraceDatFields {

    private static final int WINDOW_BYTES = 64 << 10;
    /// Maximum length of a NUL-terminated string, in bytes.
    private static final int MAX_NAME = 4096;
    private static final int MAX_BLOCK_BYTES = 1 << 28;

    private final SpooledBytes bytes;
    private final boolean isBigEndian;
    private long position;
    private byte[] window = new byte[0];
    private long windowStart;

    TraceDatFields(SpooledBytes bytes, long position, boolean isBigEndian) {
        this.bytes = bytes;
        this.position = position;
        this.isBigEndian = isBigEndian;
    }

    long position() {
        return position;
    }

    void moveTo(long to) {
        position = to;
    }

    SpooledBytes bytes() {
        return bytes;
    }

    int u8() throws IOException {
        long offset = position - windowStart;
        if (offset < 0 || offset >= window.length) {
            window = position < 0 ? new byte[0] : bytes.get(position, WINDOW_BYTES);
            windowStart = position;
            offset = 0;
            if (window.length == 0) {
                throw new EOFException();
            }
        }
        position++;
        return window[(int) offset] & 0xff;
    }

    private long number(int size) throws IOException {
        long value = 0;
        for (int i = 0; i < size; i++) {
            long b = u8();
            value = isBigEndian ? value << Byte.SIZE | b : value | b << Byte.SIZE * i;
        }
        return value;
    }

    int u16() throws IOException {
        return (int) number(Short.BYTES);
    }

    long u32() throws IOException {
        return number(Integer.BYTES);
    }

    long u64() throws IOException {
        return number(Long.BYTES);
    }

    /// Reads a NUL-terminated string.
    String name() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = u8(); c != 0; c = u8()) {
            if (text.length() == MAX_NAME) {
                throw new EOFException();
            }
            text.append((char) c);
        }
        return text.toString();
    }

    byte[] block(long size) throws IOException {
        if (size < 0 || size > bytes.size() - position || size > MAX_BLOCK_BYTES) {
            throw new EOFException();
        }
        byte[] block = bytes.get(position, (int) size);
        position += size;
        return block;
    }

    String text(long size) throws IOException {
        return new String(block(size), StandardCharsets.UTF_8);
    }
}
