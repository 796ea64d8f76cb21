package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import traceglass.engine.EngineException;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;

/// Runs statements in each trace separately and keeps the rows of the last one as Parquet files.
final class PerTraceRunner {

    private static final long MIN_MEMORY_BYTES = 64L << 20;

    private final FleetFolder folder;
    private final StoreDatabase results;
    private final ModuleLibrary library;
    private final StoreOptions store;
    private final FleetRun options;

    /// @param results a database for temporary tables
    PerTraceRunner(FleetFolder folder, StoreDatabase results, FleetRun options) {
        this.folder = folder;
        this.results = results;
        this.options = options;
        library = new ModuleLibrary(options.moduleFolders());
        StoreOptions all = StoreOptions.uncached();
        StoreOptions limited = options.memoryLimit() > 0 ? all.withMemoryLimit(options.memoryLimit()) : all;
        store = limited.withMemoryLimit(Math.max(MIN_MEMORY_BYTES, limited.memoryLimitBytes() / 2 / options.jobCount()))
                .withThreads(1);
    }

    /// Result of a run.
    ///
    /// @param files files of the traces in which the last statement had a result, in the order of the traces
    /// @param failures the other traces
    record TraceRows(List<Path> files, List<FleetFailure> failures) {}

    /// Runs statements in all traces.
    ///
    /// @param into folder for the files, one per trace, named `ID.parquet`
    TraceRows run(List<FleetTrace> traces, String sql, Path into) {
        Map<Long, Path> files = Collections.synchronizedMap(new TreeMap<>());
        int last = SqlSession.countStatements(sql) - 1;
        List<FleetFailure> failures = TraceRunner.run(traces, options, (trace, running) -> {
            Path file = into.resolve(trace.id() + ".parquet");
            Path partial = into.resolve(trace.id() + ".parquet.partial-" + UUID.randomUUID());
            try (TraceStore opened = open(trace);
                    SqlSession session = SqlSession.on(opened, SqlPolicy.TRACE_ONLY, library)) {
                running.onCancel(session::cancel);
                session.run(sql, cursor -> {
                    if (session.statementIndex() == last) {
                        RowFile.write(results, cursor, trace.id(), partial);
                    }
                });
                if (Files.exists(partial)) {
                    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                    files.put(trace.id(), file);
                }
            } catch (SqlProblem e) {
                throw new EngineException(e.line() > 0 ? e.getMessage() + position(e) : e.getMessage(), e);
            } catch (QueryException | IOException | TraceProblem e) {
                throw new EngineException(e.getMessage(), e);
            } finally {
                deleteQuietly(partial);
            }
        });
        return new TraceRows(new ArrayList<>(files.values()), failures);
    }

    private static String position(SqlProblem e) {
        return " (line " + e.line() + ", column " + e.column() + ")";
    }

    private TraceStore open(FleetTrace trace) throws TraceProblem {
        return TraceOpener.openLazily(folder.traceFile(trace.id()), store, new ImportProgress(), _ -> {})
                .store();
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Ignore the failure: the file is in a temporary folder, or the next change of the fleet removes it.
        }
    }
}
