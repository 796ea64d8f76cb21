package traceglass.ingest.plugin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import traceglass.ingest.Importer;
import traceglass.store.database.ReadingOptions;

/// Folder with the user's importers in jars, and the user's decisions about them. A decision applies to the content of
/// a jar: a changed jar needs a new decision.
///
/// Decisions are stored in the file `importers.txt`, one per line: `allow` or `refuse`, the SHA-256 of the jar,
/// and its name.
public final class ImporterFolder {

    private static final String DECISIONS = "importers.txt";
    private static final String ALLOW = "allow";
    private static final String REFUSE = "refuse";

    private final Path folder;
    private final Path decisions;

    /// @param folder folder with the jars; may not exist
    /// @param choices folder of the file with the decisions
    public ImporterFolder(Path folder, Path choices) {
        this.folder = folder;
        decisions = choices.resolve(DECISIONS);
    }

    /// Returns the user's folder; empty if importers from jars are disabled.
    public static Optional<ImporterFolder> of(ReadingOptions reading) {
        return reading.importers() == null || reading.choices() == null
                ? Optional.empty()
                : Optional.of(new ImporterFolder(reading.importers(), reading.choices()));
    }

    public Path path() {
        return folder;
    }

    /// Returns the jars, sorted by name, without running any code in them.
    public List<ImporterJar> jars() {
        return contents().keySet().stream().toList();
    }

    private Map<ImporterJar, JarContent> contents() {
        Map<ImporterJar, JarContent> contents = new LinkedHashMap<>();
        Map<String, String> decided = null;
        for (Path file : files()) {
            try {
                JarContent content = JarContent.read(file);
                List<String> classes = content.importers();
                decided = decided == null ? decisions() : decided;
                String decision = decided.getOrDefault(content.sha256(), "");
                ImporterJar.State state = classes.isEmpty()
                        ? ImporterJar.State.UNUSABLE
                        : decision.startsWith(ALLOW)
                                ? ImporterJar.State.ALLOWED
                                : decision.startsWith(REFUSE) ? ImporterJar.State.REFUSED : ImporterJar.State.NEW;
                String problem = classes.isEmpty() ? "it lists no importer in " + JarContent.SERVICES : "";
                contents.put(new ImporterJar(file, content.sha256(), state, classes, problem), content);
            } catch (IOException e) {
                String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
                contents.put(new ImporterJar(file, "", ImporterJar.State.UNUSABLE, List.of(), reason), null);
            }
        }
        return contents;
    }

    private List<Path> files() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(f ->
                            f.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            logWarning("can't read " + folder, e);
            return List.of();
        }
    }

    /// Loads the importers of all allowed jars. Importers that don't work are skipped.
    public List<Importer> load() {
        List<Importer> loaded = new ArrayList<>();
        contents().forEach((jar, content) -> {
            if (jar.state() == ImporterJar.State.ALLOWED) {
                load(jar, content, loaded);
            }
        });
        return loaded;
    }

    private static void load(ImporterJar jar, JarContent content, List<Importer> loaded) {
        JarClassLoader loader = new JarClassLoader(content, Importer.class.getClassLoader());
        // Each error skips one importer.
        for (String name : jar.classes()) {
            try {
                Class<?> type = Class.forName(name, true, loader);
                if (type.getClassLoader() == loader) {
                    Importer importer = (Importer) type.getConstructor().newInstance();
                    loaded.add(new GuardedImporter(importer, jar.name()));
                }
            } catch (ReflectiveOperationException
                    | RuntimeException
                    | LinkageError
                    | StackOverflowError
                    | AssertionError e) {
                logWarning("an importer of " + jar.name() + " can't be used", e);
            }
        }
    }

    /// Allows the code of a jar to run from now on.
    public void allow(ImporterJar jar) throws IOException {
        decide(jar, ALLOW + " " + jar.sha256() + " " + jar.name());
    }

    /// Records that the code of a jar must never run and that the user is not to be asked again.
    public void refuse(ImporterJar jar) throws IOException {
        decide(jar, REFUSE + " " + jar.sha256() + " " + jar.name());
    }

    /// Revokes the decision about a jar.
    public void forget(ImporterJar jar) throws IOException {
        decide(jar, null);
    }

    private void decide(ImporterJar jar, String line) throws IOException {
        Map<String, String> all = decisions();
        all.remove(jar.sha256());
        if (line != null) {
            all.put(jar.sha256(), line);
        }
        Files.createDirectories(decisions.getParent());
        Path next = decisions.resolveSibling(DECISIONS + ".new");
        Files.write(next, all.values(), StandardCharsets.UTF_8);
        Files.move(next, decisions, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Returns the lines of the decisions file by digest. If the file can't be read, nothing is allowed.
    private Map<String, String> decisions() {
        Map<String, String> lines = new LinkedHashMap<>();
        try {
            if (Files.isRegularFile(decisions)) {
                for (String line : Files.readAllLines(decisions)) {
                    String[] words = line.strip().split(" ", 3);
                    if (words.length > 1) {
                        lines.put(words[1], line.strip());
                    }
                }
            }
        } catch (IOException e) {
            logWarning("can't read " + decisions, e);
        }
        return lines;
    }

    /// Returns a key for databases written with the allowed jars; empty if none is allowed.
    public String variant() {
        StringBuilder allowed = new StringBuilder();
        for (ImporterJar jar : jars()) {
            if (jar.state() == ImporterJar.State.ALLOWED) {
                allowed.append(" with ").append(jar.sha256());
            }
        }
        return allowed.toString();
    }

    /// Creates the logger only when needed: every command lists the jars, and creating a logger takes longer.
    private static void logWarning(String message, Throwable e) {
        System.getLogger(ImporterFolder.class.getName()).log(System.Logger.Level.WARNING, message, e);
    }
}
