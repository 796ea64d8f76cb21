package traceglass.ingest.instruments;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/// Replaces the percent signs in names of attributes, such as `resident-%`, which Instruments writes although XML
/// does not allow them.
final class AttributeNameFilter extends FilterReader {

    private static final int MAX_START = "<![CDATA[".length();

    private boolean isInTag;
    private char quote;
    /// First characters of the tag.
    private final StringBuilder start = new StringBuilder(MAX_START);
    /// End of the open comment, section or instruction, in which all characters are allowed; "" if none is open.
    private String end = "";
    /// Number of characters of [#end] that have been matched.
    private int matched;

    AttributeNameFilter(Reader in) {
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
        if (!end.isEmpty()) {
            matchEnd(c);
        } else if (!isInTag) {
            if (c == '<') {
                isInTag = true;
                start.setLength(0);
                start.append(c);
            }
        } else if (quote != 0) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '>') {
            isInTag = false;
        } else if (c == '%') {
            return '_';
        } else if (start.length() == 1 || start.charAt(1) == '!' && start.length() < MAX_START) {
            start.append(c);
            end = endOf(start.toString());
            matched = 0;
        }
        return c;
    }

    /// Returns the end of a comment, CDATA section or instruction; "" for an element.
    private static String endOf(String start) {
        return switch (start) {
            case "<!--" -> "-->";
            case "<![CDATA[" -> "]]>";
            case "<?" -> "?>";
            default -> "";
        };
    }

    private void matchEnd(char c) {
        if (c == end.charAt(matched)) {
            matched++;
            if (matched == end.length()) {
                end = "";
                isInTag = false;
            }
        } else if (c != end.charAt(0)) {
            // A further hyphen or bracket, as in `--->`, does not change the number of matched characters.
            matched = 0;
        }
    }
}
