package traceglass.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// Text in UTF-16 as text in UTF-8, which is what the text formats are read as. Some systems save as UTF-16 what a
/// command prints.
final class Utf16Stream extends InputStream {

    private static final int CHARS = 1 << 13;

    private final InputStream in;
    private final Reader reader;
    private final char[] chars = new char[CHARS];
    /// Characters at the beginning of `chars` that wait for what follows: the first half of a pair.
    private int waiting;
    private byte[] bytes = new byte[0];
    private int used;

    /// @param in begins with a byte order mark
    Utf16Stream(InputStream in) {
        this.in = in;
        reader = new InputStreamReader(in, StandardCharsets.UTF_16);
    }

    /// Whether the bytes begin as text in UTF-16 with a byte order mark does, and with a character of ASCII.
    static boolean isMarked(byte[] head) {
        return head.length >= 4
                && (head[0] == (byte) 0xff && head[1] == (byte) 0xfe && head[2] > 0 && head[3] == 0
                        || head[0] == (byte) 0xfe && head[1] == (byte) 0xff && head[2] == 0 && head[3] > 0);
    }

    @Override
    public int read() throws IOException {
        return isFilled() ? bytes[used++] & 0xff : -1;
    }

    @Override
    public int read(byte[] b, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!isFilled()) {
            return -1;
        }
        int n = Math.min(length, bytes.length - used);
        System.arraycopy(bytes, used, b, offset, n);
        used += n;
        return n;
    }

    /// Whether there is a byte to give; reads more where none is left.
    private boolean isFilled() throws IOException {
        while (used == bytes.length) {
            int n = reader.read(chars, waiting, CHARS - waiting);
            if (n < 0 && waiting == 0) {
                return false;
            }
            int have = waiting + Math.max(n, 0);
            int whole = n >= 0 && Character.isHighSurrogate(chars[have - 1]) ? have - 1 : have;
            bytes = new String(chars, 0, whole).getBytes(StandardCharsets.UTF_8);
            used = 0;
            waiting = have - whole;
            chars[0] = chars[have - 1];
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
