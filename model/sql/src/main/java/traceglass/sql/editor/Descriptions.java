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

/// What tables and columns of traces mean, each in a sentence: the files `about/*.txt` beside this class, laid out by
/// subject. A line there is a table's name, two spaces and the sentence; indented below it are its columns. The table
/// `*` has what columns mean wherever nothing else is said.
public final class Descriptions {

    private static final List<String> SUBJECTS =
            List.of("common", "events", "threads", "tracks", "frames", "memory", "samples", "system");
    private static final String ANYWHERE = "*";
    private static final Map<String, String> ALL = read();

    private Descriptions() {}

    /// What a table or view is; empty where nobody has said.
    public static String table(String name) {
        return ALL.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /// What a column of a table holds; empty where nobody has said.
    public static String column(String table, String column) {
        String own = ALL.get(table.toLowerCase(Locale.ROOT) + "." + column.toLowerCase(Locale.ROOT));
        return own != null ? own : ALL.getOrDefault(ANYWHERE + "." + column.toLowerCase(Locale.ROOT), "");
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
                    boolean column = line.startsWith(" ");
                    table = column ? table : parts[0];
                    if (parts.length == 2) {
                        all.put(column ? table + "." + parts[0] : table, parts[1]);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Map.copyOf(all);
    }
}
