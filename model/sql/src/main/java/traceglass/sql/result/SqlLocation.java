package traceglass.sql.result;

import traceglass.sql.syntax.Token;

/// A location in SQL text, shown by its line and a pointer below it.
///
/// @param heading description of the text, such as "in module a.b"; empty for the text that was run
/// @param line 1-based
/// @param column 1-based
/// @param length number of characters that are marked, at least 1
/// @param text the line
public record SqlLocation(String heading, int line, int column, int length, String text) {
    private static final int WIDTH = 110;
    private static final int LEAD = 40;

    /// Returns the location of a token in its source.
    ///
    /// @param isAfter whether it is the location after the token
    public static SqlLocation of(String heading, Token location, boolean isAfter) {
        int end = Math.min(location.end(), location.source().length());
        return of(
                heading,
                location.source(),
                isAfter ? end : location.start(),
                isAfter ? 1 : location.text().length());
    }

    /// Returns the location at an offset of a text.
    public static SqlLocation of(String heading, String source, int offset, int length) {
        int position = Math.clamp(offset, 0, source.length());
        int line = 1;
        int start = 0;
        for (int i = 0; i < position; i++) {
            if (source.charAt(i) == '\n') {
                line++;
                start = i + 1;
            }
        }
        int end = source.indexOf('\n', position);
        end = end < 0 ? source.length() : end;
        int column = position - start + 1;
        return new SqlLocation(
                heading,
                line,
                column,
                Math.clamp(length, 1, Math.max(1, end - position)),
                source.substring(start, end));
    }

    /// Returns the same location in a text without its first lines.
    SqlLocation withoutFirstLines(int lines) {
        return heading.isEmpty() ? new SqlLocation(heading, line - lines, column, length, text) : this;
    }

    /// Returns the line with its number, and below it a pointer to the location. A long line is shortened to
    /// the text around the location.
    public String withPointer() {
        int from = Math.min(column - 1, text.length());
        int start = text.length() <= WIDTH ? 0 : Math.max(0, Math.min(from - LEAD, text.length() - WIDTH));
        int end = Math.min(text.length(), start + WIDTH);
        String number = Integer.toString(line);
        String margin = " ".repeat(number.length());
        String shown = (start > 0 ? "…" : "") + plain(text.substring(start, end)) + (end < text.length() ? "…" : "");
        int before = (start > 0 ? 1 : 0) + text.codePointCount(start, from);
        int to = Math.max(from, Math.min(from + length, end));
        String pointer = "^".repeat(Math.max(1, text.codePointCount(from, to)));
        return number + " | " + shown.stripTrailing() + "\n" + margin + " | " + " ".repeat(before) + pointer;
    }

    /// Replaces characters that would shift the pointer.
    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
