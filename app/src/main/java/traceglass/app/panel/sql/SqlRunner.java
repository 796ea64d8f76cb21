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

/// Runs the SQL of one tab, on a thread and a connection of its own: what a statement makes is there for the next one,
/// and a long query holds up nobody else.
final class SqlRunner implements AutoCloseable {

    /// Results of one run that are kept; of more statements than this, the last.
    private static final int MOST_RESULTS = 20;

    /// Opens the session of a tab, on a connection of its own.
    interface Sessions {
        SqlSession open() throws QueryException;
    }

    /// What came of a run.
    ///
    /// @param results of the statements that answered rows, in order
    /// @param statements what each of these results is of, as it was run
    /// @param problem what ended the run early, or null
    /// @param tookNs how long it took
    record Outcome(List<RowStore> results, List<String> statements, SqlProblem problem, long tookNs) {}

    /// Ends queries that run for too long.
    private static final ScheduledExecutorService LIMITS = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sql-limits").factory());

    private final Sessions sessions;
    private volatile int mostSeconds;
    private final ExecutorService thread;
    private volatile SqlSession session;
    private volatile boolean cancelled;
    private volatile boolean closed;

    SqlRunner(Sessions sessions) {
        this.sessions = sessions;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread t = new Thread(task, "sql");
            t.setDaemon(true);
            return t;
        });
    }

    /// How long the statements of one run may take together, from the next run on.
    ///
    /// @param seconds 0 for any time
    void limit(int seconds) {
        mostSeconds = seconds;
    }

    /// Runs the statements and tells the JavaFX thread what came of them; never when the runner was closed.
    ///
    /// @param rows told on the JavaFX thread how many rows have come so far
    void run(String sql, Consumer<Integer> rows, Consumer<Outcome> done) {
        cancelled = false;
        Consumer<Integer> progress = FxThread.latest(rows);
        try {
            thread.execute(() -> {
                Outcome outcome = execute(sql, progress);
                FxThread.later(() -> {
                    if (!closed) {
                        done.accept(outcome);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            // The trace was closed in this moment; nobody looks any more.
        }
    }

    private Outcome execute(String sql, Consumer<Integer> progress) {
        long start = System.nanoTime();
        List<RowStore> results = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        SqlProblem problem = null;
        AtomicBoolean late = new AtomicBoolean();
        Future<?> limit = mostSeconds <= 0
                ? null
                : LIMITS.schedule(
                        () -> {
                            late.set(true);
                            cancel();
                        },
                        mostSeconds,
                        TimeUnit.SECONDS);
        try {
            if (session == null) {
                session = sessions.open();
            }
            if (cancelled) {
                throw new SqlProblem("cancelled", 0, 0, 0, true, null);
            }
            session.run(sql, new Keeping(session, results, statements, progress));
        } catch (SqlProblem e) {
            problem = e.isCancelled() && late.get()
                    ? new SqlProblem(
                            "The query ran for longer than the " + mostSeconds
                                    + " s that the settings allow, and was stopped. Ask for less, or change the time"
                                    + " in the settings",
                            0,
                            0,
                            0,
                            false,
                            e)
                    : e;
        } catch (QueryException e) {
            problem = new SqlProblem(
                    "The database of the trace cannot be used: " + e.getMessage(), 0, 0, 0, cancelled, e);
        } catch (OutOfMemoryError e) {
            results.clear();
            statements.clear();
            problem = new SqlProblem(
                    "The result needs more memory than there is. Ask for fewer rows or columns.", 0, 0, 0, false, e);
        } catch (RuntimeException e) {
            System.getLogger(SqlRunner.class.getName()).log(System.Logger.Level.ERROR, "running SQL", e);
            problem = new SqlProblem(
                    "This query cannot be run, by an error of this program: " + e, 0, 0, 0, cancelled, e);
        } finally {
            if (limit != null) {
                limit.cancel(false);
            }
        }
        return new Outcome(List.copyOf(results), List.copyOf(statements), problem, System.nanoTime() - start);
    }

    /// What is done with the session of the tab.
    interface Work<T> {
        T run(SqlSession session) throws SqlProblem;
    }

    /// Does something else with the session, in turn with the runs, and tells the JavaFX thread what came of it.
    ///
    /// @param over told there when it has ended, whether or not anybody looks any more
    <T> void work(Work<T> work, Consumer<T> done, Consumer<SqlProblem> failed, Runnable over) {
        cancelled = false;
        try {
            thread.execute(() -> {
                try {
                    if (session == null) {
                        session = sessions.open();
                    }
                    T result = work.run(session);
                    FxThread.later(() -> {
                        over.run();
                        if (!closed) {
                            done.accept(result);
                        }
                    });
                } catch (QueryException | SqlProblem e) {
                    SqlProblem problem =
                            e instanceof SqlProblem p ? p : new SqlProblem(e.getMessage(), 0, 0, 0, false, e);
                    FxThread.later(() -> {
                        over.run();
                        if (!closed) {
                            failed.accept(problem);
                        }
                    });
                }
            });
        } catch (RejectedExecutionException e) {
            over.run();
        }
    }

    /// Keeps the results. One that ends with an error leaves nothing, so that it may come once more.
    private record Keeping(
            SqlSession session, List<RowStore> results, List<String> statements, Consumer<Integer> progress)
            implements ResultSink {

        @Override
        public void result(ResultCursor cursor) throws QueryException, IOException {
            results.add(RowReader.read(cursor, progress::accept));
            statements.add(session.statement());
            if (results.size() > MOST_RESULTS) {
                results.removeFirst();
                statements.removeFirst();
            }
        }

        @Override
        public boolean mayRestart() {
            return true;
        }
    }

    /// Ends what runs; its outcome says that it was cancelled.
    void cancel() {
        cancelled = true;
        SqlSession running = session;
        if (running != null) {
            running.cancel();
        }
    }

    /// Ends what runs and lets the connection go.
    @Override
    public void close() {
        closed = true;
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
