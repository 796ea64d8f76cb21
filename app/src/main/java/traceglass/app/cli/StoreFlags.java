package traceglass.app.cli;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import traceglass.app.settings.Folders;
import traceglass.model.store.StoreOptions;

/// The options about databases of traces, which every command takes.
public final class StoreFlags {

    @Option(names = "--no-cache", description = "Keep no database of the trace, so that opening it again imports it again.")
    boolean noCache;

    @Option(names = "--cache-dir", paramLabel = "DIR", description = "Folder for databases of traces (default: the platform's cache folder).")
    Path cacheDir;

    @Option(names = "--memory-limit", paramLabel = "SIZE", converter = Size.class,
            description = "Memory that the database may use, e.g. 512M or 4G (default: half of the machine's, at most 8G).")
    long memoryLimit;

    /// What the options say, with the platform's folder where they say nothing.
    public StoreOptions options() {
        StoreOptions options = noCache ? StoreOptions.uncached()
                : StoreOptions.cachedIn(cacheDir != null ? cacheDir.toAbsolutePath() : Folders.ofPlatform().traceCache());
        if (noCache && cacheDir != null) {
            options = options.withTempDir(cacheDir.toAbsolutePath());
        }
        return memoryLimit > 0 ? options.withMemoryLimit(memoryLimit) : options;
    }

    /// Reads `4G`, `512M`, `512MiB`, `1000000`.
    static final class Size implements ITypeConverter<Long> {

        private static final long LEAST = 64L << 20;

        @Override
        public Long convert(String text) {
            var m = java.util.regex.Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kKmMgGtT]?)(?:i?[bB])?").matcher(text.strip());
            if (!m.matches()) {
                throw new TypeConversionException("'" + text + "' is no size; write for example 512M or 4G");
            }
            int shift = m.group(2).isEmpty() ? 0 : 10 * (" KMGT".indexOf(Character.toUpperCase(m.group(2).charAt(0))));
            double bytes = Double.parseDouble(m.group(1)) * (1L << shift);
            if (bytes < LEAST) {
                throw new TypeConversionException("'" + text + "' is too little; give at least 64M");
            }
            return (long) bytes;
        }
    }
}
