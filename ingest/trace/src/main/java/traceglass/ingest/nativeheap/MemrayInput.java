package traceglass.ingest.nativeheap;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.TraceInput;

/// Reads the little-endian values of a memray recording.
final class MemrayInput {

    /// Longer strings are truncated.
    private static final int MAX_TEXT_BYTES = 1 << 16;
    private static final int MAX_SHIFT = 63;

    private final TraceInput input;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private byte[] text = new byte[256];

    MemrayInput(TraceInput input) {
        this.input = input;
    }

    /// Returns the next byte; -1 at the end.
    int readOrEnd() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, input.read(buffer, 0, buffer.length));
            if (limit == 0) {
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }

    int u1() throws IOException {
        int b = readOrEnd();
        if (b < 0) {
            throw new EOFException();
        }
        return b;
    }

    int s4() throws IOException {
        return (int) number(Integer.BYTES);
    }

    long s8() throws IOException {
        return number(Long.BYTES);
    }

    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) u1() << 8 * i;
        }
        return value;
    }

    long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
            int b = u1();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new EOFException("a number is too long");
    }

    long signedVarint() throws IOException {
        long zigzag = varint();
        return zigzag >>> 1 ^ -(zigzag & 1);
    }

    /// Returns a NUL-terminated string.
    String text() throws IOException {
        int length = 0;
        for (int b = u1(); b != 0; b = u1()) {
            if (length == text.length && length < MAX_TEXT_BYTES) {
                text = Arrays.copyOf(text, length * 2);
            }
            if (length < text.length) {
                text[length++] = (byte) b;
            }
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /// Reads `count` bytes and returns the first `max` of them.
    byte[] bytes(long count, int max) throws IOException {
        byte[] content = new byte[64];
        int length = 0;
        for (long i = 0; i < count || count < 0; i++) {
            int b = u1();
            if (length < max) {
                if (length == content.length) {
                    content = Arrays.copyOf(content, length * 2);
                }
                content[length++] = (byte) b;
            }
        }
        return Arrays.copyOf(content, length);
    }

    /// Skips a record that has the same form in all versions and is not needed for heaps, such as memory usage over
    /// time and mappings. Returns false if it is of another type.
    boolean skipRecord(int type) throws IOException {
        switch (type) {
            case 5 -> {
                signedVarint();
                signedVarint();
            }
            case 6 -> {}
            case 7 -> {
                text();
                varint();
                s8();
            }
            case 8 -> {
                s8();
                varint();
            }
            case 10 -> text();
            default -> {
                return false;
            }
        }
        return true;
    }
}
