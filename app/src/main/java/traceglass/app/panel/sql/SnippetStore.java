package traceglass.app.panel.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Queries with a name: those that a person saved, kept in a file of SQL that people can read and edit, and the
/// examples that come with the program. Before each query stands a line `--@ name`. A file that cannot be read is the
/// same as none. Used on one thread.
final class SnippetStore {

    private static final String MARK = "--@ ";
    private static final System.Logger LOG = System.getLogger(SnippetStore.class.getName());
    private static final Map<Path, SnippetStore> SHARED = new HashMap<>();
    private static final List<Snippet> EXAMPLES = readExamples();

    /// A query.
    ///
    /// @param isOwn whether a person saved it
    record Snippet(String name, String sql, boolean isOwn) {}

    private final Path file;
    private final List<Snippet> own = new ArrayList<>();
    /// One thread, so that an older state never overwrites a newer one.
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("sql-snippets").factory());

    /// @param file where they are kept, or null for nowhere
    SnippetStore(Path file) {
        this.file = file;
        if (file != null && Files.isRegularFile(file)) {
            try {
                own.addAll(parse(Files.readString(file), true));
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "cannot read " + file, e);
            }
        }
    }

    /// The one store of a file, so that windows that are open at the same time have the same queries. For the
    /// JavaFX thread.
    ///
    /// @param file where they are kept, or null for nowhere
    static SnippetStore shared(Path file) {
        return file == null ? new SnippetStore(null) : SHARED.computeIfAbsent(file.toAbsolutePath(), SnippetStore::new);
    }

    /// The examples that come with the program.
    static List<Snippet> examples() {
        return EXAMPLES;
    }

    /// What was saved, by name, and then the examples.
    List<Snippet> all() {
        List<Snippet> all = new ArrayList<>(own);
        all.sort(Comparator.comparing(Snippet::name, String.CASE_INSENSITIVE_ORDER));
        all.addAll(EXAMPLES);
        return all;
    }

    /// Keeps a query; one that was saved under the same name is replaced.
    void save(String name, String sql) {
        String line = name.replaceAll("\\s+", " ").strip();
        own.removeIf(s -> s.name.equalsIgnoreCase(line));
        own.add(new Snippet(line, sql.strip(), true));
        write();
    }

    /// Forgets a query that was saved.
    void delete(Snippet snippet) {
        if (own.remove(snippet)) {
            write();
        }
    }

    private void write() {
        if (file == null) {
            return;
        }
        String text = format(own);
        writer.execute(() -> {
            try {
                Files.createDirectories(file.getParent());
                Path fresh = Files.createTempFile(file.getParent(), "sql-snippets", ".tmp");
                Files.writeString(fresh, text);
                Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "cannot keep the saved queries in " + file, e);
            }
        });
    }

    static String format(List<Snippet> snippets) {
        StringBuilder out = new StringBuilder();
        for (Snippet s : snippets) {
            // A line of the query that looks like a mark is moved in by one space, so that it stays a line
            // of the query.
            out.append(MARK)
                    .append(s.name)
                    .append('\n')
                    .append(s.sql.replaceAll("(?m)^(?=" + MARK + ")", " "))
                    .append("\n\n");
        }
        return out.toString();
    }

    static List<Snippet> parse(String text, boolean isOwn) {
        List<Snippet> found = new ArrayList<>();
        String name = null;
        StringBuilder sql = new StringBuilder();
        for (String line : (text + "\n" + MARK).split("\n", -1)) {
            if (!line.startsWith(MARK)) {
                sql.append(line).append('\n');
                continue;
            }
            if (name != null && !sql.toString().isBlank()) {
                found.add(new Snippet(name, sql.toString().strip(), isOwn));
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
