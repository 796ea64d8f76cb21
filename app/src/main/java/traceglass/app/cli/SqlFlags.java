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

    @Option(
            names = "--allow-files",
            description = "Allow SQL to read and write files, attach databases and change settings.")
    boolean allowFiles;

    @Option(
            names = "--modules",
            paramLabel = "DIR",
            description = "Folder with SQL modules for INCLUDE PERFETTO MODULE; module a.b is file a/b.sql. Overrides"
                    + " built-in modules. May be repeated.")
    List<Path> modules = new ArrayList<>();

    /// Returns what statements are allowed to do.
    public SqlPolicy policy() {
        return allowFiles ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
    }

    /// Returns the library in which modules are found.
    public ModuleLibrary library() throws Failure {
        for (Path folder : modules) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(folder + (Files.exists(folder) ? " is not a folder" : " does not exist"));
            }
        }
        // A later folder overrides earlier ones.
        return new ModuleLibrary(modules);
    }
}
