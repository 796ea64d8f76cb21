package traceglass.ingest.sysprof;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// One frame (record) of a capture: a header of 24 bytes, then fields by type. Fields outside the frame are 0.
final class CaptureFrame {

    static final int HEADER_SIZE = 24;

    static final int TIMESTAMP = 1;
    static final int SAMPLE = 2;
    static final int MAP = 3;
    static final int PROCESS = 4;
    static final int FORK = 5;
    static final int EXIT = 6;
    static final int JITMAP = 7;
    static final int COUNTER_DEFINITIONS = 8;
    static final int COUNTER_VALUES = 9;
    static final int MARK = 10;
    static final int METADATA = 11;
    static final int LOG = 12;
    static final int FILE_CHUNK = 13;
    static final int ALLOCATION = 14;
    static final int OVERLAY = 15;
    static final int TRACE = 16;
    static final int DBUS_MESSAGE = 17;

    private final byte[] bytes;
    private final ByteBuffer fields;
    private final boolean isLittleEndian;

    CaptureFrame(byte[] bytes, ByteOrder order) {
        this.bytes = bytes;
        fields = ByteBuffer.wrap(bytes).order(order);
        isLittleEndian = order == ByteOrder.LITTLE_ENDIAN;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return bytes.length;
    }

    int cpu() {
        return fields.getShort(2);
    }

    int pid() {
        return fields.getInt(4);
    }

    long time() {
        return fields.getLong(8);
    }

    int type() {
        return bytes[16] & 0xff;
    }

    int u16(int offset) {
        return offset + Short.BYTES <= bytes.length ? fields.getShort(offset) & 0xffff : 0;
    }

    int i32(int offset) {
        return offset + Integer.BYTES <= bytes.length ? fields.getInt(offset) : 0;
    }

    long i64(int offset) {
        return offset + Long.BYTES <= bytes.length ? fields.getLong(offset) : 0;
    }

    double real(int offset) {
        return Double.longBitsToDouble(i64(offset));
    }

    /// Returns whether the first flag of a bit field is set, which is the lowest bit in captures of little-endian
    /// machines and the highest one in others.
    boolean isFirstFlagSet(int offset) {
        int mask = isLittleEndian ? 1 : 0x80;
        return offset < bytes.length && (bytes[offset] & mask) != 0;
    }

    /// Returns a number of 24 bits.
    int u24(int offset) {
        if (offset + 3 > bytes.length) {
            return 0;
        }
        int first = bytes[offset] & 0xff;
        int second = bytes[offset + 1] & 0xff;
        int third = bytes[offset + 2] & 0xff;
        return isLittleEndian ? first | second << 8 | third << 16 : first << 16 | second << 8 | third;
    }

    int u8(int offset) {
        return offset < bytes.length ? bytes[offset] & 0xff : 0;
    }

    /// Returns the text up to a NUL, the maximum length or the end of the frame.
    String text(int offset, int maxLength) {
        int from = Math.min(offset, bytes.length);
        return new String(bytes, from, textEnd(from, maxLength) - from, StandardCharsets.UTF_8);
    }

    /// Returns the text up to a NUL or the end of the frame.
    String text(int offset) {
        return text(offset, bytes.length);
    }

    /// Returns the offset of the NUL after a string, or of the end of the frame.
    int textEnd(int offset) {
        return textEnd(Math.min(offset, bytes.length), bytes.length);
    }

    private int textEnd(int from, int maxLength) {
        int limit = Math.min(bytes.length, from + maxLength);
        int end = from;
        while (end < limit && bytes[end] != 0) {
            end++;
        }
        return end;
    }
}
