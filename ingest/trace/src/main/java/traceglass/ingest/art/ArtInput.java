package traceglass.ingest.art;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.TraceInput;

/// Reads the little-endian numbers and lines of a method trace. Each method throws [EOFException] if the file ends
/// before the value.
final class ArtInput {

    /// Maximum number of bytes that are allocated ahead of reading them.
    private static final int STEP_BYTES = 1 << 20;
    /// Longest line in bytes.
    private static final int MAX_LINE_BYTES = 1 << 20;

    private final TraceInput input;
    private final byte[] buffer = new byte[1 << 17];
    private int position;
    private int end;

    ArtInput(TraceInput input) {
        this.input = input;
    }

    /// Returns the offset of the next byte in the file.
    long position() {
        return input.position() - (end - position);
    }

    /// Returns whether another byte follows.
    boolean hasNext() throws IOException {
        if (position < end) {
            return true;
        }
        position = 0;
        end = Math.max(0, input.read(buffer, 0, buffer.length));
        return end > 0;
    }

    int u1() throws IOException {
        if (!hasNext()) {
            throw new EOFException();
        }
        return buffer[position++] & 0xFF;
    }

    int u2() throws IOException {
        return u1() | u1() << 8;
    }

    int u3() throws IOException {
        return u2() | u1() << 16;
    }

    int s4() throws IOException {
        return u2() | u2() << 16;
    }

    long u4() throws IOException {
        return s4() & 0xFFFF_FFFFL;
    }

    long s8() throws IOException {
        return u4() | u4() << 32;
    }

    void skip(long bytes) throws IOException {
        for (long i = 0; i < bytes; i++) {
            u1();
        }
    }

    byte[] bytes(long count) throws IOException {
        byte[] out = new byte[(int) Math.min(count, STEP_BYTES)];
        int length = 0;
        while (length < count) {
            if (!hasNext()) {
                throw new EOFException();
            }
            if (length == out.length) {
                out = Arrays.copyOf(out, (int) Math.min(count, out.length * 2L));
            }
            int n = Math.min(out.length - length, end - position);
            System.arraycopy(buffer, position, out, length, n);
            length += n;
            position += n;
        }
        return out;
    }

    String text(int bytes) throws IOException {
        return new String(bytes(bytes), StandardCharsets.UTF_8);
    }

    /// Returns the next line without its line feed.
    String readLine() throws IOException {
        byte[] out = new byte[256];
        int length = 0;
        for (int b = u1(); b != '\n'; b = u1()) {
            if (length == out.length && length < MAX_LINE_BYTES) {
                out = Arrays.copyOf(out, length * 2);
            }
            if (length < out.length) {
                out[length++] = (byte) b;
            }
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }
}
