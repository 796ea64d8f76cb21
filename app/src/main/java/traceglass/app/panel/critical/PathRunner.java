package traceglass.app.panel.critical;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.PathSubject;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Computes critical paths of one trace on its own thread and SQL session. The wakeup graph is computed once and
/// reused.
final class PathRunner implements AutoCloseable {

    private final TraceSession trace;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("critical-path").factory());
    private SqlSession session;
    private volatile SqlSession running;
    private volatile long newestRequest;

    PathRunner(TraceSession trace) {
        this.trace = trace;
    }

    TraceSession trace() {
        return trace;
    }

    /// Computes a path and passes it to the JavaFX thread, unless it was canceled or another path was requested.
    ///
    /// @param failed receives the error message
    void compute(PathSubject subject, Consumer<RowStore> done, Consumer<String> failed) {
        stop();
        long request = newestRequest;
        try {
            thread.execute(() -> run(subject, request, done, failed));
        } catch (RejectedExecutionException e) {
            // The trace was closed at the same time.
        }
    }

    /// Cancels the running computation.
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the JavaFX thread writes; others read.
    void stop() {
        newestRequest++;
        SqlSession s = running;
        if (s != null) {
            s.cancel();
        }
    }

    private void run(PathSubject subject, long request, Consumer<RowStore> done, Consumer<String> failed) {
        if (request != newestRequest) {
            return;
        }
        try {
            if (session == null) {
                session = trace.openSql();
            }
            running = session;
            RowStore[] found = {RowStore.EMPTY};
            session.run(subject.sql(), rows -> found[0] = RowReader.read(rows, n -> {}));
            deliver(request, () -> done.accept(found[0]));
        } catch (SqlProblem | QueryException | RuntimeException e) {
            deliver(request, () -> failed.accept(e.getMessage()));
        } finally {
            running = null;
        }
    }

    private void deliver(long request, Runnable action) {
        FxThread.later(() -> {
            if (request == newestRequest) {
                action.run();
            }
        });
    }

    @Override
    public void close() {
        stop();
        thread.execute(() -> {
            try {
                if (session != null) {
                    session.close();
                }
            } catch (QueryException e) {
                System.getLogger(PathRunner.class.getName()).log(System.Logger.Level.DEBUG, "closing a SQL session", e);
            }
        });
        thread.shutdown();
    }
}
