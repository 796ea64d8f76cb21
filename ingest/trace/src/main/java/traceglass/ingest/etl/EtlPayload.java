package traceglass.ingest.etl;

import java.nio.charset.StandardCharsets;

/// Little-endian numbers and strings at offsets in a range of bytes. Beyond the end, numbers read as 0 and strings as
/// empty.
final class EtlPayload {

    private static final int MAX_TEXT = 32 << 10;

    private byte[] bytes;
    private int start;
    private int length;
    private boolean is64;

    EtlPayload enter(byte[] from, int at, int size, boolean has64BitPointers) {
        bytes = from;
        start = at;
        length = Math.max(0, Math.min(size, from.length - at));
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
    int after(int fixed, int pointers) {
        return fixed + pointers * pointerSize();
    }

    boolean has(int at, int size) {
        return at >= 0 && size >= 0 && at <= length - size;
    }

    int ubyte(int at) {
        return has(at, 1) ? bytes[start + at] & 0xff : 0;
    }

    int ushort(int at) {
        return has(at, 2) ? ubyte(at) | ubyte(at + 1) << 8 : 0;
    }

    long uint(int at) {
        return has(at, 4) ? ushort(at) | (long) ushort(at + 2) << 16 : 0;
    }

    long ulong(int at) {
        return has(at, 8) ? uint(at) | uint(at + 4) << 32 : 0;
    }

    long pointer(int at) {
        return is64 ? ulong(at) : uint(at);
    }

    /// Returns the characters up to a NUL or the end.
    String utf16(int at) {
        int chars = utf16Length(at);
        return chars <= 0 ? "" : new String(bytes, start + at, chars * 2, StandardCharsets.UTF_16LE);
    }

    /// Returns the number of characters before a NUL or the end.
    int utf16Length(int at) {
        int n = 0;
        while (n < MAX_TEXT && has(at + 2 * n, 2) && ushort(at + 2 * n) != 0) {
            n++;
        }
        return n;
    }

    String ascii(int at) {
        int n = asciiLength(at);
        return n <= 0 ? "" : new String(bytes, start + at, n, StandardCharsets.UTF_8);
    }

    int asciiLength(int at) {
        int n = 0;
        while (n < MAX_TEXT && has(at + n, 1) && ubyte(at + n) != 0) {
            n++;
        }
        return n;
    }

    /// Returns a string whose length in bytes is known.
    String text(int at, int size, boolean isUtf16) {
        int n = Math.min(size, length - at);
        return at < 0 || n <= 0
                ? ""
                : new String(bytes, start + at, n, isUtf16 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8);
    }

    /// Returns the first `most` bytes in hexadecimal.
    String hex(int at, int size, int most) {
        StringBuilder s = new StringBuilder();
        int n = Math.min(Math.min(size, most), length - at);
        for (int i = 0; i < n; i++) {
            s.append(Character.forDigit(ubyte(at + i) >> 4, 16)).append(Character.forDigit(ubyte(at + i) & 15, 16));
        }
        return n < size ? s + "…" : s.toString();
    }

    /// Returns a GUID in its usual form, without braces.
    String guid(int at) {
        return "%08x-%04x-%04x-%s-%s"
                .formatted(uint(at), ushort(at + 4), ushort(at + 6), hex(at + 8, 2, 2), hex(at + 10, 6, 6));
    }
}
