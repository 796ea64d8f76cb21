package traceglass.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import traceglass.app.io.Failure;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;

/// The options of commands that run SQL.
public final class SqlFlags {

    @Option(
            names = "--allow-files",
            description = "Let the SQL read and write files, attach databases and change settings.")
    boolean allowFiles;

    @Option(
            names = "--modules",
            paramLabel = "DIR",
            description =
                    "A folder of SQL modules for INCLUDE PERFETTO MODULE: a.b is its file a/b.sql. It comes before the"
                            + " built-in ones; may be given more than once.")
    List<Path> modules = new ArrayList<>();

    /// What statements may do.
    public SqlPolicy policy() {
        return allowFiles ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
    }

    /// Where modules are found.
    public ModuleLibrary library() throws Failure {
        for (Path folder : modules) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(folder + (Files.exists(folder) ? " is no folder of modules" : " does not exist"));
            }
        }
        // The folder named last wins over those before it.
        return new ModuleLibrary(modules);
    }
}
