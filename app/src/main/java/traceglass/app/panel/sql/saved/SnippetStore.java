package traceglass.app.panel.sql.saved;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.app.settings.StateFile;

/// Named queries: saved ones, stored in a readable SQL file, and built-in examples. Each query follows a
/// line `--@ name`. If the file cannot be read, there are no saved queries. Not thread-safe.
public final class SnippetStore {

    private static final String MARK = "--@ ";
    private static final Map<Path, SnippetStore> SHARED = new HashMap<>();
    private static final List<Snippet> EXAMPLES = readExamples();

    /// Named query.
    ///
    /// @param isSaved whether the user saved it
    public record Snippet(String name, String sql, boolean isSaved) {}

    private final StateFile file;
    private final List<Snippet> saved = new ArrayList<>();

    /// Creates a store.
    ///
    /// @param file the file, or null to store nothing
    public SnippetStore(@Nullable Path file) {
        this.file = new StateFile(file);
        saved.addAll(parse(this.file.read(), true));
    }

    /// The store shared by all windows that use the same file. Called on the JavaFX thread.
    ///
    /// @param file the file, or null to store nothing
    public static SnippetStore shared(@Nullable Path file) {
        return file == null ? new SnippetStore(null) : SHARED.computeIfAbsent(file.toAbsolutePath(), SnippetStore::new);
    }

    /// The built-in examples.
    public static List<Snippet> examples() {
        return EXAMPLES;
    }

    /// Saved queries by name, followed by the examples.
    public List<Snippet> all() {
        List<Snippet> all = new ArrayList<>(saved);
        all.sort(Comparator.comparing(Snippet::name, String.CASE_INSENSITIVE_ORDER));
        all.addAll(EXAMPLES);
        return all;
    }

    /// Saves a query, replacing the one with the same name.
    public void save(String name, String sql) {
        String line = name.replaceAll("\\s+", " ").strip();
        saved.removeIf(s -> s.name.equalsIgnoreCase(line));
        saved.add(new Snippet(line, sql.strip(), true));
        write();
    }

    /// Deletes a saved query.
    public void delete(Snippet snippet) {
        if (saved.remove(snippet)) {
            write();
        }
    }

    private void write() {
        file.write(format(saved));
    }

    /// Returns the text of a file with these queries.
    static String format(List<Snippet> snippets) {
        StringBuilder out = new StringBuilder();
        for (Snippet s : snippets) {
            // A query line that looks like a marker is indented by one space to distinguish it from markers.
            out.append(MARK)
                    .append(s.name)
                    .append('\n')
                    .append(s.sql.replaceAll("(?m)^(?=" + MARK + ")", " "))
                    .append("\n\n");
        }
        return out.toString();
    }

    /// Reads the text of a file with queries; names without a query are skipped.
    ///
    /// @param isSaved whether the user saved the queries, instead of built-in examples
    static List<Snippet> parse(String text, boolean isSaved) {
        List<Snippet> found = new ArrayList<>();
        String name = null;
        StringBuilder sql = new StringBuilder();
        for (String line : (text + "\n" + MARK).split("\n", -1)) {
            if (!line.startsWith(MARK)) {
                sql.append(line).append('\n');
                continue;
            }
            if (name != null && !sql.toString().isBlank()) {
                found.add(new Snippet(name, sql.toString().strip(), isSaved));
            }
            name = line.substring(MARK.length()).strip();
            sql.setLength(0);
        }
        return found;
    }

    private static List<Snippet> readExamples() {
        try (InputStream in = SnippetStore.class.getResourceAsStream("examples.sql")) {
            return List.copyOf(parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
