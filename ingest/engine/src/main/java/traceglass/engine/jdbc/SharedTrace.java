package traceglass.engine.jdbc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.TraceProcessor;

/// A trace that several connections share. It is closed with the last connection. Different traces can be opened and
/// closed concurrently.
final class SharedTrace {

    private record Key(Path file, EngineOptions options) {}

    private static final Map<Key, SharedTrace> OPEN = new HashMap<>();

    private final Key key;
    private final FutureTask<TraceProcessor> trace;
    private int users;

    private SharedTrace(Key key) {
        this.key = key;
        trace = new FutureTask<>(() -> TraceProcessor.open(key.file, key.options));
    }

    /// Opens a trace, or waits until another connection has opened it.
    ///
    /// @throws EngineException if it can't be read
    static SharedTrace open(Path file, EngineOptions options) {
        Key key = new Key(file, options);
        SharedTrace shared;
        synchronized (OPEN) {
            shared = OPEN.computeIfAbsent(key, SharedTrace::new);
            shared.users++;
        }
        // Only the first call reads the trace.
        shared.trace.run();
        boolean isOpen = false;
        try {
            shared.trace();
            isOpen = true;
        } finally {
            if (!isOpen) {
                shared.release();
            }
        }
        return shared;
    }

    Path file() {
        return key.file;
    }

    TraceProcessor trace() {
        try {
            return trace.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new EngineException(cause == null ? e.toString() : cause.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("The thread was interrupted while it waited for the trace", e);
        }
    }

    /// Number of connections.
    int userCount() {
        synchronized (OPEN) {
            return users;
        }
    }

    /// Ends the use by a connection. Must be called once for each connection.
    void release() {
        TraceProcessor unused = null;
        synchronized (OPEN) {
            users--;
            if (users == 0) {
                OPEN.remove(key, this);
                unused = traceIfOpen();
            }
        }
        if (unused != null) {
            unused.close();
        }
    }

    private @Nullable TraceProcessor traceIfOpen() {
        return trace.state() == FutureTask.State.SUCCESS ? trace.resultNow() : null;
    }
}
