package traceglass.app.cli.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import traceglass.app.io.Failure;

/// Permissions and modules for the queries of clients.
final class ServedSql {

    @Option(names = "--allow-files", description = ServeTexts.ALLOW_FILES)
    boolean allowFiles;

    @Option(names = "--modules", paramLabel = "DIR", description = ServeTexts.MODULES)
    List<Path> modules = List.of();

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
