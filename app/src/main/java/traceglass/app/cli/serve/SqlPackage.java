package traceglass.app.cli.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.sql.modules.ModuleLibrary;

/// A folder with SQL modules whose names start with the name of the package: file `a/b.sql` is module `NAME.a.b`.
///
/// @param name by default the name of the folder
public record SqlPackage(String name, Path folder) {

    /// Parses `DIR`, `DIR@NAME` as Perfetto's trace processor writes it, or `NAME=DIR`.
    public static SqlPackage parse(String text) {
        int equals = text.indexOf('=');
        if (equals > 0 && isName(text.substring(0, equals))) {
            return new SqlPackage(text.substring(0, equals), Path.of(text.substring(equals + 1)));
        }
        int at = text.lastIndexOf('@');
        if (at > 0 && isName(text.substring(at + 1))) {
            return new SqlPackage(text.substring(at + 1), Path.of(text.substring(0, at)));
        }
        Path folder = Path.of(text);
        return new SqlPackage(String.valueOf(folder.toAbsolutePath().normalize().getFileName()), folder);
    }

    private static boolean isName(String text) {
        return text.matches("[A-Za-z_]\\w*(\\.\\w+)*");
    }

    /// Returns the texts of the modules by name.
    ///
    /// @throws Failure if the folder does not exist or a file can't be read
    public Map<String, String> modules() throws Failure {
        if (!Files.isDirectory(folder)) {
            throw new Failure(ServeTexts.notAFolder(folder));
        }
        Map<String, String> modules = new LinkedHashMap<>();
        try {
            for (Path file : files()) {
                String path = folder.relativize(file).toString().replace('\\', '/');
                String module =
                        path.substring(0, path.length() - ".sql".length()).replace('/', '.');
                if (ModuleLibrary.problemOf(name + "." + module) == null) {
                    modules.put(name + "." + module, Files.readString(file));
                }
            }
        } catch (UncheckedIOException e) {
            throw new Failure(ServeTexts.cantReadModules(folder, CommandOutput.reason(e.getCause())), e);
        } catch (IOException e) {
            throw new Failure(ServeTexts.cantReadModules(folder, CommandOutput.reason(e)), e);
        }
        return modules;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.filter(p -> p.toString().endsWith(".sql")).forEach(files::add);
        }
        files.sort(null);
        return files;
    }
}
