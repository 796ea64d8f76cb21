package traceglass.store.cache;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import traceglass.store.table.TraceStorage;

/// Identifies a build of this program, because databases of other builds must not be used: a parser may have changed
/// since then.
///
/// The stamp is computed from the definition of the tables and from sizes and modification times of the jars, or class
/// files, that read traces and define tables.
final class ProgramStamp {

    /// Packages below `traceglass` that read traces and define tables.
    private static final List<String> PACKAGES = List.of("store", "ingest", "protos");
    /// Jars that contain these packages: the jars of the modules, and the jars that contain the whole engine.
    private static final Pattern JARS = Pattern.compile("traceglass-(store|trace|protos|jdbc|spark)-.*\\.jar");
    private static final String STAMP = compute(System.getProperty("java.class.path", ""));

    private ProgramStamp() {}

    /// Returns the stamp; the same build has the same stamp in every process.
    static String get() {
        return STAMP;
    }

    static String compute(String classPath) {
        long hash = Arrays.hashCode(TraceStorage.definition());
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.isEmpty()) {
                continue;
            }
            Path path = Path.of(entry);
            try {
                if (Files.isDirectory(path)) {
                    for (String part : PACKAGES) {
                        hash = hashFolder(hash, path.resolve("traceglass").resolve(part));
                    }
                } else if (JARS.matcher(path.getFileName().toString()).matches()) {
                    hash = hashFile(hash, path);
                }
            } catch (IOException | UncheckedIOException e) {
                // Unreadable files have not been loaded either.
            }
        }
        return Long.toHexString(hash);
    }

    private static long hashFolder(long hash, Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return hash;
        }
        // A sum, because the order of the listing is undefined.
        long sum = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                sum += hashFile(file.getFileName().toString().hashCode(), file);
            }
        }
        return hash * 31 + sum;
    }

    private static long hashFile(long hash, Path file) throws IOException {
        return (hash * 31 + Files.size(file)) * 31
                + Files.getLastModifiedTime(file).toMillis();
    }
}
