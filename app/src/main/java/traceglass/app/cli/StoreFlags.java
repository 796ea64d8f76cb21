package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;
import traceglass.app.settings.Folders;
import traceglass.app.symbols.SymbolChoices;
import traceglass.store.database.PacketOptions;
import traceglass.store.database.ReadingOptions;
import traceglass.store.database.StoreOptions;

/// Options of all commands, accepted before and after the command name: where the databases of traces are cached, and
/// how much memory the program may use. Defined on [Root] and inherited by its commands.
public final class StoreFlags {

    /// Memory for code, threads, and other data outside the heap and the database, in bytes.
    private static final long OVERHEAD_BYTES = 256L << 20;

    boolean noCache;
    Path cacheDir;
    long memoryLimit;
    private final SymbolFlags symbols = new SymbolFlags();

    String columns = "";
    private boolean cropsTrackEvents;
    private boolean analyzesContent;

    /// Adds these options to the program and its commands.
    void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.flag("--no-cache", () -> noCache, v -> noCache = v)
                .scopeType(ScopeType.INHERIT)
                .description(CliTexts.NO_CACHE)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> cacheDir, v -> cacheDir = v, "--cache-dir")
                .scopeType(ScopeType.INHERIT)
                .paramLabel("DIR")
                .description(CliTexts.CACHE_DIR)
                .build());
        spec.addOption(OptionSpecs.value(long.class, () -> memoryLimit, v -> memoryLimit = v, "--memory-limit")
                .scopeType(ScopeType.INHERIT)
                .paramLabel("SIZE")
                .converters(new Size())
                .description(CliTexts.MEMORY_LIMIT)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> columns, v -> columns = v == null ? "" : v, "--columns")
                .scopeType(ScopeType.INHERIT)
                .paramLabel("MEANINGS")
                .description(CliTexts.COLUMNS)
                .build());
        spec.addOption(OptionSpecs.flag("--crop-track-events", () -> cropsTrackEvents, v -> cropsTrackEvents = v)
                .scopeType(ScopeType.INHERIT)
                .description(CliTexts.CROP_TRACK_EVENTS)
                .build());
        spec.addOption(
                OptionSpecs.flag("--analyze-trace-proto-content", () -> analyzesContent, v -> analyzesContent = v)
                        .scopeType(ScopeType.INHERIT)
                        .description(CliTexts.ANALYZE_CONTENT)
                        .build());
        symbols.addTo(spec);
    }

    /// Returns the store options; the cache is in the platform's folder by default.
    public StoreOptions options() {
        Folders folders = Folders.ofPlatform();
        Path folder = cacheDir != null ? cacheDir.toAbsolutePath() : folders.traceCache();
        StoreOptions options = noCache ? StoreOptions.uncached() : StoreOptions.cachedIn(folder);
        options = options.withReading(ReadingOptions.in(folders.importers(), folders.config())
                .withColumns(columns)
                .withPackets(new PacketOptions(cropsTrackEvents, analyzesContent)));
        if (noCache ? cacheDir != null : !canWrite(folder)) {
            // A read-only cache folder must not prevent a trace from opening: a warning is shown, and
            // temporary files are created in the temporary folder.
            options = options.withTempDir(
                    noCache ? folder : StoreOptions.uncached().tempDir());
        }
        return memoryLimit > 0
                ? options.withMemoryLimit(
                        databaseLimit(memoryLimit, Runtime.getRuntime().maxMemory()))
                : options;
    }

    /// Returns the store options for a trace, after adding the requested symbols to it.
    StoreOptions options(Path trace) throws Failure {
        return symbols.withSymbols(trace, options());
    }

    /// Returns the files and servers with symbols.
    ///
    /// @throws Failure if one of them does not exist
    SymbolChoices symbols() throws Failure {
        return symbols.checkedChoices();
    }

    /// Returns the database's share of the memory limit, in bytes. The launcher reserves nearly half of the limit
    /// for the heap. If the maximum heap is not below the limit, the launcher set none, and the database gets the
    /// whole limit.
    static long databaseLimit(long limit, long heap) {
        return heap >= limit ? limit : Math.max(Size.MIN_BYTES, Math.max(limit / 4, limit - heap - OVERHEAD_BYTES));
    }

    /// Returns these options as arguments for another process of this program.
    List<String> arguments() {
        List<String> args = new ArrayList<>();
        if (noCache) {
            args.add("--no-cache");
        }
        if (cacheDir != null) {
            args.addAll(List.of("--cache-dir", cacheDir.toString()));
        }
        if (!columns.isEmpty()) {
            args.addAll(List.of("--columns", columns));
        }
        if (cropsTrackEvents) {
            args.add("--crop-track-events");
        }
        if (analyzesContent) {
            args.add("--analyze-trace-proto-content");
        }
        if (memoryLimit > 0) {
            args.addAll(List.of("--memory-limit", Long.toString(memoryLimit)));
        }
        return args;
    }

    private static boolean canWrite(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.isWritable(folder);
        } catch (IOException e) {
            return false;
        }
    }

    /// Parses a memory size that is large enough for a database.
    static final class Size implements ITypeConverter<Long> {

        static final long MIN_BYTES = 64L << 20;

        @Override
        public Long convert(String text) {
            long bytes = new Bytes().convert(text);
            if (bytes < MIN_BYTES) {
                throw UsageErrors.ofValue(CliTexts.tooSmall(text));
            }
            return bytes;
        }
    }

    /// Parses a size in bytes, such as `4G`, `512M`, `512MiB` or `1000000`. Units are powers of 1024.
    static final class Bytes implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            var m = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kKmMgGtT]?)(?:i?[bB])?")
                    .matcher(text.strip());
            if (!m.matches()) {
                throw UsageErrors.ofValue(CliTexts.notASize(text));
            }
            int shift = m.group(2).isEmpty()
                    ? 0
                    : 10 * (" KMGT".indexOf(Character.toUpperCase(m.group(2).charAt(0))));
            return (long) (Double.parseDouble(m.group(1)) * (1L << shift));
        }
    }
}
