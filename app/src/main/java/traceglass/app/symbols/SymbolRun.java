package traceglass.app.symbols;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.symbols.JavaNames;
import traceglass.analysis.symbols.MissingModule;
import traceglass.analysis.symbols.MissingSymbols;
import traceglass.convert.symbols.Debuginfod;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.sql.result.QueryException;
import traceglass.store.cache.AddedPackets;
import traceglass.store.database.StoreOptions;

/// Finds symbols for one trace and saves them for the next time it is opened. Runs on a background thread.
public final class SymbolRun {

    /// Names that a trace lacks.
    public record UnresolvedNames(MissingSymbols symbols, JavaNames java) {

        /// Reads the missing names from the trace.
        public static UnresolvedNames read(TraceQueries q) throws QueryException, IOException {
            return new UnresolvedNames(MissingSymbols.read(q), JavaNames.read(q));
        }
    }

    /// The result.
    ///
    /// @param problems reasons and advice by path of a module, or by name of a file that could not be read
    /// @param named number of addresses that got a name
    /// @param mappings number of mappings that apply to the trace
    /// @param isChanged whether packets were added, so that the trace should be opened again
    public record Report(Map<String, String> problems, int named, int mappings, boolean isChanged) {}

    /// Receives progress from the thread of the run.
    public interface Progress {

        /// @param step description of the current step
        /// @param done steps done of `total`; 0 of 0 while their number is unknown
        void reportStep(String step, int done, int total);
    }

    private final Path trace;
    private final StoreOptions options;
    private final SymbolChoices choices;
    private final Progress progress;
    private final BooleanSupplier isCanceled;
    private final SymbolSearch search;
    private final Map<String, String> problems = new LinkedHashMap<>();
    private final Trace.Builder added = Trace.newBuilder();

    private SymbolRun(
            Path trace, StoreOptions options, SymbolChoices choices, Progress progress, BooleanSupplier isCanceled) {
        this.trace = trace;
        this.options = options;
        this.choices = choices;
        this.progress = progress;
        this.isCanceled = isCanceled;
        search = new SymbolSearch(choices, options, progress, isCanceled);
    }

    /// Returns the debuginfod servers in `DEBUGINFOD_URLS`, which may be contacted with the user's consent.
    public static List<URI> servers() {
        return Debuginfod.servers(System.getenv("DEBUGINFOD_URLS"));
    }

    /// Finds symbols and writes them as packets, unless it was canceled.
    ///
    /// @throws IOException if the packets cannot be written
    /// @throws InterruptedException if the thread was interrupted while it waited for a server
    public static Report run(
            Path trace,
            StoreOptions options,
            UnresolvedNames unresolved,
            SymbolChoices choices,
            Progress progress,
            BooleanSupplier isCanceled)
            throws IOException, InterruptedException {
        return new SymbolRun(trace, options, choices, progress, isCanceled).run(unresolved);
    }

    private Report run(UnresolvedNames unresolved) throws IOException, InterruptedException {
        int named = symbolize(unresolved.symbols().modules());
        List<DeobfuscationMapping> mappings = mappings(unresolved.java());
        boolean isChanged = !isCanceled.getAsBoolean() && (named > 0 || !mappings.isEmpty());
        if (isChanged) {
            write(mappings);
        }
        return new Report(Map.copyOf(problems), named, mappings.size(), isChanged);
    }

    private int symbolize(List<MissingModule> modules) throws InterruptedException {
        if (choices.folders().isEmpty() && choices.kernel() == null && !choices.usesDebuginfod()) {
            return 0;
        }
        SymbolSearch.Symbols symbols = search.symbols(modules);
        added.addAllPacket(symbols.packets().getPacketList());
        problems.putAll(symbols.problems());
        return symbols.named();
    }

    private List<DeobfuscationMapping> mappings(JavaNames java) {
        List<DeobfuscationMapping> mappings = new ArrayList<>();
        for (SymbolChoices.MappingFile mapping : choices.mappings()) {
            if (isCanceled.getAsBoolean()) {
                break;
            }
            try {
                mappings.addAll(search.mapping(mapping, java));
            } catch (IOException e) {
                problems.put(mapping.file().toString(), SymbolTexts.cantRead(mapping.file(), e));
            }
        }
        return mappings;
    }

    /// Adds the packets to those already saved for the trace; a mapping replaces the one of its package.
    private void write(List<DeobfuscationMapping> mappings) throws IOException {
        progress.reportStep(SymbolTexts.SAVING, 0, 0);
        Set<String> replaced = new TreeSet<>();
        mappings.forEach(m -> replaced.add(m.getPackageName()));
        Trace.Builder builder = Trace.newBuilder();
        List<TracePacket> saved = readSaved(AddedPackets.fileOf(trace, options));
        // Write symbols first, so that the file is recognized as a symbol file.
        saved.stream().filter(TracePacket::hasModuleSymbols).forEach(builder::addPacket);
        builder.addAllPacket(added.getPacketList());
        saved.stream()
                .filter(p -> p.hasDeobfuscationMapping()
                        && !replaced.contains(p.getDeobfuscationMapping().getPackageName()))
                .forEach(builder::addPacket);
        mappings.forEach(m -> builder.addPacketBuilder().setDeobfuscationMapping(m));
        AddedPackets.write(trace, builder.build().toByteArray(), options);
    }

    private static List<TracePacket> readSaved(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            return Trace.parseFrom(Files.readAllBytes(file)).getPacketList();
        } catch (InvalidProtocolBufferException e) {
            // The file is damaged and will be replaced.
            return List.of();
        }
    }
}
