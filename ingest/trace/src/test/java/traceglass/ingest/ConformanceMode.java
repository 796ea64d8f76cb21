package traceglass.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.store.TraceStore;
import traceglass.store.database.PacketOptions;
import traceglass.store.database.StoreOptions;

/// Ways in which a trace is opened before it is queried; results must not depend on them. The text form is a
/// comma-separated list of `threads=N` for the number of query threads, `memory=MIB` for the memory limit, `sort=KIB`
/// for the memory of unsorted events, `cached` to import and close the trace and open it again from the cache,
/// `complete` to load all tables before the first query, `direct=ROWS` for the size from which queries read tables
/// before they are loaded, and `modules=FOLDER` for modules that take precedence over the standard ones. Only one mode
/// with `direct` may be in use at a time.
final class ConformanceMode implements AutoCloseable {

    static final ConformanceMode PLAIN = new ConformanceMode(StoreOptions.uncached(), null, false, List.of());

    private static final String DIRECT_ROWS = "traceglass.store.directRows";

    private final StoreOptions options;
    private final Path cache;
    private final boolean isComplete;
    private final List<Path> moduleFolders;

    private ConformanceMode(StoreOptions options, Path cache, boolean isComplete, List<Path> moduleFolders) {
        this.options = options;
        this.cache = cache;
        this.isComplete = isComplete;
        this.moduleFolders = moduleFolders;
    }

    static ConformanceMode parse(String text) throws IOException {
        StoreOptions options = StoreOptions.uncached();
        Path cache = null;
        boolean isComplete = false;
        List<Path> moduleFolders = List.of();
        for (String word : text.isEmpty() ? new String[0] : text.split(",")) {
            if (word.equals("cached")) {
                cache = Files.createTempDirectory("traceglass-cached-");
                options = StoreOptions.cachedIn(cache)
                        .withMemoryLimit(options.memoryLimit())
                        .withSortMemory(options.sortMemory())
                        .withThreads(options.threads());
            } else if (word.equals("complete")) {
                isComplete = true;
            } else if (word.startsWith("threads=")) {
                options = options.withThreads(Integer.parseInt(word.substring("threads=".length())));
            } else if (word.startsWith("memory=")) {
                options = options.withMemoryLimit(Long.parseLong(word.substring("memory=".length())) << 20);
            } else if (word.startsWith("sort=")) {
                options = options.withSortMemory(Long.parseLong(word.substring("sort=".length())) << 10);
            } else if (word.startsWith("direct=")) {
                System.setProperty(DIRECT_ROWS, word.substring("direct=".length()));
            } else if (word.startsWith("modules=")) {
                moduleFolders = List.of(Path.of(word.substring("modules=".length())));
            } else {
                throw new IllegalArgumentException("no mode: " + word);
            }
        }
        return new ConformanceMode(options, cache, isComplete, moduleFolders);
    }

    ModuleLibrary library() {
        return new ModuleLibrary(moduleFolders);
    }

    TraceStore open(Path trace, PacketOptions packets) throws TraceProblem, IOException {
        StoreOptions reading = options.withReading(options.reading().withPackets(packets));
        if (cache != null) {
            TraceOpener.openLazily(trace, reading, new ImportProgress(), storage -> {})
                    .store()
                    .close();
        }
        TraceOpener.Opened opened = isComplete
                ? TraceOpener.open(trace, reading, new ImportProgress())
                : TraceOpener.openLazily(trace, reading, new ImportProgress(), storage -> {});
        if (opened.report().isFromCache() != (cache != null)) {
            opened.store().close();
            throw new IOException(trace + " was not found in the cache after it was imported");
        }
        return opened.store();
    }

    @Override
    public void close() throws IOException {
        System.clearProperty(DIRECT_ROWS);
        if (cache != null) {
            try (Stream<Path> files = Files.walk(cache)) {
                List<Path> deepestFirst =
                        files.sorted(Comparator.reverseOrder()).toList();
                for (Path file : deepestFirst) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
