package traceglass.ingest.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// The lines of a text, with bounded memory: of a line that is longer than any that a trace has, only the beginning is
/// given. Lines end with a line feed, a carriage return or both.
public final class TextLines implements AutoCloseable {

    /// Longest line given whole, in chars: what tools write into one line of their HTML is shorter.
    public static final int LONGEST = 16 << 20;

    private final Reader in;
    private final char[] buffer = new char[1 << 15];
    private int position;
    private int limit;
    private boolean afterReturn;

    /// @param in bytes of UTF-8; what is none becomes replacement characters
    public TextLines(InputStream in) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    /// The next line without its end, null when there is none.
    public String next() throws IOException {
        StringBuilder line = null;
        while (true) {
            if (position == limit && !fill()) {
                return line == null ? null : line.toString();
            }
            if (afterReturn) {
                afterReturn = false;
                if (buffer[position] == '\n') {
                    position++;
                    continue;
                }
            }
            int end = position;
            while (end < limit && buffer[end] != '\n' && buffer[end] != '\r') {
                end++;
            }
            boolean ended = end < limit;
            if (line == null && ended) {
                String whole = new String(buffer, position, end - position);
                take(end);
                return whole;
            }
            line = line == null ? new StringBuilder() : line;
            line.append(buffer, position, Math.min(end - position, LONGEST - line.length()));
            if (ended) {
                take(end);
                return line.toString();
            }
            position = end;
        }
    }

    private void take(int end) {
        afterReturn = buffer[end] == '\r';
        position = end + 1;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer, 0, buffer.length));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
