package traceglass.sql.editor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Descriptions of tables and columns of traces, one sentence each, from the files `about/*.txt` next to this
/// class, one file per subject. A line contains a table's name, two spaces and the sentence; its columns are
/// indented below it. The table `*` contains default descriptions of columns, for names or for endings of names,
/// such as `*_ts`.
public final class Descriptions {

    private static final List<String> SUBJECTS =
            List.of("common", "events", "threads", "tracks", "frames", "memory", "samples", "system");
    private static final String ANYWHERE = "*";
    private static final Map<String, String> ALL = read();

    private Descriptions() {}

    /// Returns the description of a table or view; empty if there is none.
    public static String table(String name) {
        return ALL.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /// Returns the description of a table's column; empty if there is none.
    public static String column(String table, String column) {
        String name = column.toLowerCase(Locale.ROOT);
        String found = ALL.get(table.toLowerCase(Locale.ROOT) + "." + name);
        if (found == null) {
            found = ALL.get(ANYWHERE + "." + name);
        }
        for (int i = name.indexOf('_'); found == null && i >= 0; i = name.indexOf('_', i + 1)) {
            found = ALL.get(ANYWHERE + ".*" + name.substring(i));
        }
        return found == null ? "" : found;
    }

    private static Map<String, String> read() {
        Map<String, String> all = new HashMap<>();
        for (String subject : SUBJECTS) {
            try (InputStream file = Descriptions.class.getResourceAsStream("about/" + subject + ".txt");
                    BufferedReader in = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
                String table = "";
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (line.isBlank() || line.startsWith("#")) {
                        continue;
                    }
                    String[] parts = line.strip().split(" {2,}", 2);
                    boolean isColumn = line.startsWith(" ");
                    table = isColumn ? table : parts[0];
                    if (parts.length == 2) {
                        all.put(isColumn ? table + "." + parts[0] : table, parts[1]);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Map.copyOf(all);
    }
}
