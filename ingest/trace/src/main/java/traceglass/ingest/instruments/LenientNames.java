package traceglass.ingest.instruments;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/// Replaces the percent signs in names of attributes, such as `resident-%`, which Instruments writes although XML
/// does not allow them.
final class LenientNames extends FilterReader {

    private boolean inTag;
    private char quote;

    LenientNames(Reader in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int c = in.read();
        return c < 0 ? c : replace((char) c);
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int n = in.read(buffer, offset, length);
        for (int i = offset; i < offset + n; i++) {
            buffer[i] = replace(buffer[i]);
        }
        return n;
    }

    private char replace(char c) {
        if (!inTag) {
            inTag = c == '<';
        } else if (quote != 0) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            inTag = false;
        } else if (c == '%') {
            return '_';
        }
        return c;
    }
}
