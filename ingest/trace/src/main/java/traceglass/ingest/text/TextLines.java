package traceglass.ingest.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/// Reads the lines of a stream with bounded memory: lines longer than any in real traces are truncated. Lines end
/// with a line feed, a carriage return or both.
public final class TextLines implements AutoCloseable {

    /// Maximum line length in chars. The longest lines that tools write into their HTML are shorter.
    public static final int MAX_LINE_LENGTH = 16 << 20;

    private final Reader in;
    private final char[] buffer = new char[1 << 15];
    private int position;
    private int limit;
    private boolean isAfterReturn;

    /// @param in stream in UTF-8; invalid bytes become replacement characters
    public TextLines(InputStream in) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8);
    }

    /// Returns the next line without its line terminator; null at the end.
    public String next() throws IOException {
        StringBuilder line = null;
        while (true) {
            if (position == limit && !fill()) {
                return line == null ? null : line.toString();
            }
            if (isAfterReturn) {
                isAfterReturn = false;
                if (buffer[position] == '\n') {
                    position++;
                    continue;
                }
            }
            int end = position;
            while (end < limit && buffer[end] != '\n' && buffer[end] != '\r') {
                end++;
            }
            boolean hasEnded = end < limit;
            if (line == null && hasEnded) {
                String complete = new String(buffer, position, end - position);
                skipLineEnd(end);
                return complete;
            }
            line = line == null ? new StringBuilder() : line;
            line.append(buffer, position, Math.min(end - position, MAX_LINE_LENGTH - line.length()));
            if (hasEnded) {
                skipLineEnd(end);
                return line.toString();
            }
            position = end;
        }
    }

    private void skipLineEnd(int end) {
        isAfterReturn = buffer[end] == '\r';
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
