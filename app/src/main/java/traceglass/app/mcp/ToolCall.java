package traceglass.app.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// A running call of a tool. It is stopped if the client cancels it, if the input ends, or at its time limit.
final class ToolCall {

    /// Key of the call in the context of an exchange.
    static final String KEY = "traceglass.call";

    private static final long CHECK_MS = 50;

    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "mcp time limits");
        thread.setDaemon(true);
        return thread;
    });

    private volatile boolean isCanceled;

    /// Returns the call that an exchange belongs to.
    static ToolCall of(McpSyncServerExchange exchange) {
        return exchange.transportContext().get(KEY) instanceof ToolCall call ? call : new ToolCall();
    }

    /// Stops the call, from any thread.
    void cancel() {
        isCanceled = true;
    }

    boolean isCanceled() {
        return isCanceled;
    }

    /// Runs work that another thread can stop.
    ///
    /// @param stop asks the work to stop; called repeatedly until it has stopped, because a request between
    ///     two statements of the database has no effect
    /// @throws ToolProblem if the work was stopped
    <T> T run(Duration limit, Runnable stop, Callable<T> work) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        Future<?> watch = WATCH.scheduleWithFixedDelay(
                () -> {
                    if (isCanceled || System.nanoTime() - end > 0) {
                        stop.run();
                    }
                },
                CHECK_MS,
                CHECK_MS,
                TimeUnit.MILLISECONDS);
        try {
            return work.call();
        } catch (RuntimeException e) {
            if (isCanceled) {
                throw new ToolProblem(McpTexts.CANCELED);
            }
            if (System.nanoTime() - end > 0) {
                throw new ToolProblem(McpTexts.timeout(limit.toSeconds()));
            }
            throw e;
        } finally {
            watch.cancel(false);
        }
    }
}
