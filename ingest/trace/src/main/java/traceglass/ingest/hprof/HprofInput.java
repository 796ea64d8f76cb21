package traceglass.ingest.hprof;

import java.io.EOFException;
import java.io.IOException;
import traceglass.ingest.TraceInput;

/// Reads the big-endian numbers of a heap dump. Each method throws [EOFException] if the file ends before the value.
final class HprofInput {

    private final TraceInput input;
    private final byte[] buffer = new byte[1 << 18];
    private int position;
    private int end;
    private int idSize = 4;

    HprofInput(TraceInput input) {
        this.input = input;
    }

    /// @param bytes 4 or 8
    void setIdSize(int bytes) {
        idSize = bytes;
    }

    int idSize() {
        return idSize;
    }

    /// Returns the offset of the next byte in the file.
    long position() {
        return input.position() - (end - position);
    }

    /// Returns the next byte without consuming it, −1 at the end of the file.
    int peek() throws IOException {
        return position < end || refill() ? buffer[position] & 0xFF : -1;
    }

    private boolean refill() throws IOException {
        position = 0;
        end = Math.max(0, input.read(buffer, 0, buffer.length));
        return end > 0;
    }

    int u1() throws IOException {
        if (position == end && !refill()) {
            throw new EOFException();
        }
        return buffer[position++] & 0xFF;
    }

    int u2() throws IOException {
        return u1() << 8 | u1();
    }

    int s4() throws IOException {
        if (end - position >= Integer.BYTES) {
            position += Integer.BYTES;
            return BigEndian.s4(buffer, position - Integer.BYTES);
        }
        return u2() << 16 | u2();
    }

    long u4() throws IOException {
        return s4() & 0xFFFF_FFFFL;
    }

    long s8() throws IOException {
        if (end - position >= Long.BYTES) {
            position += Long.BYTES;
            return BigEndian.s8(buffer, position - Long.BYTES);
        }
        return u4() << 32 | u4();
    }

    long id() throws IOException {
        return idSize == Integer.BYTES ? u4() : s8();
    }

    /// Returns the bits of a field value, zero-extended.
    long value(int size) throws IOException {
        return switch (size) {
            case 1 -> u1();
            case 2 -> u2();
            case 4 -> u4();
            default -> s8();
        };
    }

    void skip(long bytes) throws IOException {
        for (long remaining = bytes; remaining > 0; ) {
            if (position == end && !refill()) {
                throw new EOFException();
            }
            int n = (int) Math.min(remaining, end - position);
            position += n;
            remaining -= n;
        }
    }

    /// Reads the bytes of a string record, at most [HprofSpool#SEGMENT_BYTES] of them.
    byte[] bytes(long length) throws IOException {
        byte[] text = new byte[(int) Math.min(length, HprofSpool.SEGMENT_BYTES)];
        for (int filled = 0; filled < text.length; ) {
            if (position == end && !refill()) {
                throw new EOFException();
            }
            int n = Math.min(text.length - filled, end - position);
            System.arraycopy(buffer, position, text, filled, n);
            position += n;
            filled += n;
        }
        skip(length - text.length);
        return text;
    }

    /// Copies bytes to a spool and to a hash, either of which may be null.
    void copy(long bytes, HprofSpool spool, ArrayHash hash) throws IOException {
        for (long remaining = bytes; remaining > 0; ) {
            if (position == end && !refill()) {
                throw new EOFException();
            }
            int n = (int) Math.min(remaining, end - position);
            if (spool != null) {
                spool.put(buffer, position, n);
            }
            if (hash != null) {
                hash.add(buffer, position, n);
            }
            position += n;
            remaining -= n;
        }
    }
}
