package traceglass.app.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Lists the Java sources of all modules, for tests that read them.
public final class ProjectSources {

    private ProjectSources() {}

    /// Returns the folder of the repository. Tests run in the folder of their module.
    public static Path repository() {
        return Path.of("..").toAbsolutePath().normalize();
    }

    /// Returns the folders with the sources of all modules, such as `app/src/main/java`.
    ///
    /// @param kinds `main`, `test`, or both
    public static List<Path> roots(String... kinds) throws IOException {
        List<Path> roots = new ArrayList<>();
        for (Path module : modules()) {
            for (String kind : kinds) {
                Path root = module.resolve("src").resolve(kind).resolve("java");
                if (Files.isDirectory(root)) {
                    roots.add(root);
                }
            }
        }
        return roots;
    }

    /// Returns the sources of all modules.
    ///
    /// @param kinds `main`, `test`, or both
    public static List<Path> files(String... kinds) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path root : roots(kinds)) {
            files.addAll(filesBelow(root));
        }
        return files;
    }

    /// Returns the sources below a folder, sorted.
    public static List<Path> filesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    /// Modules are folders of the repository, and folders one level below them.
    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.walk(repository(), 2)) {
            return folders.filter(f -> Files.exists(f.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }
}
