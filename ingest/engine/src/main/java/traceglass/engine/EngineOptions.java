package traceglass.engine;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Options for opening traces. Immutable; each method returns a changed copy.
///
/// @param cacheFolder folder that keeps the databases of traces, so that opening one again takes milliseconds; null for
///     a temporary database
/// @param memoryLimit bytes of memory for the database, 0 for a share of the machine's
/// @param threads threads for each query, 0 for one per core
/// @param moduleFolders folders with SQL modules in addition to the standard ones; modules of later folders take
///     precedence
/// @param allowsFiles whether statements may read and write files and change settings
/// @param cropsTrackEvents whether track events before the range of interest of a Perfetto trace are skipped
/// @param analyzesContent whether the sizes of all fields of a Perfetto trace are added up, in
///     `experimental_proto_path` and `experimental_proto_content`
/// @param progress receives the progress of the import, or null
public record EngineOptions(
        @Nullable Path cacheFolder,
        long memoryLimit,
        int threads,
        List<Path> moduleFolders,
        boolean allowsFiles,
        boolean cropsTrackEvents,
        boolean analyzesContent,
        @Nullable OpenProgress progress) {

    /// With less memory, the database can't even be opened.
    private static final long MIN_MEMORY_BYTES = 64L << 20;

    public EngineOptions {
        if (memoryLimit != 0 && memoryLimit < MIN_MEMORY_BYTES) {
            throw new IllegalArgumentException(
                    "The memory limit must be at least 64 MB, not " + memoryLimit + " bytes");
        }
        if (threads < 0) {
            throw new IllegalArgumentException("The number of threads can't be negative");
        }
        moduleFolders = List.copyOf(moduleFolders);
    }

    /// Returns options for a temporary database, which is deleted when the trace is closed.
    public static EngineOptions temporary() {
        return new EngineOptions(null, 0, 0, List.of(), false, false, false, null);
    }

    /// Returns options that keep the databases of traces.
    public static EngineOptions cachedIn(Path folder) {
        return new EngineOptions(folder, 0, 0, List.of(), false, false, false, null);
    }

    /// Returns options that keep no database.
    public EngineOptions withoutCache() {
        return new EngineOptions(
                null, memoryLimit, threads, moduleFolders, allowsFiles, cropsTrackEvents, analyzesContent, progress);
    }

    /// Returns options with a memory limit for the database.
    ///
    /// @param bytes limit in bytes, at least 64 MB
    /// @throws IllegalArgumentException if it is smaller
    public EngineOptions withMemoryLimit(long bytes) {
        return new EngineOptions(
                cacheFolder, bytes, threads, moduleFolders, allowsFiles, cropsTrackEvents, analyzesContent, progress);
    }

    /// Returns options with a number of threads for each query.
    ///
    /// @param count number of threads; use 1 if many traces are queried at the same time
    public EngineOptions withThreads(int count) {
        return new EngineOptions(
                cacheFolder,
                memoryLimit,
                count,
                moduleFolders,
                allowsFiles,
                cropsTrackEvents,
                analyzesContent,
                progress);
    }

    public EngineOptions withModules(List<Path> folders) {
        return new EngineOptions(
                cacheFolder, memoryLimit, threads, folders, allowsFiles, cropsTrackEvents, analyzesContent, progress);
    }

    public EngineOptions withFiles() {
        return new EngineOptions(
                cacheFolder, memoryLimit, threads, moduleFolders, true, cropsTrackEvents, analyzesContent, progress);
    }

    /// @param crops see [#cropsTrackEvents]
    public EngineOptions withCroppedTrackEvents(boolean crops) {
        return new EngineOptions(
                cacheFolder, memoryLimit, threads, moduleFolders, allowsFiles, crops, analyzesContent, progress);
    }

    /// @param analyzes see [#analyzesContent]
    public EngineOptions withContentAnalysis(boolean analyzes) {
        return new EngineOptions(
                cacheFolder, memoryLimit, threads, moduleFolders, allowsFiles, cropsTrackEvents, analyzes, progress);
    }

    public EngineOptions withProgress(OpenProgress listener) {
        return new EngineOptions(
                cacheFolder,
                memoryLimit,
                threads,
                moduleFolders,
                allowsFiles,
                cropsTrackEvents,
                analyzesContent,
                listener);
    }
}
