package traceglass.ingest.text;

import java.util.ArrayList;
import java.util.List;

/// Splits lines of comma-separated values (RFC 4180, without line breaks in values).
public final class QuotedValues {

    private static final int MAX_COLUMNS = 2000;

    private QuotedValues() {}

    /// Returns the values of a line. Values with commas are in quotes, in which quotes are doubled.
    public static List<String> split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
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
}
