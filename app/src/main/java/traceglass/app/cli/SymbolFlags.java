package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.symbols.SymbolChoices;
import traceglass.app.symbols.SymbolRun;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Options of all commands that open a trace: where the names of its functions come from.
public final class SymbolFlags {

    @Option(
            names = "--symbols",
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = "Folder with unstripped binaries or Breakpad files, found by build id; may be repeated.")
    List<Path> folders;

    @Option(
            names = "--mapping",
            scope = ScopeType.INHERIT,
            paramLabel = "[PKG=]FILE",
            description = "Mapping file of R8 or ProGuard, of one Android package or all; may be repeated.")
    List<String> mappings;

    @Option(
            names = "--kernel-symbols",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "A copy of /proc/kallsyms, or a System.map.")
    Path kernel;

    @Option(
            names = "--debuginfod",
            scope = ScopeType.INHERIT,
            description = "Ask the servers in DEBUGINFOD_URLS, which tells them the build ids of the trace.")
    boolean debuginfod;

    private SymbolChoices choices() {
        return new SymbolChoices(
                folders == null ? List.of() : folders,
                mappings == null
                        ? List.of()
                        : mappings.stream()
                                .map(SymbolChoices.MappingFile::parse)
                                .toList(),
                kernel,
                debuginfod);
    }

    /// Adds symbols to a trace, if these options ask for it. They stay in the cache, so that later openings have
    /// them without these options.
    ///
    /// @param trace a trace, a project, or null
    /// @return the options
    StoreOptions applied(Path trace, StoreOptions options) throws Failure {
        SymbolChoices choices = choices();
        if (choices.isEmpty() || trace == null) {
            return options;
        }
        check(choices);
        Path file = TraceArgument.fileOf(trace);
        try {
            SymbolRun.Lack lack;
            try (TraceStore opened = TraceArgument.open(file, options).store()) {
                lack = TraceQueries.query(opened, SymbolRun.Lack::read);
            }
            SymbolRun.Report report = SymbolRun.run(file, options, lack, choices, (what, done, of) -> {}, () -> false);
            report.problems()
                    .forEach((name, why) -> System.err.println(
                            "traceglass: " + CommandOutput.oneLine(name) + ": " + CommandOutput.oneLine(why)));
            return options;
        } catch (QueryException e) {
            throw new Failure("can't use the database of the trace: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure("can't add symbols to " + file + ": " + CommandOutput.reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private static void check(SymbolChoices choices) throws Failure {
        for (Path folder : choices.folders()) {
            if (!Files.exists(folder)) {
                throw new Failure(folder + " does not exist; --symbols needs a folder with binaries");
            }
        }
        if (choices.kernel() != null && !Files.isReadable(choices.kernel())) {
            throw new Failure(choices.kernel() + " can't be read; --kernel-symbols needs a copy of /proc/kallsyms");
        }
    }
}
