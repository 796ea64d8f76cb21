package traceglass.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import traceglass.sql.export.ArrowTableWriter;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.BoundSql;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// An SQL session on a trace. Tables, views, functions and modules that a statement creates or includes are available
/// to later statements of the same session, but not to other sessions.
///
/// A session runs one query at a time: a new query closes the result of the previous one, and reading more of its rows
/// throws an error. Several threads can use it in turn.
public final class QuerySession implements AutoCloseable {

    private static final long RETRY_MS = 50;

    private final SqlSession session;
    private final ExecutorService runner;
    /// Held by the thread that starts a query until its first rows have arrived.
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable StreamedResult<?> open;
    private @Nullable Future<?> running;
    private volatile boolean isClosed;

    private QuerySession(SqlSession session) {
        this.session = session;
        runner = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "trace query");
            thread.setDaemon(true);
            return thread;
        });
    }

    static QuerySession on(TraceStore store, EngineOptions options, ModuleLibrary library) {
        try {
            return new QuerySession(SqlSession.on(store, OpenedTrace.sqlPolicy(options), library));
        } catch (QueryException e) {
            throw new EngineException(e.getMessage(), e);
        }
    }

    /// Runs one or more statements in the dialect of Perfetto's trace processor and returns the rows of the last
    /// one.
    ///
    /// @param values value for each `?` in the text: a number, String, Boolean, byte[] or null
    /// @throws SqlErrorException if a statement fails before its first rows
    public QueryResult query(String sql, @Nullable Object... values) {
        return start(BoundSql.positional(sql, values), new RowBatchWriter(), QueryResult::new);
    }

    /// Runs statements with named parameters, `:name` or `$name`.
    ///
    /// @throws SqlErrorException if a statement fails before its first rows
    public QueryResult query(String sql, Map<String, ? extends @Nullable Object> values) {
        return start(BoundSql.named(sql, values), new RowBatchWriter(), QueryResult::new);
    }

    /// Runs one or more statements and encodes the rows of the last one, without an object for each value.
    ///
    /// @param sink encodes rows while the result is read; used by one query at a time
    /// @throws SqlErrorException if a statement fails before its first rows
    public <B> EncodedResult<B> encode(String sql, CellSink<B> sink) {
        return start(BoundSql.positional(sql), new CellBatchWriter<>(sink), EncodedResult::new);
    }

    /// Runs statements and discards their rows.
    ///
    /// @throws SqlErrorException if a statement fails
    public void execute(String sql, @Nullable Object... values) {
        query(sql, values).forEach(_ -> {});
    }

    /// Writes the rows of the last statement as an Arrow IPC file.
    ///
    /// @param out receives the file; not closed here
    /// @throws SqlErrorException if a statement fails; the output is then incomplete
    public void writeArrow(OutputStream out, String sql, @Nullable Object... values) throws IOException {
        BoundSql bound = BoundSql.positional(sql, values);
        int last = SqlSession.countStatements(bound.text()) - 1;
        Future<?> task;
        lock.lock();
        try {
            checkOpen();
            finishLast();
            task = submit(bound, cursor -> {
                if (session.statementIndex() == last) {
                    ArrowTableWriter.write(cursor, out);
                }
            });
        } finally {
            lock.unlock();
        }
        try {
            if (task.get() instanceof EngineException problem) {
                if (problem.getCause() instanceof SqlProblem p && p.getCause() instanceof IOException e) {
                    throw e;
                }
                throw problem;
            }
        } catch (InterruptedException e) {
            session.cancel();
            Thread.currentThread().interrupt();
            throw new EngineException("The thread was interrupted while it waited for a result", e);
        } catch (ExecutionException e) {
            throw new EngineException(String.valueOf(e.getCause()), e);
        }
    }

    /// Lists the tables and views that queries of this session can use, ordered by name: the trace's own, and those
    /// created by statements and modules.
    public List<TableInfo> tables() {
        return SessionCatalog.tables(this);
    }

    /// Lists the functions of PerfettoSQL and of the session, ordered by name.
    public List<FunctionInfo> functions() {
        return SessionCatalog.functions(this);
    }

    private <B, R extends StreamedResult<B>> R start(
            BoundSql bound, ResultFeed.BatchWriter<B> writer, Function<ResultFeed<B>, R> result) {
        lock.lock();
        try {
            checkOpen();
            finishLast();
            ResultFeed<B> feed = new ResultFeed<>(session, SqlSession.countStatements(bound.text()) - 1, writer);
            running = runner.submit(() -> feed.end(run(bound, feed)));
            R started = result.apply(feed);
            open = started;
            return started;
        } finally {
            lock.unlock();
        }
    }

    private Future<@Nullable EngineException> submit(BoundSql bound, ResultSink sink) {
        Future<@Nullable EngineException> task = runner.submit(() -> run(bound, sink));
        running = task;
        return task;
    }

    @SuppressWarnings("IllegalCatch") // The reader of the result must receive every failure.
    private @Nullable EngineException run(BoundSql bound, ResultSink sink) {
        try {
            session.run(bound, sink);
            return null;
        } catch (SqlProblem e) {
            int[] position = bound.position(e.line(), e.column());
            return new SqlErrorException(
                    removeOption(e.getMessage()),
                    position[0],
                    position[1],
                    e.statement(),
                    e.isCanceled(),
                    removeOption(bound.explain(e)),
                    e);
        } catch (RuntimeException | Error e) {
            return new EngineException("The query failed: " + e, e);
        }
    }

    /// Removes the name of a command-line option, which callers of this API don't have, from a message.
    private static String removeOption(@Nullable String message) {
        return message == null ? "" : message.replace(DuckDbError.MEMORY_OPTION, "");
    }

    private void checkOpen() {
        if (isClosed) {
            throw new IllegalStateException("The session is closed");
        }
    }

    /// Waits until the last query no longer uses the connection. Cancels a result that was not read to its end.
    /// Repeats this, because canceling between two database statements has no effect.
    private void finishLast() {
        boolean isAborted = false;
        if (open != null) {
            isAborted = !open.hasEnded();
            open.abort("The result was closed by another query of its session; read it first, or use another session");
            open = null;
        }
        boolean isInterrupted = false;
        while (running != null) {
            try {
                running.get(RETRY_MS, TimeUnit.MILLISECONDS);
                running = null;
            } catch (TimeoutException e) {
                if (isAborted || isClosed) {
                    session.cancel();
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
            } catch (ExecutionException e) {
                // The reader of the result has received the failure.
                running = null;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Cancels the running query. Can be called from any thread. Reading its result then throws an error.
    public void cancel() {
        session.cancel();
    }

    boolean isClosed() {
        return isClosed;
    }

    /// Cancels the running query and closes the session. Reading a result that was open throws an error.
    @Override
    public void close() {
        isClosed = true;
        boolean isInterrupted = false;
        while (!lock.isHeldByCurrentThread()) {
            try {
                if (!lock.tryLock(RETRY_MS, TimeUnit.MILLISECONDS)) {
                    session.cancel();
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        try {
            if (!runner.isShutdown()) {
                if (open != null) {
                    open.abort("The session was closed");
                }
                finishLast();
                runner.shutdown();
                session.close();
            }
        } catch (QueryException e) {
            throw new EngineException(e.getMessage(), e);
        } finally {
            lock.unlock();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
