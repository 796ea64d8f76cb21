package traceglass.ingest.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.ingest.text.JsonHead;

/// Imports text with one JSON object per line, if the objects have a time. Events of Chrome's format are not read as
/// tables.
public final class JsonLinesImporter extends TableImporter {

    /// Keys that identify other formats.
    private static final Set<String> OTHER_FORMAT_KEYS =
            Set.of("ph", "traceEvents", "resourceSpans", "resourceMetrics", "resourceLogs");

    public JsonLinesImporter() {
        // Tried before the importer of Chrome's JSON, which accepts all objects.
        super("json_lines", "JSON lines", 109);
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        String text = new String(head, StandardCharsets.UTF_8);
        int first = text.indexOf('\n');
        int second = first < 0 ? -1 : text.indexOf('\n', first + 1);
        if (first < 2 || text.charAt(0) != '{' || !isObject(text.substring(0, first))) {
            return false;
        }
        String next =
                text.substring(first + 1, second < 0 ? text.length() : second).strip();
        if (!next.startsWith("{") || second >= 0 && !isObject(next)) {
            return false;
        }
        JsonHead json = JsonHead.of(text.substring(0, first).getBytes(StandardCharsets.UTF_8));
        List<TableColumn> columns = new ArrayList<>();
        for (String key : json.keys()) {
            if (OTHER_FORMAT_KEYS.contains(key)) {
                return false;
            }
            String value = json.value(key);
            columns.add(TableColumn.of(key, value == null || value.isEmpty() ? List.of() : List.of(value)));
        }
        return ColumnGuess.of(columns).hasTime();
    }

    private static boolean isObject(String line) {
        String text = line.strip();
        return text.startsWith("{") && text.endsWith("}");
    }

    @Override
    DuckTables open(Path file, byte[] head) throws IOException {
        return DuckTables.ofJsonLines(file);
    }
}
