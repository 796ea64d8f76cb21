package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.text.QuotedValues;

/// Table with comma-separated values and a header such as `"Kind","Agent_Id"`, positioned at one line.
final class RocprofTable {

    /// Result for a missing number.
    static final long MISSING = Long.MIN_VALUE;

    private final List<String> names;
    private final Map<String, Integer> columns = new HashMap<>();
    private List<String> line = List.of();

    RocprofTable(String header) {
        names = QuotedValues.split(header);
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i);
        }
    }

    boolean has(String... names) {
        for (String name : names) {
            if (!columns.containsKey(name.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /// Moves to this line. Returns false if it has fewer values than there are columns.
    boolean read(String text) {
        line = QuotedValues.split(text);
        return line.size() >= names.size();
    }

    List<String> columns() {
        return names;
    }

    /// Returns a value of the line; "" if there is no such column.
    String text(String column) {
        Integer index = columns.get(column.toLowerCase(Locale.ROOT));
        return index == null || index >= line.size() ? "" : line.get(index);
    }

    /// Returns the value of the column at an index.
    String text(int column) {
        return column < line.size() ? line.get(column) : "";
    }

    /// Returns a value as an integer; [#MISSING] if it is not an integer.
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
