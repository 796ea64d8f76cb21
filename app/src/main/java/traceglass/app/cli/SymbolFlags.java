package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.symbols.SymbolChoices;
import traceglass.app.symbols.SymbolRun;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Options of all commands that open a trace: sources of function names.
public final class SymbolFlags {

    private List<Path> folders;
    private List<String> mappings;
    private Path kernel;
    private boolean debuginfod;

    /// Adds these options to a command and its subcommands.
    void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.list("--symbols", Path.class, () -> folders, v -> folders = v)
                .scopeType(ScopeType.INHERIT)
                .paramLabel("DIR")
                .description(CliTexts.SYMBOLS)
                .build());
        spec.addOption(OptionSpecs.list("--mapping", String.class, () -> mappings, v -> mappings = v)
                .scopeType(ScopeType.INHERIT)
                .paramLabel("[PKG=]FILE")
                .description(CliTexts.MAPPING)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> kernel, v -> kernel = v, "--kernel-symbols")
                .scopeType(ScopeType.INHERIT)
                .paramLabel("FILE")
                .description(CliTexts.KERNEL_SYMBOLS)
                .build());
        spec.addOption(OptionSpecs.flag("--debuginfod", () -> debuginfod, v -> debuginfod = v)
                .scopeType(ScopeType.INHERIT)
                .description(CliTexts.DEBUGINFOD)
                .build());
    }

    /// Returns the files and servers that these options name.
    ///
    /// @throws Failure if one of them does not exist
    SymbolChoices checkedChoices() throws Failure {
        SymbolChoices choices = choices();
        check(choices);
        return choices;
    }

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

    /// Adds symbols to a trace if these options name any. They stay in the cache, so the trace has them the next
    /// time it is opened, even without these options.
    ///
    /// @param trace a trace, a project, or null
    /// @return the options
    StoreOptions withSymbols(Path trace, StoreOptions options) throws Failure {
        SymbolChoices choices = choices();
        if (choices.isEmpty() || trace == null) {
            return options;
        }
        check(choices);
        Path file = TraceArgument.fileOf(trace);
        try {
            SymbolRun.UnresolvedNames unresolved;
            try (TraceStore opened = TraceArgument.open(file, options).store()) {
                unresolved = TraceQueries.query(opened, SymbolRun.UnresolvedNames::read);
            }
            SymbolRun.Report report =
                    SymbolRun.run(file, options, unresolved, choices, (step, done, total) -> {}, () -> false);
            report.problems().forEach((name, reason) -> CommandOutput.report(name + ": " + reason));
            return options;
        } catch (QueryException e) {
            throw new Failure(CliTexts.cantReadSymbolsOf(file, e.getMessage()), e);
        } catch (IOException e) {
            throw new Failure(CliTexts.cantAddSymbols(file, CommandOutput.reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(CliTexts.INTERRUPTED, e);
        }
    }

    private static void check(SymbolChoices choices) throws Failure {
        for (Path folder : choices.folders()) {
            if (!Files.exists(folder)) {
                throw new Failure(CliTexts.noSymbolFolder(folder));
            }
        }
        if (choices.kernel() != null && !Files.isReadable(choices.kernel())) {
            throw new Failure(CliTexts.noKernelSymbols(choices.kernel()));
        }
        if (choices.usesDebuginfod() && SymbolRun.servers().isEmpty()) {
            throw new Failure(CliTexts.NO_DEBUGINFOD_SERVERS);
        }
    }
}
