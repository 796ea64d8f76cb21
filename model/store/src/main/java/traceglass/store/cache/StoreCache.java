package traceglass.store.cache;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.TemporaryFiles;

/// Folder of cache files, one database per trace.
///
/// A file's name is a digest of the trace's size, modification time and samples (64 KB from both ends, sixteen
/// samples of 4 KB in between), of the [packets added to it][AddedPackets], of the options that affect how it is
/// read, and of the program's build. A changed trace, or a changed program, therefore uses another file. A file is
/// written in its own subfolder and renamed when it is complete; leftovers of a killed import are removed by the
/// next one.
public final class StoreCache {

    /// Suffix of a cache file for the args that are decoded on demand.
    private static final String ARGS_SUFFIX = ".args";

    /// Suffix of a companion file with the path of the trace, for users who list the cache.
    private static final String TRACE_SUFFIX = ".trace";

    private static final String SUFFIX = ".duckdb";
    private static final String PENDING_PREFIX = "import-";
    private static final long MAX_BYTES = 20L << 30;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final Path folder;
    private final StoreOptions options;

    public StoreCache(Path folder) {
        this(folder, StoreOptions.cachedIn(folder));
    }

    private StoreCache(Path folder, StoreOptions options) {
        this.folder = folder;
        this.options = options;
    }

    /// Returns the cache in the folder of the options, which must be set.
    public static StoreCache of(StoreOptions options) {
        return new StoreCache(Objects.requireNonNull(options.cacheDir()), options);
    }

    /// One cache file.
    ///
    /// @param bytes size with its companion files
    /// @param created time of the import
    /// @param trace path of the trace when it was last opened; null if it is unknown
    public record Entry(
            Path file,
            long bytes,
            FileTime created,
            FileTime lastUsed,
            @Nullable Path trace) {}

    /// A cache file that is being written.
    public static final class Pending {
        private final StoreCache cache;
        private final Path trace;
        private final Path workDir;
        private final Path target;

        private Pending(StoreCache cache, Path trace, Path workDir, Path target) {
            this.cache = cache;
            this.trace = trace;
            this.workDir = workDir;
            this.target = target;
        }

        /// Returns whether the trace file is unchanged since reading began. Otherwise the rows match no version
        /// of the file.
        public boolean isTraceUnchanged() {
            try {
                return target.equals(cache.fileOf(trace));
            } catch (IOException e) {
                // The file no longer exists.
                return false;
            }
        }

        /// Returns the path of the temporary file to write.
        public Path temporary() {
            return workDir.resolve("trace" + SUFFIX);
        }

        /// Moves the complete, closed file to its final name and removes old files to make room for it.
        ///
        /// @param limit bytes that all cache files may take, or 0 for a default based on the disk's size
        public Path publish(long limit) throws IOException {
            CacheSeal.append(temporary());
            try {
                Files.deleteIfExists(args(target));
                Files.move(temporary(), target, StandardCopyOption.ATOMIC_MOVE);
                writeTracePath(target, trace);
            } catch (AtomicMoveNotSupportedException e) {
                throw new StoreException(
                        "can't rename files in the cache folder " + cache.folder
                                + "; choose another folder with --cache-dir",
                        e);
            }
            discard();
            cache.trim(limit > 0 ? limit : cache.defaultLimit(), target);
            return target;
        }

        /// Moves the complete, closed file to a folder outside the cache, and returns its new path.
        public Path moveTo(Path folder) throws IOException {
            Path file = Files.move(temporary(), folder.resolve("trace" + SUFFIX));
            discard();
            return file;
        }

        /// Removes the unpublished file.
        public void discard() {
            StoreDatabase.deleteTree(workDir);
        }
    }

