package traceglass.sql.modules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import traceglass.store.text.Spelling;

/// Modules that INCLUDE PERFETTO MODULE can find: the standard modules, next to this class in `stdlib`, and those in
/// the user's folders, which take precedence. `a.b.c` is the file `a/b/c.sql`.
public final class ModuleLibrary {
    private static final String ROOT = "stdlib";

    private static final Pattern DEFINITION = Pattern.compile(
            "(?im)^\\s*CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:PERFETTO|VIRTUAL)\\s+(?:TABLE|VIEW|FUNCTION|MACRO)\\s+"
                    + "(\\w+)");

    /// Names of module files may contain characters that SQL does not allow in names.
    private static final Pattern NAME = Pattern.compile("[^.*]+(\\.[^.*]+)*");

    private final List<Path> folders;
    private Map<String, String> definitions;
    private SortedMap<String, Source> modules;

    /// Location of a module's text: a file of the user, a resource, or the text itself.
    private record Source(Path file, String resource, String content) {
        String text() throws IOException {
            if (content != null) {
                return content;
            }
            if (file != null) {
                return Files.readString(file);
            }
            try (InputStream in = ModuleLibrary.class.getResourceAsStream(resource)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    /// Creates a library of the standard modules only.
    public ModuleLibrary() {
        this(List.of());
    }

    /// @param folders folders with modules of the user, such as a checkout of Perfetto's library
    public ModuleLibrary(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /// Names of all modules, in order.
    public synchronized List<String> names() {
        return List.copyOf(modules().keySet());
    }

    /// Adds a module, or replaces the one with this name. Sessions that have already included the old module
    /// keep it.
    ///
    /// @throws IllegalArgumentException if the name is not made of parts separated by dots, or the text is null
    public synchronized void add(String module, String text) {
        String problem = problemOf(module);
        if (problem != null || text == null) {
            throw new IllegalArgumentException(problem != null ? problem : "The text of module " + module + " is null");
        }
        modules().put(module, new Source(null, null, text));
        definitions = null;
    }

    /// Returns the reason why a module can't have a name; null if it can.
    public static String problemOf(String module) {
        if (module == null || module.isBlank()) {
            return "A module needs a name, such as my.module";
        }
        return NAME.matcher(module).matches()
                ? null
                : "'" + module + "' can't be the name of a module; an example is my.module";
    }

    /// Returns the text of a module, or null if there is none with this name.
    public synchronized String text(String module) throws IOException {
        Source source = modules().get(module);
        return source == null ? null : source.text();
    }

    /// Returns the module that defines a table, view, function or macro with this name; null if there is none, or
    /// it cannot be determined.
    public synchronized String definingModule(String name) {
        return definitions().get(name.toLowerCase(Locale.ROOT));
    }

    /// Modules by the lower-case names of the tables, views, functions and macros that they define.
    public synchronized Map<String, String> definitions() {
        if (definitions == null) {
            Map<String, String> found = new HashMap<>();
            for (String module : modules().keySet()) {
                try {
                    DEFINITION
                            .matcher(text(module))
                            .results()
                            .forEach(m -> found.putIfAbsent(m.group(1).toLowerCase(Locale.ROOT), module));
                } catch (IOException e) {
                    // Only a hint, so the error is ignored.
                }
            }
            definitions = Map.copyOf(found);
        }
        return definitions;
    }

    /// Returns whether a module is a standard module, as opposed to one in a folder of the user.
    public synchronized boolean isStandardModule(String module) {
        Source source = modules().get(module);
        return source != null && source.resource != null;
    }

    /// Returns the modules that a name represents: the module itself, or for a name ending in `.*` all modules with
    /// that prefix.
    public List<String> matching(String name) {
        if (!name.endsWith(".*") && !name.equals("*")) {
            return modules().containsKey(name) ? List.of(name) : List.of();
        }
        String prefix = name.substring(0, name.length() - 1);
        return modules().keySet().stream().filter(m -> m.startsWith(prefix)).toList();
    }

    /// Returns the message for an unknown module, with the most similar name.
    public String noSuchModule(String name) {
        String nearest = Spelling.nearest(name, modules().keySet());
        return "no such module: " + name + (nearest == null ? "" : ". Did you mean " + nearest + "?");
    }

    private synchronized SortedMap<String, Source> modules() {
        if (modules == null) {
            SortedMap<String, Source> found = new TreeMap<>();
            try {
                addBundled(found);
            } catch (IOException | URISyntaxException e) {
                throw new IllegalStateException("the standard modules can't be listed", e);
            }
            for (Path folder : folders) {
                try {
                    listModules(folder, false, found);
                } catch (IOException | UncheckedIOException e) {
                    // An unreadable folder has no modules; including one then reports that it does
                    // not exist.
                }
            }
            modules = found;
        }
        return modules;
    }

    private static void addBundled(SortedMap<String, Source> into) throws IOException, URISyntaxException {
        URL url = ModuleLibrary.class.getResource(ROOT);
        if (url == null) {
            return;
        }
        URI uri = url.toURI();
        if (!uri.getScheme().equals("jar")) {
            listModules(Path.of(uri), true, into);
            return;
        }
        // A private view of the jar: a file system found by its URI would be shared with, and could be closed
        // by, others.
        String location = uri.getRawSchemeSpecificPart();
        int separator = location.indexOf('!');
        try (FileSystem jar = FileSystems.newFileSystem(Path.of(URI.create(location.substring(0, separator))))) {
            listModules(jar.getPath(location.substring(separator + 1)), true, into);
        }
    }

    private static void listModules(Path root, boolean isBundled, SortedMap<String, Source> into) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(p -> p.toString().endsWith(".sql")).forEach(files::add);
        }
        for (Path file : files) {
            String path = root.relativize(file).toString().replace('\\', '/');
            String module = path.substring(0, path.length() - ".sql".length()).replace('/', '.');
            into.put(module, isBundled ? new Source(null, ROOT + "/" + path, null) : new Source(file, null, null));
        }
    }
}
