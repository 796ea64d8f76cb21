package traceglass.app.panel.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.task.FxThread;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Runs the SQL of one tab on its own thread and connection: tables created by a statement exist for later ones, and
/// long queries do not block other tabs.
final class SqlRunner implements AutoCloseable {

    /// Maximum number of results of a run; with more statements, the last ones are kept.
    private static final int MAX_RESULTS = 20;

    /// Opens the session of a tab on its own connection.
    interface Sessions {
        SqlSession open() throws QueryException;
    }

    /// Outcome of a run.
    ///
    /// @param results results of the statements that returned rows, in order
    /// @param statements statement of each result, as it was run
    /// @param problem error that ended the run, or null
    /// @param durationNs duration in ns
    record Outcome(List<RowStore> results, List<String> statements, SqlProblem problem, long durationNs) {}

    /// Cancels queries that exceed the time limit.
    private static final ScheduledExecutorService LIMITS = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sql-limits").factory());

    private final Sessions sessions;
    private volatile int limitSeconds;
    private final ExecutorService thread;
    private volatile SqlSession session;
    private volatile boolean isCanceled;
    private volatile boolean isClosed;

    SqlRunner(Sessions sessions) {
        this.sessions = sessions;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread t = new Thread(task, "sql");
            t.setDaemon(true);
            return t;
        });
    }

    /// Limits the total time of a run, from the next run on.
    ///
    /// @param seconds 0 for no limit
    void setLimit(int seconds) {
        limitSeconds = seconds;
    }

    /// Runs the statements and passes the outcome to the JavaFX thread, unless the runner is closed.
    ///
    /// @param rows receives the number of rows so far, on the JavaFX thread
    void run(String sql, Consumer<Integer> rows, Consumer<Outcome> done) {
        isCanceled = false;
        Consumer<Integer> progress = FxThread.latest(rows);
        try {
            thread.execute(() -> {
                Outcome outcome = execute(sql, progress);
                FxThread.later(() -> {
                    if (!isClosed) {
                        done.accept(outcome);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            // The trace was closed at the same time, so the result is not needed.
        }
    }

    private Outcome execute(String sql, Consumer<Integer> progress) {
        long start = System.nanoTime();
        List<RowStore> results = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        SqlProblem problem = null;
        AtomicBoolean hasTimedOut = new AtomicBoolean();
        Future<?> limit = limitSeconds <= 0
                ? null
                : LIMITS.schedule(
                        () -> {
                            hasTimedOut.set(true);
                            cancel();
                        },
                        limitSeconds,
                        TimeUnit.SECONDS);
        try {
            if (session == null) {
                session = sessions.open();
            }
            if (isCanceled) {
                throw new SqlProblem("canceled", 0, 0, 0, true, null);
            }
            session.run(sql, new ResultCollector(session, results, statements, progress));
        } catch (SqlProblem e) {
            problem = e.isCanceled() && hasTimedOut.get()
                    ? new SqlProblem(SqlTexts.timeLimitExceeded(limitSeconds), 0, 0, 0, false, e)
                    : e;
        } catch (QueryException e) {
            problem = new SqlProblem(SqlTexts.databaseFailed(e.getMessage()), 0, 0, 0, isCanceled, e);
        } catch (OutOfMemoryError e) {
            results.clear();
            statements.clear();
            problem = new SqlProblem(SqlTexts.OUT_OF_MEMORY, 0, 0, 0, false, e);
        } catch (RuntimeException e) {
            System.getLogger(SqlRunner.class.getName()).log(System.Logger.Level.ERROR, "running SQL", e);
            problem = new SqlProblem(SqlTexts.internalError(e), 0, 0, 0, isCanceled, e);
        } finally {
            if (limit != null) {
                limit.cancel(false);
            }
        }
        return new Outcome(List.copyOf(results), List.copyOf(statements), problem, System.nanoTime() - start);
    }

    /// Work on the session of the tab.
    interface Work<T> {
        T run(SqlSession session) throws SqlProblem;
    }

    /// Runs other work on the session, in order with the runs, and passes the outcome to the JavaFX thread.
    ///
    /// @param onEnd called there when the work has ended, even if the runner was closed
    <T> void runTask(Work<T> work, Consumer<T> done, Consumer<SqlProblem> failed, Runnable onEnd) {
        isCanceled = false;
        try {
            thread.execute(() -> {
                try {
                    if (session == null) {
                        session = sessions.open();
                    }
                    T result = work.run(session);
                    FxThread.later(() -> {
                        onEnd.run();
                        if (!isClosed) {
                            done.accept(result);
                        }
                    });
                } catch (QueryException | SqlProblem e) {
                    SqlProblem problem =
                            e instanceof SqlProblem p ? p : new SqlProblem(e.getMessage(), 0, 0, 0, false, e);
                    FxThread.later(() -> {
                        onEnd.run();
                        if (!isClosed) {
                            failed.accept(problem);
                        }
                    });
                }
            });
        } catch (RejectedExecutionException e) {
            onEnd.run();
        }
    }

    /// Stores the results. A failed statement leaves no result.
    private record ResultCollector(
            SqlSession session, List<RowStore> results, List<String> statements, Consumer<Integer> progress)
            implements ResultSink {

        @Override
        public void result(ResultCursor cursor) throws QueryException, IOException {
            results.add(RowReader.read(cursor, progress::accept));
            statements.add(session.statement());
            if (results.size() > MAX_RESULTS) {
                results.removeFirst();
                statements.removeFirst();
            }
        }

        @Override
        public boolean isStreaming() {
            return true;
        }
    }

    /// Cancels the current run; its outcome reports the cancellation.
    void cancel() {
        isCanceled = true;
        SqlSession running = session;
        if (running != null) {
            running.cancel();
        }
    }

    /// Cancels the current run and closes the connection.
    @Override
    public void close() {
        isClosed = true;
        cancel();
        thread.execute(() -> {
            SqlSession open = session;
            session = null;
            if (open != null) {
                try {
                    open.close();
                } catch (QueryException e) {
                    System.getLogger(SqlRunner.class.getName())
                            .log(System.Logger.Level.DEBUG, "closing a SQL session", e);
                }
            }
        });
        thread.shutdown();
    }
}
