package traceglass.service.ipc;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Splits a byte stream into frames: a 4-byte little-endian length, then that many bytes. Received bytes are stored in
/// [#buffer] from [#end] on.
final class FrameSplitter {

    /// Maximum number of bytes of a frame, including its length prefix.
    static final int MAX_FRAME = 131072;

    /// Bytes of the length prefix.
    static final int HEADER_SIZE = 4;

    private static final int INITIAL_BYTES = 32 << 10;

    private byte[] buffer = new byte[INITIAL_BYTES];
    private int end;

    /// Buffer for received bytes, with space for at least one more byte.
    byte[] buffer() {
        return buffer;
    }

    int end() {
        return end;
    }

    /// Returns the complete frames, each with its length prefix, or null if there are none.
    ///
    /// @param count number of received bytes
    /// @throws IOException if a frame is too large; the connection can't continue then
    byte @Nullable [] received(int count) throws IOException {
        end += count;
        int offset = 0;
        int next = 0;
        while (end - offset >= HEADER_SIZE) {
            int length = length(buffer, offset);
            if (Integer.compareUnsigned(length, MAX_FRAME - HEADER_SIZE) > 0) {
                throw new IOException("a frame of " + Integer.toUnsignedString(length) + " bytes is too large");
            }
            next = offset + HEADER_SIZE + length;
            if (next > end) {
                break;
            }
            offset = next;
        }
        byte[] frames = offset == 0 ? null : Arrays.copyOf(buffer, offset);
        System.arraycopy(buffer, offset, buffer, 0, end - offset);
        end -= offset;
        int needed = end >= HEADER_SIZE ? HEADER_SIZE + length(buffer, 0) : 0;
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, MAX_FRAME);
        }
        return frames;
    }

    /// Reads the length of a frame.
    static int length(byte[] bytes, int offset) {
        return bytes[offset] & 0xFF
                | (bytes[offset + 1] & 0xFF) << 8
                | (bytes[offset + 2] & 0xFF) << 16
                | (bytes[offset + 3] & 0xFF) << 24;
    }

    /// Prepends the length to a frame.
    static byte[] framed(byte[] frame) {
        byte[] result = new byte[HEADER_SIZE + frame.length];
        for (int i = 0; i < HEADER_SIZE; i++) {
            result[i] = (byte) (frame.length >>> 8 * i);
        }
        System.arraycopy(frame, 0, result, HEADER_SIZE, frame.length);
        return result;
    }
}
