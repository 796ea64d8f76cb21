package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import traceglass.app.io.UsageErrors;
import traceglass.app.settings.Folders;
import traceglass.store.database.StoreOptions;

/// Options of all commands, accepted before and after the command name: where databases of traces are kept, and how
/// much memory the program may use. Defined on [Root] and inherited by its commands.
public final class StoreFlags {

    /// Memory for code, threads, and other data outside of the heap and the database, bytes.
    private static final long OF_PROGRAM = 256L << 20;

    @Option(
            names = "--no-cache",
            scope = ScopeType.INHERIT,
            description = "Do not cache the database of the trace; it is imported again each time.")
    boolean noCache;

    @Option(
            names = "--cache-dir",
            scope = ScopeType.INHERIT,
            paramLabel = "DIR",
            description = "Folder for databases of traces (default: the platform's cache folder).")
    Path cacheDir;

    @Option(
            names = "--memory-limit",
            scope = ScopeType.INHERIT,
            paramLabel = "SIZE",
            converter = Size.class,
            description =
                    "Memory for the program, such as 2G (default: for the database, half of the machine's memory, at most"
                            + " 8G).")
    long memoryLimit;

    /// Returns the store options; the cache is in the platform's folder by default.
    public StoreOptions options() {
        Path folder = cacheDir != null
                ? cacheDir.toAbsolutePath()
                : Folders.ofPlatform().traceCache();
        StoreOptions options = noCache ? StoreOptions.uncached() : StoreOptions.cachedIn(folder);
        if (noCache ? cacheDir != null : !canWrite(folder)) {
            // A read-only cache folder must not prevent a trace from opening: a warning is shown, and
            // temporary files are created in the temporary folder.
            options = options.withTempDir(
                    noCache ? folder : StoreOptions.uncached().tempDir());
        }
        return memoryLimit > 0
                ? options.withMemoryLimit(
                        ofDatabase(memoryLimit, Runtime.getRuntime().maxMemory()))
                : options;
    }

    /// Returns the database's share of the memory limit, in bytes. The launcher reserves nearly half of the limit
    /// for the heap. If the maximum heap is not below the limit, the launcher set none, and the database gets the
    /// whole limit.
    static long ofDatabase(long limit, long heap) {
        return heap >= limit ? limit : Math.max(Size.LEAST, Math.max(limit / 4, limit - heap - OF_PROGRAM));
    }

    /// Returns these options as arguments for another process of this program.
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        if (noCache) {
            words.add("--no-cache");
        }
        if (cacheDir != null) {
            words.addAll(List.of("--cache-dir", cacheDir.toString()));
        }
        if (memoryLimit > 0) {
            words.addAll(List.of("--memory-limit", Long.toString(memoryLimit)));
        }
        return words;
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

        static final long LEAST = 64L << 20;

        @Override
        public Long convert(String text) {
            long bytes = new Bytes().convert(text);
            if (bytes < LEAST) {
                throw UsageErrors.ofValue("'" + text + "' is too small; the minimum is 64M");
            }
            return bytes;
        }
    }

    /// Parses `4G`, `512M`, `512MiB`, `1000000`.
    static final class Bytes implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            var m = java.util.regex.Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kKmMgGtT]?)(?:i?[bB])?")
                    .matcher(text.strip());
            if (!m.matches()) {
                throw UsageErrors.ofValue("can't read '" + text + "' as a size; examples: 512M, 4G");
            }
            int shift = m.group(2).isEmpty()
                    ? 0
                    : 10 * (" KMGT".indexOf(Character.toUpperCase(m.group(2).charAt(0))));
            return (long) (Double.parseDouble(m.group(1)) * (1L << shift));
        }
    }
}
