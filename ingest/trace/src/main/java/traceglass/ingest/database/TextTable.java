package traceglass.ingest.database;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Beginning of a text table: a header, and rows with the same number of values.
///
/// @param separator between values
/// @param skipped number of lines before the header
record TextTable(char separator, int skipped) {

    private static final char[] SEPARATORS = {',', '\t', ';', '|'};
    private static final int MAX_ROWS = 5;
    private static final int MAX_NAME = 100;
    private static final int MAX_SKIPPED = 20;

    /// Returns the layout of the table at the start of a file, or null.
    static TextTable of(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
                return null;
            }
        }
        String text = new String(head, StandardCharsets.UTF_8);
        List<String> lines = lines(text.startsWith("\ufeff") ? text.substring(1) : text);
        int skipped = 0;
        while (skipped < lines.size() && skipped < MAX_SKIPPED && isComment(lines.get(skipped))) {
            skipped++;
        }
        List<String> table = lines.subList(skipped, lines.size());
        for (char separator : SEPARATORS) {
            if (isTable(table, separator)) {
                return new TextTable(separator, skipped);
            }
        }
        return null;
    }

    private static boolean isComment(String line) {
        return line.isBlank() || line.startsWith("#");
    }

    /// Returns the first complete lines. A quoted value may contain line breaks, which do not end a line.
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        boolean isQuoted = false;
        int from = 0;
        for (int i = 0; i < text.length() && lines.size() < MAX_SKIPPED + MAX_ROWS; i++) {
            char c = text.charAt(i);
            isQuoted ^= c == '"';
            if (c == '\n' && !isQuoted) {
                lines.add(text.substring(from, i > from && text.charAt(i - 1) == '\r' ? i - 1 : i));
                from = i + 1;
            }
        }
        // The last of these lines may be cut off.
        if (text.length() < 1 << 13 && from < text.length() && !isQuoted && lines.size() < MAX_SKIPPED) {
            lines.add(text.substring(from));
        }
        return lines;
    }

    private static boolean isTable(List<String> lines, char separator) {
        if (lines.size() < 2) {
            return false;
        }
        List<String> names = values(lines.getFirst(), separator);
        if (names.size() < 2 || !areNames(names)) {
            return false;
        }
        int rows = 0;
        for (String line : lines.subList(1, Math.min(lines.size(), MAX_ROWS + 1))) {
            List<String> values = values(line, separator);
            if (!line.isEmpty() && values.size() != names.size()) {
                return false;
            }
            rows += line.isEmpty() ? 0 : 1;
        }
        return rows > 0;
    }

    private static boolean areNames(List<String> names) {
        Set<String> distinct = new HashSet<>();
        for (String name : names) {
            boolean isName = !name.isBlank()
                    && name.length() <= MAX_NAME
                    && !TimeValues.isNumber(name)
                    && !TimeValues.isDate(name)
                    && name.indexOf('{') < 0
                    && name.indexOf('=') < 0;
            if (!isName || !distinct.add(name)) {
                return false;
            }
        }
        return true;
    }

    private static List<String> values(String line, char separator) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == separator && !isQuoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return values;
    }
}
