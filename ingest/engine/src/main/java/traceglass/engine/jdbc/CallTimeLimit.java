package traceglass.engine.jdbc;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.engine.SqlErrorException;

/// The time limit of one call that needs the session of a connection: a statement, from its execution to its first
/// rows, or a request for metadata. It includes the time in which the call waits for the connection.
final class CallTimeLimit implements AutoCloseable {

    private static final ScheduledExecutorService ALARMS = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trace query timeouts");
        thread.setDaemon(true);
        return thread;
    });

    private static final long RETRY_MS = 50;
    private static final String CANCELED = "57014";

    private final Runnable cancelQuery;
    private final long limitMs;
    private final String timeoutMessage;
    private final long startNs = System.nanoTime();
    private boolean isLate;
    private boolean isCanceled;
    private boolean hasConnection;
    private boolean hasEnded;
    private @Nullable Future<?> alarm;

    /// Starts the countdown.
    ///
    /// @param cancelQuery cancels the query running on the connection
    /// @param limitMs time limit; 0 for none
    /// @param timeoutMessage error message once the limit is reached
    CallTimeLimit(Runnable cancelQuery, long limitMs, String timeoutMessage) {
        this.cancelQuery = cancelQuery;
        this.limitMs = limitMs;
        this.timeoutMessage = timeoutMessage;
    }

    /// Returns a time limit as text.
    static String text(long ms) {
        return ms % 1000 == 0 ? ms / 1000 + " s" : ms + " ms";
    }

    /// Waits until no other thread uses the connection.
    void acquire(ReentrantLock lock) throws SQLException {
        try {
            while (!lock.tryLock(RETRY_MS, TimeUnit.MILLISECONDS)) {
                synchronized (this) {
                    isLate |= remainingMs() == 0;
                }
                check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("The thread was interrupted while it waited for the connection", e);
        }
    }

    /// Called when the call gets the connection. From now on, its queries are canceled when the limit is reached or the
    /// call is canceled.
    ///
    /// @throws SQLException if the limit has been reached or the call was canceled already
    synchronized void start() throws SQLException {
        check();
        hasConnection = true;
        if (limitMs > 0) {
            cancelFrom(remainingMs(), this::cancelLate);
        }
    }

    private void cancelFrom(long delayMs, Runnable cancel) {
        if (alarm != null) {
            alarm.cancel(false);
        }
        // Repeated, because a request between two statements has no effect.
        alarm = ALARMS.scheduleWithFixedDelay(cancel, delayMs, RETRY_MS, TimeUnit.MILLISECONDS);
    }

    private long remainingMs() {
        return limitMs == 0
                ? Long.MAX_VALUE
                : Math.max(0, limitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
    }

    /// @throws SQLException if the call was canceled or the limit is reached
    synchronized void check() throws SQLException {
        if (isLate) {
            throw timeoutException(null);
        }
        if (isCanceled) {
            throw new SQLException("The statement was canceled", CANCELED);
        }
    }

    /// Runs SQL; throws a timeout error if it fails because the limit was reached.
    <T> T runWithLimit(Supplier<T> query) throws SQLException {
        try {
            return query.get();
        } catch (SqlErrorException e) {
            synchronized (this) {
                if (isLate) {
                    throw timeoutException(e);
                }
            }
            throw e;
        }
    }

    private SQLTimeoutException timeoutException(@Nullable SqlErrorException cause) {
        return new SQLTimeoutException(timeoutMessage, CANCELED, cause);
    }

    private synchronized void cancelLate() {
        if (!hasEnded) {
            isLate = true;
            cancelQuery.run();
        }
    }

    synchronized void cancel() {
        isCanceled = true;
        if (hasConnection && !hasEnded) {
            cancelFrom(0, cancelQuery);
        }
    }

    @Override
    public synchronized void close() {
        hasEnded = true;
        if (alarm != null) {
            alarm.cancel(false);
        }
    }
}
