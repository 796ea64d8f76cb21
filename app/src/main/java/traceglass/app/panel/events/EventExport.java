package traceglass.app.panel.events;

import java.io.IOException;
import java.io.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Writes events of a list as text, as many as there are, with little memory.
final class EventExport {

    private static final int BATCH = 4096;

    private EventExport() {}

    /// @param tabs      whether values are parted by tabs, without quotes, as other programs take it from the clipboard; else by commas
    /// @param cancelled asked now and then; then the rest is left out
    static void write(Connection connection, EventKind kind, long[] keys, boolean tabs, Writer out, BooleanSupplier cancelled)
            throws SQLException, IOException {
        List<EventColumn> columns = kind.columns();
        String separator = tabs ? "\t" : ",";
        out.write(String.join(separator, columns.stream().map(EventColumn::name).toList()));
        out.write('\n');
        for (int from = 0; from < keys.length && !cancelled.getAsBoolean(); from += BATCH) {
            long[] batch = Arrays.copyOfRange(keys, from, Math.min(keys.length, from + BATCH));
            Map<Long, EventRow> rows = EventRow.read(connection, kind, batch, true);
            for (long key : batch) {
                EventRow row = rows.get(key);
                if (row == null) {
                    continue;
                }
                for (int i = 0; i < columns.size(); i++) {
                    if (i > 0) {
                        out.write(separator);
                    }
                    String value = row.values()[i] == null ? "" : columns.get(i).look() == EventColumn.Look.LEVEL ? word(kind, row.values()[i]) : row.values()[i];
                    out.write(tabs ? value.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ') : quoted(value));
                }
                out.write('\n');
            }
        }
    }

    private static String word(EventKind kind, String level) {
        return kind.levels().stream().filter(l -> Integer.toString(l.value()).equals(level)).map(EventKind.Level::word).findFirst().orElse(level);
    }

    /// RFC 4180: quotes around what has a comma, a quote or a line break in it.
    private static String quoted(String value) {
        return value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r') ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
