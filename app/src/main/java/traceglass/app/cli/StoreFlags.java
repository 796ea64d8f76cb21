package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import traceglass.app.io.Misuse;
import traceglass.app.settings.Folders;
import traceglass.store.database.StoreOptions;

/// The options that hold for every command, before or after its name: where databases of traces are kept, and how much
/// memory the program may use. [Root] has them, and its commands inherit them.
public final class StoreFlags {

    /// Code, threads, and what is not the heap's or the database's, bytes.
    private static final long OF_PROGRAM = 256L << 20;

    @Option(
            names = "--no-cache",
            scope = ScopeType.INHERIT,
            description = "Keep no database of the trace, so that opening it again imports it again.")
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
                    "Memory that the program may use, e.g. 2G (default: the database half of the machine's, at most"
                            + " 8G).")
    long memoryLimit;

    /// What the options say, with the platform's folder where they say nothing.
    public StoreOptions options() {
        Path folder = cacheDir != null
                ? cacheDir.toAbsolutePath()
                : Folders.ofPlatform().traceCache();
        StoreOptions options = noCache ? StoreOptions.uncached() : StoreOptions.cachedIn(folder);
        if (noCache ? cacheDir != null : !canWrite(folder)) {
            // A read-only cache folder must not keep a trace from opening: a warning is shown, and
            // temporary files go to the temporary folder.
            options = options.withTempDir(
                    noCache ? folder : StoreOptions.uncached().tempDir());
        }
        return memoryLimit > 0
                ? options.withMemoryLimit(
                        ofDatabase(memoryLimit, Runtime.getRuntime().maxMemory()))
                : options;
    }

    /// Returns the database's share of the memory limit, in bytes. The launcher gives nearly half of it to the
    /// heap; when the heap's maximum is not below the limit, the launcher set none, and the database gets all of
    /// it.
    static long ofDatabase(long limit, long heap) {
        return heap >= limit ? limit : Math.max(Size.LEAST, Math.max(limit / 4, limit - heap - OF_PROGRAM));
    }

    /// These options as they are typed, for another process of this program.
    List<String> words() {
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

    /// Reads a size of memory that a database can work with.
    static final class Size implements ITypeConverter<Long> {

        static final long LEAST = 64L << 20;

        @Override
        public Long convert(String text) {
            long bytes = new Bytes().convert(text);
            if (bytes < LEAST) {
                throw Misuse.ofValue("'" + text + "' is too little; give at least 64M");
            }
            return bytes;
        }
    }

    /// Reads `4G`, `512M`, `512MiB`, `1000000`.
    static final class Bytes implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            var m = java.util.regex.Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kKmMgGtT]?)(?:i?[bB])?")
                    .matcher(text.strip());
            if (!m.matches()) {
                throw Misuse.ofValue("'" + text + "' is no size; write for example 512M or 4G");
            }
            int shift = m.group(2).isEmpty()
                    ? 0
                    : 10 * (" KMGT".indexOf(Character.toUpperCase(m.group(2).charAt(0))));
            return (long) (Double.parseDouble(m.group(1)) * (1L << shift));
        }
    }
}
