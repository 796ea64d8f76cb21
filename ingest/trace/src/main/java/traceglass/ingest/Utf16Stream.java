package traceglass.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// Converts UTF-16 text to UTF-8, the encoding that text importers expect. Some systems redirect command output to
/// files as UTF-16.
final class Utf16Stream extends InputStream {

    private static final int BUFFER_CHARS = 1 << 13;
    /// Number of characters after which text without a mark is recognized.
    private static final int UNMARKED = 32;

    private final InputStream in;
    private final Reader reader;
    private final char[] chars = new char[BUFFER_CHARS];
    /// Number of characters at the start of `chars` kept from the last read: an unpaired high surrogate.
    private int pending;
    private byte[] bytes = new byte[0];
    private int used;

    /// @param in text that starts with a byte order mark or has its low bytes first
    Utf16Stream(InputStream in, boolean isMarked) {
        this.in = in;
        reader = new InputStreamReader(in, isMarked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_16LE);
    }

    /// Returns whether the bytes are printable ASCII characters, each followed by a zero.
    static boolean isUnmarked(byte[] head) {
        if (head.length < 2 * UNMARKED) {
            return false;
        }
        for (int i = 0; i < 2 * UNMARKED; i += 2) {
            boolean isPrintable = head[i] >= ' ' && head[i] < 127 || head[i] >= '\t' && head[i] <= '\r';
            if (!isPrintable || head[i + 1] != 0) {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the bytes start with a UTF-16 byte order mark followed by an ASCII character.
    static boolean isMarked(byte[] head) {
        return head.length >= 4
                && (head[0] == (byte) 0xff && head[1] == (byte) 0xfe && head[2] > 0 && head[3] == 0
                        || head[0] == (byte) 0xfe && head[1] == (byte) 0xff && head[2] == 0 && head[3] > 0);
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes[used++] & 0xff : -1;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int n = Math.min(length, bytes.length - used);
        System.arraycopy(bytes, used, b, offset, n);
        used += n;
        return n;
    }

    /// Reads more input if needed; returns whether a byte is available.
    private boolean fill() throws IOException {
        while (used == bytes.length) {
            int n = reader.read(chars, pending, BUFFER_CHARS - pending);
            if (n < 0 && pending == 0) {
                return false;
            }
            int count = pending + Math.max(n, 0);
            int complete = n >= 0 && Character.isHighSurrogate(chars[count - 1]) ? count - 1 : count;
            bytes = new String(chars, 0, complete).getBytes(StandardCharsets.UTF_8);
            used = 0;
            pending = count - complete;
            chars[0] = chars[count - 1];
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
