package traceglass.engine;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options for opening traces. Immutable; each method returns a changed copy.
///
/// @param cacheFolder folder that keeps the databases of traces, so that opening a trace again takes
///     milliseconds; null for a temporary database
/// @param memoryLimit memory limit of the database in bytes; 0 for a share of the computer's memory
/// @param threads threads for each query; 0 for one per core
/// @param moduleFolders folders with SQL modules in addition to the standard modules; later folders take precedence
/// @param allowsFiles whether statements can read and write files and change settings
/// @param progress receives the progress of the import, or null
public record EngineOptions(
        @Nullable Path cacheFolder,
        long memoryLimit,
        int threads,
        List<Path> moduleFolders,
        boolean allowsFiles,
        @Nullable OpenProgress progress) {

    public EngineOptions {
        moduleFolders = List.copyOf(moduleFolders);
    }

    /// Returns options for a temporary database, which is deleted when the trace is closed.
    public static EngineOptions temporary() {
        return new EngineOptions(null, 0, 0, List.of(), false, null);
    }

    /// Returns options that keep the databases of traces.
    public static EngineOptions cachedIn(Path folder) {
        return new EngineOptions(folder, 0, 0, List.of(), false, null);
    }

    /// Returns options that keep no database.
    public EngineOptions withoutCache() {
        return new EngineOptions(null, memoryLimit, threads, moduleFolders, allowsFiles, progress);
    }

    /// Returns options with a memory limit for the database.
    ///
    /// @param bytes limit in bytes, at least 64 MB
    public EngineOptions withMemoryLimit(long bytes) {
        return new EngineOptions(cacheFolder, bytes, threads, moduleFolders, allowsFiles, progress);
    }

    /// Returns options with a number of threads for each query.
    ///
    /// @param count number of threads; use 1 if many traces are queried at the same time
    public EngineOptions withThreads(int count) {
        return new EngineOptions(cacheFolder, memoryLimit, count, moduleFolders, allowsFiles, progress);
    }

    public EngineOptions withModules(List<Path> folders) {
        return new EngineOptions(cacheFolder, memoryLimit, threads, folders, allowsFiles, progress);
    }

    public EngineOptions withFiles() {
        return new EngineOptions(cacheFolder, memoryLimit, threads, moduleFolders, true, progress);
    }

    public EngineOptions withProgress(OpenProgress listener) {
        return new EngineOptions(cacheFolder, memoryLimit, threads, moduleFolders, allowsFiles, listener);
    }
}