    /// Returns the complete cache file of this trace, if there is one.
    public Optional<Path> find(Path trace) throws IOException {
        Path file = fileOf(trace);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /// Returns all cache files, the most recently used first.
    public List<Entry> entries() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.getFileName().toString().endsWith(SUFFIX) && Files.isRegularFile(file)) {
                    Path args = args(file);
                    long bytes = Files.size(file) + (Files.isRegularFile(args) ? Files.size(args) : 0);
                    BasicFileAttributes times = Files.readAttributes(file, BasicFileAttributes.class);
                    entries.add(new Entry(
                            file, bytes, times.creationTime(), times.lastModifiedTime(), readTracePath(file)));
                }
            }
        }
        entries.sort((a, b) -> b.lastUsed().compareTo(a.lastUsed()));
        return entries;
    }

    /// Removes all cache files and returns their number.
    public int clear() throws IOException {
        int removed = 0;
        for (Entry entry : entries()) {
            delete(entry.file());
            removed++;
        }
        return removed;
    }

    /// Removes the least recently used files until the rest has at most `limit` bytes; `keep` is never removed.
    public void trim(long limit, Path keep) throws IOException {
        long total = Files.size(keep);
        for (Entry entry : entries()) {
            if (!entry.file().equals(keep)) {
                total += entry.bytes();
                if (total > limit) {
                    delete(entry.file());
                }
            }
        }
    }

    /// Returns 20 GB, or a tenth of the disk if that is known and less.
    long defaultLimit() {
        long disk = folder.toFile().getTotalSpace();
        return disk == 0 ? MAX_BYTES : Math.min(MAX_BYTES, disk / 10);
    }

    /// Marks a file as used now, so that it is removed last.
    ///
    /// @param trace the trace that was opened
    public static void touch(Path file, Path trace) {
        if (!trace.toAbsolutePath().normalize().equals(readTracePath(file))) {
            writeTracePath(file, trace);
        }
        try {
            Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
        } catch (IOException e) {
            // A read-only cache can still be used.
        }
    }

    /// Writes the path of a trace next to its cache file.
    private static void writeTracePath(Path file, Path trace) {
        try {
            Files.writeString(name(file), trace.toAbsolutePath().normalize().toString());
        } catch (IOException e) {
            // Only lists of the cache need it.
        }
    }

    private static @Nullable Path readTracePath(Path file) {
        try {
            return Path.of(Files.readString(name(file)));
        } catch (IOException | InvalidPathException e) {
            // Written by an older version, or damaged.
            return null;
        }
    }

    private static Path name(Path file) {
        return file.resolveSibling(file.getFileName() + TRACE_SUFFIX);
    }

    /// Removes a cache file and its companion files.
    public static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(args(file));
        Files.deleteIfExists(name(file));
    }

    /// Returns the companion file of a cache file for args that are decoded on demand.
    public static Path args(Path file) {
        return file.resolveSibling(file.getFileName() + ARGS_SUFFIX);
    }

    /// Prepares the cache file of a trace for writing, and removes the leftovers of killed imports.
    public Pending prepare(Path trace) throws IOException {
        Files.createDirectories(folder);
        removeAbandoned();
        Path workDir = Files.createDirectory(TemporaryFiles.deleteAtExit(
                folder.resolve(PENDING_PREFIX + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet() + "-"
                        + Long.toHexString(System.nanoTime()))));
        return new Pending(this, trace, workDir, fileOf(trace));
    }

    private void removeAbandoned() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            entries.filter(p -> StoreDatabase.isAbandoned(p, PENDING_PREFIX)).forEach(StoreDatabase::deleteTree);
        }
    }

    private Path fileOf(Path trace) throws IOException {
        return folder.resolve(key(trace) + SUFFIX);
    }

    private String key(Path trace) throws IOException {
        return TraceFingerprint.digest(
                trace,
                StoreInfo.format() + " " + Files.size(trace) + " "
                        + Files.getLastModifiedTime(trace).toMillis()
                        + AddedPackets.key(AddedPackets.find(trace, options).orElse(null))
                        + options.reading().variant());
    }
}
