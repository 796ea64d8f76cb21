package traceglass.store.database;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a trace's database lives and how much it may use.
///
/// @param cacheDir folder of the cache files, or null for a database that goes away when it is closed
/// @param tempDir folder for what is written and thrown away again: databases without a cache file, spilled memory
/// @param memoryLimit bytes DuckDB may keep in memory, or 0 for a share of this machine's
/// @param threads threads DuckDB may use for one query, or 0 for one a core; fewer are used where each would have too
///     little memory
/// @param cacheLimit bytes that all cache files together may take, or 0 for what suits the disk
public record StoreOptions(@Nullable Path cacheDir, Path tempDir, long memoryLimit, int threads, long cacheLimit) {

    /// Largest share that is taken when nothing is said.
    private static final long MOST_MEMORY = 8L << 30;
    /// What one thread of a query needs to sort or to join what it spills in parts. With 16 MB, queries on a trace
    /// of 100 MB failed.
    private static final long MEMORY_OF_A_THREAD = 64L << 20;

    /// No cache file, the system's folder for temporary files, default limits.
    public static StoreOptions uncached() {
        return new StoreOptions(null, Path.of(System.getProperty("java.io.tmpdir")), 0, 0, 0);
    }

    /// A cache file in `dir`; what is spilled goes there too.
    public static StoreOptions cachedIn(Path dir) {
        return new StoreOptions(dir, dir, 0, 0, 0);
    }

    public StoreOptions withMemoryLimit(long bytes) {
        return new StoreOptions(cacheDir, tempDir, bytes, threads, cacheLimit);
    }

    public StoreOptions withTempDir(Path dir) {
        return new StoreOptions(cacheDir, dir, memoryLimit, threads, cacheLimit);
    }

    public StoreOptions withThreads(int count) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, count, cacheLimit);
    }

    public StoreOptions withCacheLimit(long bytes) {
        return new StoreOptions(cacheDir, tempDir, memoryLimit, threads, bytes);
    }

    /// The same with half of the memory: for a second database beside another one.
    public StoreOptions withHalfTheMemory() {
        return withMemoryLimit(Math.max(1, memoryLimitBytes() / 2));
    }

    public long memoryLimitBytes() {
        if (memoryLimit > 0) {
            return memoryLimit;
        }
        return Math.min(MOST_MEMORY, physicalMemory() / 2);
    }

    public int threadCount() {
        int wanted = threads > 0 ? threads : Math.max(2, Runtime.getRuntime().availableProcessors());
        return Math.clamp(memoryLimitBytes() / MEMORY_OF_A_THREAD, 1, wanted);
    }

    private static long physicalMemory() {
        if (java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean os) {
            return os.getTotalMemorySize();
        }
        return 4L << 30;
    }
}
