package traceglass.engine.rpc;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Runs the calls of several clients one at a time, in the order in which they arrived, and cancels the query of a call
/// that takes long while others wait, or whose client has disconnected.
final class CallQueue {

    /// Work of a call.
    interface Call<R> {
        R run() throws IOException;
    }

    /// Work without a result.
    interface Step {
        void run() throws IOException;
    }

    private static final long WATCH_MS = 1000;
    private static final long RETRY_MS = 50;
    /// Start of a call that has not had its turn.
    private static final long WAITING = Long.MIN_VALUE;

    private static final ScheduledExecutorService WATCHER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trace server watch");
        thread.setDaemon(true);
        return thread;
    });

    private final Runnable cancelQuery;
    private final long maxTurnMs;
    private final ReentrantLock lock = new ReentrantLock(true);
    private volatile long lastCallNs = System.nanoTime();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean isClosing;

    /// @param cancelQuery cancels the running query, if there is one; called from any thread
    /// @param maxTurn time after which a query is canceled if other calls wait for it
    CallQueue(Runnable cancelQuery, Duration maxTurn) {
        this.cancelQuery = cancelQuery;
        maxTurnMs = maxTurn.toMillis();
    }

    /// Runs a call when it is its turn.
    ///
    /// @throws IOException if the call throws it, or the server ends
    <R> R run(Call<R> call) throws IOException {
        return run(() -> false, call);
    }

    /// @param isGone whether the client has disconnected; called once a second
    <R> R run(BooleanSupplier isGone, Call<R> call) throws IOException {
        AtomicLong sinceNs = new AtomicLong(WAITING);
        Future<?> watch =
                WATCHER.scheduleWithFixedDelay(() -> watch(isGone, sinceNs), WATCH_MS, WATCH_MS, TimeUnit.MILLISECONDS);
        lock.lock();
        running.incrementAndGet();
        try {
            if (isClosing) {
                throw new IOException("The server is shutting down");
            }
            if (isGone.getAsBoolean()) {
                throw new IOException("The client disconnected before its turn");
            }
            sinceNs.set(System.nanoTime());
            return call.run();
        } finally {
            synchronized (sinceNs) {
                // From now on, the watch would cancel the query of the next call.
                sinceNs.set(WAITING);
            }
            watch.cancel(false);
            running.decrementAndGet();
            lastCallNs = System.nanoTime();
            lock.unlock();
        }
    }

    void perform(Step step) throws IOException {
        perform(() -> false, step);
    }

    void perform(BooleanSupplier isGone, Step step) throws IOException {
        run(isGone, () -> {
            step.run();
            return Boolean.TRUE;
        });
    }

    /// @param sinceNs start of the call
    private void watch(BooleanSupplier isGone, AtomicLong sinceNs) {
        boolean isUnwanted = isGone.getAsBoolean();
        synchronized (sinceNs) {
            long start = sinceNs.get();
            if (start != WAITING
                    && (isUnwanted
                            || lock.hasQueuedThreads()
                                    && System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(maxTurnMs))) {
                cancelQuery.run();
            }
        }
    }

    /// Nanoseconds since the last call ended; 0 while one runs.
    long idleNs() {
        return running.get() > 0 ? 0 : System.nanoTime() - lastCallNs;
    }

    boolean isClosing() {
        return isClosing;
    }

    /// Refuses all further calls, cancels the running query, and runs a last task of the server. The task is not
    /// run if the thread is interrupted while it waits.
    void close(Runnable last) {
        isClosing = true;
        try {
            // Repeat the request: other calls may wait for their turn, and a request that comes too early is lost.
            do {
                cancelQuery.run();
            } while (!lock.tryLock(RETRY_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            last.run();
        } finally {
            lock.unlock();
        }
    }
}
