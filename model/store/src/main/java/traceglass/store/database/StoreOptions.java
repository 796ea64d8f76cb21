package traceglass.store.database;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Location and resource limits of a trace's database.
///
/// @param cacheDir folder of the cache files, or null for a temporary database
/// @param tempDir folder for temporary files: databases without a cache file, spilled data
/// @param memoryLimit bytes of memory for DuckDB, or 0 for a share of this machine's memory
/// @param threads threads per DuckDB query, or 0 for one per core; fewer are used if each would have too little
///     memory
/// @param cacheLimit bytes for all cache files together, or 0 for a default based on the disk's size
/// @param added file with packets to read after the trace, or null for those kept in the cache folder
/// @param reading options for reading files
/// @param sortMemory bytes of memory for events that wait to be sorted, or 0 for a share of the heap
public record StoreOptions(
        @Nullable Path cacheDir,
        Path tempDir,
        long memoryLimit,
        int threads,
        long cacheLimit,
        @Nullable Path added,
        ReadingOptions reading,
        long sortMemory) {

    /// Upper bound of the default memory limit.
    private static final long MAX_MEMORY_BYTES = 8L << 30;
    /// Memory that one thread of a query needs for sorts and joins that spill. With 16 MB, queries on a trace of
    /// 100 MB failed.
    private static final long MEMORY_OF_A_THREAD = 64L << 20;
    /// Upper bound of the memory for unsorted events. Writing them to disk takes little longer than keeping them.
    private static final long MAX_SORT_BYTES = 256L << 20;
    /// By default, unsorted events may take the maximum heap divided by this.
    private static final int SORT_SHARE = 6;

    /// Returns options without a cache file, with the system's temporary folder and default limits.
    public static StoreOptions uncached() {
        return new StoreOptions(
                null, Path.of(System.getProperty("java.io.tmpdir")), 0, 0, 0, null, ReadingOptions.NONE, 0);
    }

    /// Returns options with cache files and spilled data in `dir`.
    public static StoreOptions cachedIn(Path dir) {
        return new StoreOptions(dir, dir, 0, 0, 0, null, ReadingOptions.NONE, 0);
    }

    public StoreOptions withMemoryLimit(long bytes) {
        return new StoreOptions(cacheDir, tempDir, bytes, threads, cacheLimit, added, reading, sortMemory);
    }

    public StoreOptions withTempDir(Path dir) {
        return new StoreOptions(cacheDir, dir, memoryLimit, threads, cacheLimit, added, reading, sortMemory);
    }

    public StoreOptions withThreads(int count) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, count, cacheLimit, added, reading, sortMemory);
    }

    public StoreOptions withCacheLimit(long bytes) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, threads, bytes, added, reading, sortMemory);
    }

    /// Returns a copy that reads these packets after the trace.
    public StoreOptions withAdded(@Nullable Path packets) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, threads, cacheLimit, packets, reading, sortMemory);
    }

    /// Returns a copy with other options for reading files.
    public StoreOptions withReading(ReadingOptions options) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, threads, cacheLimit, added, options, sortMemory);
    }

    /// Returns a copy that keeps at most this many bytes of unsorted events in memory; more go to the temporary
    /// folder.
    public StoreOptions withSortMemory(long bytes) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, threads, cacheLimit, added, reading, bytes);
    }

    /// Returns a copy without cache files.
    public StoreOptions withoutCache() {
        return new StoreOptions(null, tempDir, memoryLimit, threads, cacheLimit, added, reading, sortMemory);
    }

    /// Returns a copy with half of the memory, for a second database open at the same time.
    public StoreOptions withHalfTheMemory() {
        return withMemoryLimit(Math.max(1, memoryLimitBytes() / 2));
    }

    /// Returns the memory limit of DuckDB in bytes: the given one, or up to half of the machine's memory.
    public long memoryLimitBytes() {
        if (memoryLimit > 0) {
            return memoryLimit;
        }
        return Math.min(MAX_MEMORY_BYTES, PhysicalMemory.bytes() / 2);
    }

    /// Returns the number of bytes that events may use while they wait to be sorted.
    public long sortMemoryBytes() {
        if (sortMemory > 0) {
            return sortMemory;
        }
        return Math.min(MAX_SORT_BYTES, Runtime.getRuntime().maxMemory() / SORT_SHARE);
    }

    /// Returns the number of threads per query, limited so that each has enough memory.
    public int threadCount() {
        int requested = threads > 0 ? threads : Math.max(2, Runtime.getRuntime().availableProcessors());
        return Math.clamp(memoryLimitBytes() / MEMORY_OF_A_THREAD, 1, requested);
    }
}
