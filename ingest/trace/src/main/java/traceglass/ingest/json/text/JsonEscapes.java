package traceglass.ingest.json.text;

import java.util.Arrays;

/// Decodes strings with escapes into an array that is reused for the next string.
final class JsonEscapes {

    private byte[] bytes = new byte[256];
    private int length;

    /// Returns the array with the string just decoded, in UTF-8, from its start.
    byte[] bytes() {
        return bytes;
    }

    /// Returns the number of bytes of the string just decoded.
    int length() {
        return length;
    }

    /// Decodes a string.
    ///
    /// @param from offset of its first byte after the quote
    /// @param firstEscape offset of its first backslash
    /// @param n end of the input
    /// @return offset after the closing quote
    /// @throws JsonSyntaxException if the input ends first
    int read(byte[] b, int from, int firstEscape, int n) {
        int size = firstEscape - from;
        ensureRoom(size);
        System.arraycopy(b, from, bytes, 0, size);
        int p = firstEscape;
        while (p < n) {
            byte c = b[p++];
            if (c == '"') {
                length = size;
                return p;
            }
            ensureRoom(size + 4);
            if (c != '\\') {
                bytes[size++] = c;
                continue;
            }
            if (p >= n) {
                break;
            }
            c = b[p++];
            switch (c) {
                case 'u' -> {
                    if (p + 4 > n) {
                        throw JsonSyntaxException.INCOMPLETE;
                    }
                    int code = hex(b, p);
                    p += 4;
                    if (code >= 0xd800 && code < 0xdc00) {
                        if (p + 6 > n) {
                            // A low surrogate may follow, unless the string ends here.
                            if (p < n && b[p] != '\\') {
                                size = utf8(0xfffd, size);
                                continue;
                            }
                            throw JsonSyntaxException.INCOMPLETE;
                        }
                        int low = b[p] == '\\' && b[p + 1] == 'u' ? hex(b, p + 2) : 0;
                        if (low >= 0xdc00 && low < 0xe000) {
                            p += 6;
                            code = 0x10000 + (code - 0xd800 << 10) + (low - 0xdc00);
                        }
                    }
                    size = utf8(code >= 0xd800 && code < 0xe000 ? 0xfffd : code, size);
                }
                default -> bytes[size++] = unescape(c);
            }
        }
        throw JsonSyntaxException.INCOMPLETE;
    }

    private static byte unescape(byte c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case '"', '\\', '/' -> c;
            default -> throw new JsonSyntaxException("invalid escape: \\" + (char) (c & 0xff));
        };
    }

    private int utf8(int code, int size) {
        if (code < 0x80) {
            bytes[size++] = (byte) code;
        } else if (code < 0x800) {
            bytes[size++] = (byte) (0xc0 | code >> 6);
            bytes[size++] = (byte) (0x80 | code & 0x3f);
        } else if (code < 0x10000) {
            bytes[size++] = (byte) (0xe0 | code >> 12);
            bytes[size++] = (byte) (0x80 | code >> 6 & 0x3f);
            bytes[size++] = (byte) (0x80 | code & 0x3f);
        } else {
            bytes[size++] = (byte) (0xf0 | code >> 18);
            bytes[size++] = (byte) (0x80 | code >> 12 & 0x3f);
            bytes[size++] = (byte) (0x80 | code >> 6 & 0x3f);
            bytes[size++] = (byte) (0x80 | code & 0x3f);
        }
        return size;
    }

    private static int hex(byte[] b, int p) {
        int v = 0;
        for (int i = 0; i < 4; i++) {
            int d = Character.digit(b[p + i], 16);
            if (d < 0) {
                throw new JsonSyntaxException("invalid hexadecimal digit in \\u");
            }
            v = v << 4 | d;
        }
        return v;
    }

    private void ensureRoom(int size) {
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, bytes.length * 2));
        }
    }
}
