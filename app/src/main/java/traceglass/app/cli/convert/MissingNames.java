package traceglass.app.cli.convert;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.symbols.JavaNames;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.symbols.SymbolChoices;
import traceglass.app.symbols.SymbolRun;
import traceglass.app.symbols.SymbolSearch;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.trace.Trace;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Finds the symbols and mappings that a trace lacks, as specified by command-line options.
final class MissingNames {

    private static final JavaNames NO_JAVA_NAMES = new JavaNames(Set.of(), Set.of());

    private final Path trace;
    private final TraceAccess traces;
    private final SymbolChoices choices;
    private final SymbolSearch search;
    private SymbolRun.UnresolvedNames unresolved;

    /// @throws Failure if a file in the options does not exist
    MissingNames(Path trace, TraceAccess traces) throws Failure {
        this.trace = trace;
        this.traces = traces;
        choices = traces.symbols();
        search = new SymbolSearch(choices, traces.options(), (step, done, total) -> {}, () -> false);
    }

    /// Returns the names that the trace lacks. The first call opens the trace.
    SymbolRun.UnresolvedNames unresolved() throws Failure {
        if (unresolved == null) {
            try (TraceStore store = traces.openUnchanged(trace)) {
                unresolved = TraceQueries.query(store, SymbolRun.UnresolvedNames::read);
            } catch (QueryException e) {
                throw new Failure(ConvertTexts.cantRead(trace, e.getMessage()), e);
            } catch (IOException e) {
                throw new Failure(ConvertTexts.cantRead(trace, CommandOutput.reason(e)), e);
            }
        }
        return unresolved;
    }

    /// Returns packets with symbols and reports which symbols were not found and why.
    Trace symbols() throws Failure {
        try {
            SymbolSearch.Symbols symbols = search.symbols(unresolved().symbols().modules());
            symbols.problems().forEach((name, reason) -> CommandOutput.report(name + ": " + reason));
            return symbols.packets();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(ConvertTexts.INTERRUPTED, e);
        }
    }

    /// Returns packets with the mappings, and reports those that do not apply to the trace.
    ///
    /// @throws Failure if a mapping can't be read
    Trace mappings() throws Failure {
        Trace.Builder packets = Trace.newBuilder();
        for (SymbolChoices.MappingFile mapping : choices.mappings()) {
            try {
                // Mappings that name their package are written regardless of the trace.
                List<DeobfuscationMapping> mappings = mapping.packageName().isEmpty()
                        ? search.mapping(mapping, unresolved().java())
                        : search.mapping(mapping, NO_JAVA_NAMES);
                mappings.forEach(m -> packets.addPacketBuilder().setDeobfuscationMapping(m));
                if (mappings.isEmpty()) {
                    CommandOutput.report(ConvertTexts.mappingDoesNotApply(mapping.file(), trace));
                }
            } catch (IOException e) {
                throw new Failure(ConvertTexts.cantRead(mapping.file(), CommandOutput.reason(e)), e);
            }
        }
        return packets.build();
    }
}
