package traceglass.service.probe.files;

import java.util.Arrays;

/// Builds a path from parts in reused memory.
public final class PathBytes {

    private byte[] bytes = new byte[256];
    private int length;

    /// Starts a path.
    public PathBytes set(byte[] start) {
        length = 0;
        return add(start);
    }

    public PathBytes add(byte[] chunk) {
        return add(chunk, 0, chunk.length);
    }

    public PathBytes add(byte[] chunk, int from, int to) {
        reserve(to - from);
        System.arraycopy(chunk, from, bytes, length, to - from);
        length += to - from;
        return this;
    }

    /// Adds a decimal number.
    ///
    /// @param number not negative
    public PathBytes add(long number) {
        reserve(20);
        int digits = 1;
        for (long remaining = number / 10; remaining > 0; remaining /= 10) {
            digits++;
        }
        long remaining = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + remaining % 10);
            remaining /= 10;
        }
        length += digits;
        return this;
    }

    private void reserve(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, 2 * (length + count));
        }
    }

    /// Returns the array whose first [#length] bytes are the path. Valid until the next change.
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }
}
