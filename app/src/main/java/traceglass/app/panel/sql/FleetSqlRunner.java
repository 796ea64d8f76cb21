package traceglass.app.panel.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.task.FxThread;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetRows;
import traceglass.engine.fleet.FleetRun;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;

/// Runs the SQL of one tab on the traces of a fleet, on a separate thread.
final class FleetSqlRunner implements AutoCloseable {

    /// The traces that SQL runs on.
    enum Target {
        /// The open trace.
        TRACE(SqlTexts.ON_TRACE, "sql-on-trace"),
        /// All traces of the fleet at once.
        ALL_TRACES(SqlTexts.ON_ALL_TRACES, "sql-on-all"),
        /// Each trace of the fleet separately.
        EACH_TRACE(SqlTexts.ON_EACH_TRACE, "sql-on-each");

        private final String title;
        private final String id;

        Target(String title, String id) {
            this.title = title;
            this.id = id;
        }

        String title() {
            return title;
        }

        String id() {
            return id;
        }
    }

    /// Outcome of a run.
    ///
    /// @param failures traces without rows because the query failed in them
    record Outcome(SqlRunner.Outcome rows, List<FleetFailure> failures) {}

    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("fleet sql").factory());
    private volatile boolean isCanceled;
    private volatile boolean isClosed;

    /// Runs statements and passes the outcome to the JavaFX thread, unless the runner is closed.
    ///
    /// @param seconds time limit, for all traces at once or for each; 0 for none
    /// @param done receives the outcome
    void run(Fleet fleet, Target target, String sql, List<Path> modules, int seconds, Consumer<Outcome> done) {
        isCanceled = false;
        try {
            thread.execute(() -> {
                Outcome outcome = execute(fleet, target, sql, modules, seconds);
                FxThread.later(() -> {
                    if (!isClosed) {
                        done.accept(outcome);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            // The tab was closed at the same time, so the result is not needed.
        }
    }

    private Outcome execute(Fleet fleet, Target target, String sql, List<Path> modules, int seconds) {
        long start = System.nanoTime();
        long limitMs = seconds * 1000L;
        FleetRun options = FleetRun.onAll()
                .withModules(modules)
                .withTimeout(target == Target.EACH_TRACE ? limitMs : 0)
                .withProgress(step ->
                        !isCanceled && (target == Target.EACH_TRACE || limitMs == 0 || step.elapsedMs() < limitMs));
        List<RowStore> results = new ArrayList<>();
        List<FleetFailure> failures = List.of();
        SqlProblem problem = null;
        try (FleetRows rows =
                target == Target.EACH_TRACE ? fleet.queryEach(sql, options) : fleet.queryTogether(sql, options)) {
            rows.writeTo(new Collector(results));
            failures = rows.failures();
        } catch (EngineException e) {
            problem = new SqlProblem(e.getMessage(), 0, 0, 0, isCanceled, e);
        } catch (OutOfMemoryError e) {
            results.clear();
            problem = new SqlProblem(SqlTexts.OUT_OF_MEMORY, 0, 0, 0, false, e);
        } catch (RuntimeException e) {
            System.getLogger(FleetSqlRunner.class.getName()).log(System.Logger.Level.ERROR, "running SQL", e);
            problem = new SqlProblem(SqlTexts.internalError(e), 0, 0, 0, isCanceled, e);
        }
        List<String> statements = results.stream().map(_ -> sql).toList();
        return new Outcome(
                new SqlRunner.Outcome(List.copyOf(results), statements, problem, System.nanoTime() - start), failures);
    }

    private record Collector(List<RowStore> results) implements ResultSink {

        @Override
        public void result(ResultCursor cursor) throws QueryException, IOException {
            results.add(RowReader.read(cursor, _ -> {}));
        }
    }

    /// Cancels the current run; its outcome reports the cancellation.
    void cancel() {
        isCanceled = true;
    }

    @Override
    public void close() {
        isClosed = true;
        isCanceled = true;
        thread.shutdown();
    }
}
