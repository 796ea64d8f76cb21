package traceglass.store.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreOptions;

/// Packets that were added to a trace after it was recorded, such as the symbols of its frames. They are kept
/// in a file in the cache folder that is named after the content of the trace, so that they are found whenever
/// the trace is opened. The trace itself is never changed.
public final class AddedPackets {

    private static final String FOLDER = "added";
    private static final String SUFFIX = ".pftrace";

    private AddedPackets() {}

    /// Returns the file with the packets added to a trace, if there are any.
    public static Optional<Path> find(Path trace, StoreOptions options) {
        try {
            if (options.added() != null) {
                return Optional.of(options.added()).filter(Files::isRegularFile);
            }
            // Most users never add packets; then the trace need not be read for its fingerprint.
            return Files.isDirectory(folder(options))
                    ? Optional.of(fileOf(trace, options)).filter(Files::isRegularFile)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Returns the file in which packets for a trace are kept; it may not exist yet.
    public static Path fileOf(Path trace, StoreOptions options) throws IOException {
        return folder(options).resolve(TraceFingerprint.of(trace) + SUFFIX);
    }

    /// Without a cache, packets are kept until the program ends.
    private static Path folder(StoreOptions options) {
        return options.cacheDir() != null
                ? options.cacheDir().resolve(FOLDER)
                : options.tempDir()
                        .resolve("traceglass-added-" + ProcessHandle.current().pid());
    }

    /// Replaces the packets of a trace.
    public static void write(Path trace, byte[] packets, StoreOptions options) throws IOException {
        Path folder = folder(options);
        Path file = fileOf(trace, options);
        boolean isTemporary = options.cacheDir() == null;
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            if (isTemporary) {
                folder.toFile().deleteOnExit();
            }
        }
        if (isTemporary) {
            file.toFile().deleteOnExit();
        }
        Path part = Files.createTempFile(folder, "part-", ".tmp");
        try {
            Files.write(part, packets);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /// Returns a string that distinguishes a trace with these packets from the trace without them, for the name
    /// of its cache file.
    static String key(@Nullable Path file) throws IOException {
        return file == null
                ? ""
                : " with " + TraceFingerprint.of(file) + " "
                        + Files.getLastModifiedTime(file).toMillis();
    }
}
