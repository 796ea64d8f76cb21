package traceglass.app.panel.sql.saved;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.app.settings.StateFile;

/// History of queries, newest first, stored in a readable SQL file. Each query follows a line `--@ time rows
/// milliseconds`. If the file cannot be read, the history is empty.
public final class QueryHistory {

    /// Maximum number of stored queries.
    private static final int MAX_QUERIES = 200;
    private static final String MARK = "--@ ";

    /// Query that was run.
    ///
    /// @param rows number of rows of its last result, −1 if it failed
    /// @param ms duration in milliseconds
    public record Entry(Instant time, long rows, long ms, String sql) {}

    private final StateFile file;
    private final List<Entry> entries = new ArrayList<>();

    /// Creates a history.
    ///
    /// @param file the file, or null to store nothing
    public QueryHistory(@Nullable Path file) {
        this.file = new StateFile(file);
        entries.addAll(parse(this.file.read()));
    }

    /// Entries, newest first.
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /// Adds a query and removes an earlier equal one.
    public void add(Entry entry) {
        if (entry.sql.isBlank()) {
            return;
        }
        entries.removeIf(e -> e.sql.equals(entry.sql));
        entries.addFirst(entry);
        if (entries.size() > MAX_QUERIES) {
            entries.removeLast();
        }
        file.write(format(entries));
    }

    /// Returns the text of a history file with these entries; times are truncated to seconds.
    static String format(List<Entry> entries) {
        StringBuilder out = new StringBuilder();
        for (Entry e : entries) {
            out.append(MARK)
                    .append(e.time.truncatedTo(ChronoUnit.SECONDS))
                    .append(' ')
                    .append(e.rows)
                    .append(' ')
                    .append(e.ms)
                    .append('\n');
            // A query line that looks like a marker is indented by one space to distinguish it from markers.
            out.append(e.sql.replaceAll("(?m)^(?=" + MARK + ")", " ")).append("\n\n");
        }
        return out.toString();
    }

    /// Reads the text of a history file; entries with an unreadable marker line are skipped.
    static List<Entry> parse(String text) {
        List<Entry> found = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].startsWith(MARK)) {
                continue;
            }
            StringBuilder sql = new StringBuilder();
            int j = i + 1;
            for (; j < lines.length && !lines[j].startsWith(MARK); j++) {
                sql.append(lines[j]).append('\n');
            }
            String[] header = lines[i].substring(MARK.length()).split(" ");
            try {
                found.add(new Entry(
                        Instant.parse(header[0]),
                        Long.parseLong(header[1]),
                        Long.parseLong(header[2]),
                        sql.toString().stripTrailing()));
            } catch (DateTimeParseException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                System.getLogger(QueryHistory.class.getName())
                        .log(System.Logger.Level.DEBUG, "not a query of the history: {0}", lines[i]);
            }
            i = j - 1;
        }
        return found;
    }
}
