package traceglass.analysis.live.recording;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.derived.DerivedTableCreator;
import traceglass.store.TraceStore;
import traceglass.store.database.LiveSchema;
import traceglass.store.database.LiveWindow;
import traceglass.store.database.NumberedThreadFactory;

/// Threads that read the tracks of a running recording, each with its own connection.
final class TrackReaders implements AutoCloseable {

    private static final int THREADS = 2;

    private final TraceStore store;
    private final DerivedTableCreator derived;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, new NumberedThreadFactory("live-data-"));
    private final ArrayDeque<WindowConnection> free = new ArrayDeque<>();

    /// A connection and the window to which it is limited.
    private record WindowConnection(DuckDBConnection connection, LiveWindow window) {}

    /// Reads data on the connection of a thread.
    interface Work<T> {
        T read(DuckDBConnection connection) throws SQLException;
    }

    /// @param derived creates derived tables from the rows that have been recorded when they are first needed
    TrackReaders(TraceStore store, DerivedTableCreator derived) {
        this.store = store;
        this.derived = derived;
    }

    DerivedTableCreator derived() {
        return derived;
    }

    ExecutorService threads() {
        return threads;
    }

    /// Reads the events of a window on the caller's thread.
    <T> T withConnection(LiveWindow window, Work<T> work) throws SQLException {
        WindowConnection borrowed = borrow();
        boolean isDone = false;
        try {
            if (!window.equals(borrowed.window)) {
                LiveSchema.apply(borrowed.connection, window);
                borrowed = new WindowConnection(borrowed.connection, window);
            }
            T read = work.read(borrowed.connection);
            isDone = true;
            return read;
        } finally {
            release(borrowed, isDone);
        }
    }

    private WindowConnection borrow() throws SQLException {
        synchronized (free) {
            if (!free.isEmpty()) {
                return free.pop();
            }
        }
        return new WindowConnection(store.connection(), new LiveWindow(0, 0, 0, 0));
    }

    private void release(WindowConnection borrowed, boolean isUsable) throws SQLException {
        synchronized (free) {
            if (isUsable && !threads.isShutdown()) {
                free.push(borrowed);
                return;
            }
        }
        borrowed.connection.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        synchronized (free) {
            for (WindowConnection pooled : free) {
                try {
                    pooled.connection.close();
                } catch (SQLException e) {
                    // The database is closed next.
                }
            }
            free.clear();
        }
    }
}
