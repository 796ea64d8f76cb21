package traceglass.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import traceglass.app.io.Failure;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;

/// Options of commands that run SQL.
public final class SqlFlags {

    @Option(names = "--allow-files", description = CliTexts.ALLOW_FILES)
    boolean allowFiles;

    @Option(names = "--modules", paramLabel = "DIR", description = CliTexts.MODULES)
    List<Path> modules = new ArrayList<>();

    /// Returns what statements are allowed to do.
    public SqlPolicy policy() {
        return allowFiles ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
    }

    /// Returns the library in which modules are found.
    public ModuleLibrary library() throws Failure {
        for (Path folder : modules) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(Files.exists(folder) ? CliTexts.notAFolder(folder) : CliTexts.doesNotExist(folder));
            }
        }
        // A later folder overrides earlier ones.
        return new ModuleLibrary(modules);
    }
}
