package traceglass.app.symbols;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import traceglass.analysis.symbols.JavaNames;
import traceglass.analysis.symbols.MissingModule;
import traceglass.app.settings.Folders;
import traceglass.convert.symbols.Debuginfod;
import traceglass.convert.symbols.ProguardMapping;
import traceglass.convert.symbols.SymbolFolders;
import traceglass.convert.symbols.Symbolization;
import traceglass.convert.symbols.UnsymbolizedModule;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.trace.Trace;
import traceglass.sql.demangle.Demangler;
import traceglass.store.database.StoreOptions;

/// Looks up function names in the chosen files and servers.
public final class SymbolSearch {

    /// Symbols that were found.
    ///
    /// @param packets packets with `module_symbols`
    /// @param named number of addresses that got a name
    /// @param problems reasons why names are missing, with advice, by path of a module
    public record Symbols(Trace packets, int named, Map<String, String> problems) {}

    private final SymbolChoices choices;
    private final Path downloads;
    private final SymbolRun.Progress progress;
    private final BooleanSupplier isCanceled;

    /// @param options store options; downloads of debuginfod are in their cache folder
    public SymbolSearch(
            SymbolChoices choices, StoreOptions options, SymbolRun.Progress progress, BooleanSupplier isCanceled) {
        this.choices = choices;
        this.progress = progress;
        this.isCanceled = isCanceled;
        Path cache = options.cacheDir() != null
                ? options.cacheDir()
                : Folders.ofPlatform().traceCache();
        downloads = cache.resolve("debuginfod");
    }

    /// Finds the names for addresses in modules.
    ///
    /// @throws InterruptedException if the thread was interrupted while it waited for a server
    public Symbols symbols(List<MissingModule> modules) throws InterruptedException {
        progress.reportStep(SymbolTexts.SEARCHING_FOLDERS, 0, 0);
        SymbolFolders folders = SymbolFolders.scan(choices.folders(), isCanceled);
        Trace.Builder packets = Trace.newBuilder();
        Map<String, String> problems = new LinkedHashMap<>();
        int named = 0;
        try (Debuginfod servers = choices.usesDebuginfod() ? new Debuginfod(SymbolRun.servers(), downloads) : null) {
            Symbolization.Sources sources = new Symbolization.Sources(
                    folders,
                    choices.kernel(),
                    servers,
                    Symbolization.Sources.installedSymbolizer(),
                    SymbolSearch::demangle);
            for (int i = 0; i < modules.size() && !isCanceled.getAsBoolean(); i++) {
                MissingModule m = modules.get(i);
                progress.reportStep(m.name(), i, modules.size());
                Symbolization.Outcome outcome = Symbolization.run(
                        List.of(new UnsymbolizedModule(
                                m.path(), m.buildId(), m.loadBias(), m.memoryShift(), m.addresses())),
                        sources,
                        isCanceled);
                packets.addAllPacket(outcome.packets().getPacketList());
                named += outcome.resolved();
                outcome.results().stream()
                        .filter(r -> r.problem() != null)
                        .forEach(r -> problems.put(m.path(), r.problem()));
            }
        }
        return new Symbols(packets.build(), named, problems);
    }

    private static String demangle(String name) {
        String demangled = Demangler.demangle(name);
        return demangled == null ? name : demangled;
    }

    /// Reads a mapping for the packages that it applies to; none if the trace has none of its classes.
    ///
    /// @throws IOException if the file can't be read or is not a mapping
    public List<DeobfuscationMapping> mapping(SymbolChoices.MappingFile mapping, JavaNames java) throws IOException {
        progress.reportStep(mapping.file().getFileName().toString(), 0, 0);
        return limitToTrace(ProguardMapping.read(mapping.file(), mapping.packageName()), java);
    }

    /// Returns a mapping unchanged if it names its package, and otherwise one for each package in the trace, with
    /// the classes that the trace has.
    static List<DeobfuscationMapping> limitToTrace(DeobfuscationMapping mapping, JavaNames java) {
        if (!mapping.getPackageName().isEmpty()) {
            return List.of(mapping);
        }
        DeobfuscationMapping.Builder used = DeobfuscationMapping.newBuilder();
        mapping.getObfuscatedClassesList().stream()
                .filter(c -> java.classes().contains(c.getObfuscatedName()))
                .forEach(used::addObfuscatedClasses);
        if (used.getObfuscatedClassesCount() == 0) {
            return List.of();
        }
        // Code that was compiled into memory has no package; any name will do.
        Set<String> packages = java.packages().isEmpty() ? Set.of("unknown") : new TreeSet<>(java.packages());
        return packages.stream()
                .map(p -> used.clone().setPackageName(p).build())
                .toList();
    }
}
