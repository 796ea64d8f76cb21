package traceglass.app.cli.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import traceglass.app.io.Failure;

/// Permissions and modules for the queries of clients.
final class ServedSql {

    @Option(names = "--allow-files", description = ServeTexts.ALLOW_FILES)
    boolean allowFiles;

    @Option(names = "--modules", paramLabel = "DIR", description = ServeTexts.MODULES)
    List<Path> modules = List.of();

    @Option(
            names = {"--add-sql-package", "--override-sql-package"},
            paramLabel = "NAME=DIR",
            description = ServeTexts.PACKAGE)
    List<String> packages = List.of();

    /// Returns the modules of the packages by name.
    ///
    /// @throws Failure if a folder does not exist
    Map<String, String> packageModules() throws Failure {
        Map<String, String> modules = new LinkedHashMap<>();
        for (String text : packages) {
            modules.putAll(SqlPackage.parse(text).modules());
        }
        return modules;
    }

    /// Returns the folders with modules.
    ///
    /// @throws Failure if one does not exist
    List<Path> folders() throws Failure {
        for (Path folder : modules) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(ServeTexts.notAFolder(folder));
            }
        }
        return modules;
    }
}
