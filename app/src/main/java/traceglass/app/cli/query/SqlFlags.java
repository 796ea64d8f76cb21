package traceglass.app.cli.query;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.serve.SqlPackage;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;

/// Options of commands that run SQL.
public final class SqlFlags {

    private boolean allowFiles;
    private List<Path> modules = new ArrayList<>();
    private List<String> packages = new ArrayList<>();

    /// Adds these options to a command.
    void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.flag("--allow-files", () -> allowFiles, v -> allowFiles = v)
                .description(QueryTexts.ALLOW_FILES)
                .build());
        spec.addOption(OptionSpecs.list("--modules", Path.class, () -> modules, v -> modules = v)
                .paramLabel("DIR")
                .description(QueryTexts.MODULES)
                .build());
        spec.addOption(OptionSpecs.list("--add-sql-package", String.class, () -> packages, v -> packages = v)
                .names("--add-sql-package", "--override-sql-package")
                .paramLabel("NAME=DIR")
                .description(QueryTexts.PACKAGE)
                .build());
    }

    /// Returns the permissions of statements.
    public SqlPolicy policy() {
        return allowFiles ? SqlPolicy.WITH_FILES : SqlPolicy.TRACE_ONLY;
    }

    /// Returns the library in which modules are found.
    public ModuleLibrary library() throws Failure {
        for (Path folder : modules) {
            if (!Files.isDirectory(folder)) {
                throw new Failure(
                        Files.exists(folder) ? QueryTexts.notAFolder(folder) : QueryTexts.doesNotExist(folder));
            }
        }
        // A later folder overrides earlier ones.
        ModuleLibrary library = new ModuleLibrary(modules);
        for (String text : packages) {
            SqlPackage.parse(text).modules().forEach(library::add);
        }
        return library;
    }
}
