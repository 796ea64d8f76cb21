package traceglass.ingest.presentmon;

import java.util.ArrayList;
import java.util.List;

/// Splits the lines of tables whose values are separated by commas.
final class CsvLine {

    private CsvLine() {}

    /// Returns the values of a line. Values with commas are quoted, and quotes in them are doubled.
    static List<String> split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                values.add(value.toString().strip());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString().strip());
        return values;
    }
}
