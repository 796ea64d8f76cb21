package traceglass.ingest.etl;

import java.nio.charset.StandardCharsets;

/// Little-endian numbers and strings at offsets in a range of bytes. Beyond the end, numbers read as 0 and strings as
/// empty.
final class EtlPayload {

    private static final int MAX_TEXT_CHARS = 32 << 10;

    private byte[] bytes;
    private int start;
    private int length;
    private boolean is64;

    /// Sets the range that is read. Returns this object.
    EtlPayload moveTo(byte[] from, int position, int size, boolean has64BitPointers) {
        bytes = from;
        start = position;
        length = Math.max(0, Math.min(size, from.length - position));
        is64 = has64BitPointers;
        return this;
    }

    int length() {
        return length;
    }

    int pointerSize() {
        return is64 ? Long.BYTES : Integer.BYTES;
    }

    /// Returns the offset after this many fixed bytes and pointers.
    int offsetAfter(int fixed, int pointers) {
        return fixed + pointers * pointerSize();
    }

    boolean has(int position, int size) {
        return position >= 0 && size >= 0 && position <= length - size;
    }

    int ubyte(int position) {
        return has(position, 1) ? bytes[start + position] & 0xff : 0;
    }

    int ushort(int position) {
        return has(position, 2) ? ubyte(position) | ubyte(position + 1) << 8 : 0;
    }

    long uint(int position) {
        return has(position, 4) ? ushort(position) | (long) ushort(position + 2) << 16 : 0;
    }

    long ulong(int position) {
        return has(position, 8) ? uint(position) | uint(position + 4) << 32 : 0;
    }

    long pointer(int position) {
        return is64 ? ulong(position) : uint(position);
    }

    /// Returns the characters up to a NUL or the end.
    String utf16(int position) {
        int chars = utf16Length(position);
        return chars <= 0 ? "" : new String(bytes, start + position, chars * 2, StandardCharsets.UTF_16LE);
    }

    /// Returns the number of characters before a NUL or the end.
    int utf16Length(int position) {
        int n = 0;
        while (n < MAX_TEXT_CHARS && has(position + 2 * n, 2) && ushort(position + 2 * n) != 0) {
            n++;
        }
        return n;
    }

    String ascii(int position) {
        int n = asciiLength(position);
        return n <= 0 ? "" : new String(bytes, start + position, n, StandardCharsets.UTF_8);
    }

    int asciiLength(int position) {
        int n = 0;
        while (n < MAX_TEXT_CHARS && has(position + n, 1) && ubyte(position + n) != 0) {
            n++;
        }
        return n;
    }

    /// Returns a string whose length in bytes is known.
    String text(int position, int size, boolean isUtf16) {
        int n = Math.min(size, length - position);
        return position < 0 || n <= 0
                ? ""
                : new String(bytes, start + position, n, isUtf16 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8);
    }

    /// Returns the first `limit` bytes in hexadecimal.
    String hex(int position, int size, int limit) {
        StringBuilder s = new StringBuilder();
        int n = Math.min(Math.min(size, limit), length - position);
        for (int i = 0; i < n; i++) {
            s.append(Character.forDigit(ubyte(position + i) >> 4, 16))
                    .append(Character.forDigit(ubyte(position + i) & 15, 16));
        }
        return n < size ? s + "…" : s.toString();
    }

    /// Returns a GUID in its usual form, without braces.
    String guid(int position) {
        return "%08x-%04x-%04x-%s-%s"
                .formatted(
                        uint(position),
                        ushort(position + 4),
                        ushort(position + 6),
                        hex(position + 8, 2, 2),
                        hex(position + 10, 6, 6));
    }
}
