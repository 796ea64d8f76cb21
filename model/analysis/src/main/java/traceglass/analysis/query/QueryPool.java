package traceglass.analysis.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import traceglass.store.TraceStore;

/// Runs queries of one store on a few threads, each with its own connection. A request names its purpose; a newer
/// request for the same purpose cancels the older one, whose result is then never delivered.
public final class QueryPool implements AutoCloseable {

    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() - 1, 2, 4);

    /// Opens a connection for one thread; called once for each thread.
    public interface Connections {
        Connection open() throws SQLException;
    }

    /// Work with the store, on a thread of the pool.
    public interface Work<T> {
        /// @param q runs queries on the store; long work checks it for cancellation, see
        ///     [Cancellation#onCancel]
        T run(TraceQueries q) throws Exception;
    }

    private final Connections connections;
    private final Executor receiver;
    private final ExecutorService threads;
    private final ThreadLocal<LoggedConnection> threadConnection = new ThreadLocal<>();
    private final QueryLog log = new QueryLog();
    private final List<Connection> opened = new ArrayList<>();
    private final Map<String, Cancellation> running = new HashMap<>();
    private final AtomicInteger busy = new AtomicInteger();
    /// Waiting work, in order; null if work starts immediately.
    private List<Runnable> heldTasks;
    private volatile boolean isClosed;

    /// @param receiver runs the callbacks for results in order, one at a time, such as on the JavaFX thread
    public QueryPool(Connections connections, Executor receiver) {
        this.connections = connections;
        this.receiver = receiver;
        AtomicInteger number = new AtomicInteger();
        threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread t = new Thread(task, "query-" + number.incrementAndGet());
            t.setDaemon(true);
            return t;
        });
    }

    /// Creates a pool for the queries of a store.
    ///
    /// @param receiver as for the constructor
    public static QueryPool of(TraceStore store, Executor receiver) {
        return new QueryPool(store::connection, receiver);
    }

    /// Starts no work before `event`, because queries of panels would delay the first frame of a trace.
    public void holdUntil(CompletionStage<?> event) {
        synchronized (opened) {
            heldTasks = new ArrayList<>();
        }
        event.whenComplete((_, _) -> release());
    }

    private void release() {
        List<Runnable> waiting;
        synchronized (opened) {
            waiting = heldTasks == null ? List.of() : heldTasks;
            heldTasks = null;
        }
        waiting.forEach(this::begin);
    }

    /// @return whether it was started, or will be
    private boolean begin(Runnable task) {
        try {
            threads.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private boolean isHeld(Runnable task) {
        synchronized (opened) {
            return heldTasks != null && heldTasks.add(task);
        }
    }

    /// Runs the work and passes its result or its exception to the receiver; neither if it was canceled or
    /// replaced.
    ///
    /// @param key purpose: an older request with the same key is canceled
    /// @return cancels the work
    public <T> Cancellation submit(
            String key, Work<T> work, Consumer<? super T> done, Consumer<? super Exception> failed) {
        Cancellation cancel = new Cancellation();
        Cancellation older;
        synchronized (running) {
            older = running.put(key, cancel);
        }
        if (older != null) {
            older.cancel();
        }
        busy.incrementAndGet();
        Runnable task = () -> {
            try {
                run(key, work, cancel, done, failed);
            } finally {
                // After the result was delivered: until then it can be canceled, and the pool must not
                // look idle.
                receiver.execute(() -> {
                    synchronized (running) {
                        running.remove(key, cancel);
                    }
                    busy.decrementAndGet();
                });
            }
        };
        if (!isHeld(task) && !begin(task)) {
            busy.decrementAndGet();
            cancel.cancel();
        }
        return cancel;
    }

    private <T> void run(
            String key,
            Work<T> work,
            Cancellation cancel,
            Consumer<? super T> done,
            Consumer<? super Exception> failed) {
        if (cancel.isCanceled() || isClosed) {
            return;
        }
        try {
            T result = work.run(new TraceQueries(connection(key), cancel));
            receiver.execute(() -> {
                if (!cancel.isCanceled() && !isClosed) {
                    done.accept(result);
                }
            });
        } catch (Exception e) {
            receiver.execute(() -> {
                if (!cancel.isCanceled() && !isClosed) {
                    failed.accept(e);
                }
            });
        } finally {
            cancel.onCancel(null);
        }
    }

    /// Cancels the running work for this purpose.
    public void cancel(String key) {
        Cancellation c;
        synchronized (running) {
            c = running.remove(key);
        }
        if (c != null) {
            c.cancel();
        }
    }

    /// Returns whether nothing is running or waiting to be delivered.
    public boolean isIdle() {
        return busy.get() == 0;
    }

    /// Returns the log of queries.
    public QueryLog log() {
        return log;
    }

    private Connection connection(String key) throws SQLException {
        LoggedConnection c = threadConnection.get();
        if (c == null) {
            Connection newConnection = connections.open();
            c = new LoggedConnection(newConnection, log);
            threadConnection.set(c);
            synchronized (opened) {
                opened.add(newConnection);
            }
        }
        c.setPurpose(key);
        return c.connection();
    }

    /// Cancels all work, waits a moment for it to end, and closes the connections.
    @Override
    public void close() {
        isClosed = true;
        threads.shutdownNow();
        List<Cancellation> cancellations;
        synchronized (running) {
            cancellations = List.copyOf(running.values());
        }
        cancellations.forEach(Cancellation::cancel);
        try {
            // A connection must not be closed while a statement is still running on it.
            if (threads.awaitTermination(5, TimeUnit.SECONDS)) {
                synchronized (opened) {
                    for (Connection c : opened) {
                        c.close();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            System.getLogger(QueryPool.class.getName()).log(System.Logger.Level.DEBUG, "Can't close a connection", e);
        }
    }
}
