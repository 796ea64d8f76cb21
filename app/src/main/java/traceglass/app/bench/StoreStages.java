package traceglass.app.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Measures the stages after the last event: the first query on rows in memory, loading tables, writing the cache file,
/// opening it, and the first query and the tracks of a cached trace.
final class StoreStages {

    private static final String FIRST_QUERY = "SELECT count(*) FROM slice";
    /// Reads no rows, so that translating and planning it takes the most time.
    private static final String EMPTY_QUERY = """
            SELECT th.name AS thread, s.name, s.dur FROM slice AS s JOIN thread_track AS t ON s.track_id = t.id
            JOIN thread AS th USING (utid) WHERE s.dur > 0 ORDER BY s.dur DESC LIMIT 0\
            """;

    private final Path trace;
    private final StoreOptions options;
    private final StageTable table;

    StoreStages(Path trace, StoreOptions options, StageTable table) {
        this.trace = trace;
        this.options = options;
        this.table = table;
    }

    /// Imports the trace and runs each stage once.
    ///
    /// @param cacheFolder empty folder for the cache file
    void run(Path cacheFolder) throws IOException, TraceProblem, QueryException, SqlProblem {
        StoreOptions cached = new StoreOptions(
                cacheFolder,
                options.tempDir(),
                options.memoryLimit(),
                options.threads(),
                0,
                options.added(),
                options.reading(),
                options.sortMemory());
        try (TraceStore store = open(cached)) {
            measureFirstQuery(store, "query_memory");
            load(store);
        }
        ResourceUsage start = ResourceUsage.ofProcess();
        try (TraceStore store = open(cached)) {
            if (store.file().isEmpty()) {
                return;
            }
            table.add("open_cache", ResourceUsage.ofProcess().minus(start), 1, "file");
            measureFirstQuery(store, "query_cache");
            ResourceUsage beforeTracks = ResourceUsage.ofProcess();
            TrackTreeBuilder.build(store);
            table.add("list_tracks", ResourceUsage.ofProcess().minus(beforeTracks), 1, "trace");
        }
    }

    private TraceStore open(StoreOptions cached) throws TraceProblem {
        return TraceOpener.openLazily(trace, cached, new ImportProgress(), storage -> {})
                .store();
    }

    private void measureFirstQuery(TraceStore store, String stage) throws QueryException, SqlProblem {
        // The CPU time of the process is a multiple of 10 ms on Linux, which is more than these steps take.
        ResourceUsage start = ResourceUsage.ofThread();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            ResourceUsage opened = ResourceUsage.ofThread();
            table.add("open_session", opened.minus(start), 1, "session");
            run(session, EMPTY_QUERY);
            ResourceUsage translated = ResourceUsage.ofThread();
            table.add("translate", translated.minus(opened), 1, "statement");
            run(session, FIRST_QUERY);
            table.add(stage, ResourceUsage.ofThread().minus(translated), 1, "statement");
        }
    }

    private static void run(SqlSession session, String sql) throws SqlProblem {
        session.run(sql, cursor -> {
            while (cursor.next()) {
                // Rows are only read.
            }
        });
    }

    private void load(TraceStore store) throws IOException {
        Set<String> names = TraceStorage.specs().stream().map(TableSpec::name).collect(Collectors.toSet());
        long rows = names.stream().mapToLong(store::pendingRows).sum();
        ResourceUsage start = ResourceUsage.ofProcess();
        store.ensureTables(names);
        ResourceUsage loaded = ResourceUsage.ofProcess();
        table.add("load_tables", loaded.minus(start), rows, "row");
        store.complete();
        ResourceUsage written = ResourceUsage.ofProcess();
        Optional<Path> file = store.file();
        if (file.isPresent()) {
            table.add("write_cache", written.minus(loaded), Files.size(file.get()), "byte");
        }
    }
}
