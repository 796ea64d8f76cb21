package traceglass.ingest.gpuprofile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Line of a table with comma-separated values and names of columns, such as `"Kind","Agent_Id"`.
final class RocprofTable {

    /// Marks a missing number.
    static final long MISSING = Long.MIN_VALUE;

    private static final int MAX_COLUMNS = 2000;

    private final List<String> names;
    private final Map<String, Integer> columns = new HashMap<>();
    private List<String> line = List.of();

    RocprofTable(String header) {
        names = split(header);
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i);
        }
    }

    /// Returns the values of a line, in which values with commas are in quotes.
    static List<String> split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                values.add(value.toString().strip());
                value.setLength(0);
                if (values.size() >= MAX_COLUMNS) {
                    return values;
                }
            } else if (c != '\uFEFF') {
                value.append(c);
            }
        }
        values.add(value.toString().strip());
        return values;
    }

    boolean has(String... wanted) {
        for (String name : wanted) {
            if (!columns.containsKey(name.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /// Sets the line whose values are returned. Returns false if it has fewer values than columns.
    boolean read(String text) {
        line = split(text);
        return line.size() >= names.size();
    }

    List<String> columns() {
        return names;
    }

    /// Returns a value of the line, "" if there is no such column.
    String text(String column) {
        Integer index = columns.get(column.toLowerCase(Locale.ROOT));
        return index == null || index >= line.size() ? "" : line.get(index);
    }

    /// Returns the value of a column by its position.
    String text(int column) {
        return column < line.size() ? line.get(column) : "";
    }

    /// Returns a value as an integer, [#MISSING] if it is none.
    long number(String column) {
        return parse(text(column), MISSING);
    }

    long number(String column, long missing) {
        return parse(text(column), missing);
    }

    static long parse(String text, long missing) {
        try {
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return missing;
        }
    }
}
