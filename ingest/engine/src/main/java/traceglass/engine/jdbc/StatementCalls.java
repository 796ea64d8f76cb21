package traceglass.engine.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryResult;
import traceglass.engine.SqlErrorException;

/// Methods of {@link Statement}.
class StatementCalls {

    private static final ScheduledExecutorService TIMEOUTS = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trace query timeouts");
        thread.setDaemon(true);
        return thread;
    });

    private static final int NO_COUNT = -1;

    final ConnectionCalls connection;
    private final Statement statement;
    private @Nullable ResultCalls result;
    private long maxRows;
    private int fetchSize;
    private int timeoutSeconds;
    private boolean closed;
    private boolean closesWithResult;
    private int updateCount = NO_COUNT;
    private volatile @Nullable Clock clock;

    StatementCalls(ConnectionCalls connection) {
        this.connection = connection;
        statement = proxy();
    }

    /// Creates the proxy. Called by the constructor.
    Statement proxy() {
        return JdbcProxy.of(Statement.class, this);
    }

    Statement statement() {
        return statement;
    }

    /// Runs statements and stores the result.
    ///
    /// @return whether there is a result
    boolean run(String sql, @Nullable Object... values) throws SQLException {
        checkOpen();
        discardResult();
        updateCount = NO_COUNT;
        ResultCalls made = connection.run(sql, values, this);
        made.limit(maxRows);
        if (made.hasColumns()) {
            result = made;
            return true;
        }
        made.discard();
        updateCount = 0;
        return false;
    }

    /// The time limit of a statement, from the start of its execution to its first rows. Includes the time that the
    /// statement waits for its connection.
    final class Clock implements AutoCloseable {

        private static final long AGAIN_MS = 50;

        private final long startNs = System.nanoTime();
        private boolean isLate;
        private boolean isCanceled;
        private boolean hasTurn;
        private boolean isEnded;
        private @Nullable Future<?> alarm;

        /// Waits until no other thread uses the connection.
        void enter(ReentrantLock turn) throws SQLException {
            try {
                while (!turn.tryLock(AGAIN_MS, TimeUnit.MILLISECONDS)) {
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

        /// Called when the statement has the connection. From now on, a timeout or cancellation cancels the
        /// query that runs there.
        ///
        /// @throws SQLException if the statement has already been canceled or timed out
        synchronized void start() throws SQLException {
            check();
            hasTurn = true;
            if (timeoutSeconds > 0) {
                cancelFrom(remainingMs(), this::cancelLate);
            }
        }

        private void cancelFrom(long delayMs, Runnable cancel) {
            if (alarm != null) {
                alarm.cancel(false);
            }
            // Repeatedly, because canceling between two statements has no effect.
            alarm = TIMEOUTS.scheduleWithFixedDelay(cancel, delayMs, AGAIN_MS, TimeUnit.MILLISECONDS);
        }

        private long remainingMs() {
            return timeoutSeconds == 0
                    ? Long.MAX_VALUE
                    : Math.max(0, timeoutSeconds * 1000L - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
        }

        /// @throws SQLException if the statement was canceled or timed out
        synchronized void check() throws SQLException {
            if (isLate) {
                throw tooLong(null);
            }
            if (isCanceled) {
                throw new SQLException("The statement was canceled", "57014");
            }
        }

        QueryResult timed(Supplier<QueryResult> query) throws SQLException {
            try {
                return query.get();
            } catch (SqlErrorException e) {
                synchronized (this) {
                    if (isLate) {
                        throw tooLong(e);
                    }
                }
                throw e;
            }
        }

        private SQLTimeoutException tooLong(@Nullable SqlErrorException cause) {
            return new SQLTimeoutException("The query took longer than " + timeoutSeconds + " s", "57014", cause);
        }

        private synchronized void cancelLate() {
            if (!isEnded) {
                isLate = true;
                connection.cancelQuery();
            }
        }

        private synchronized void cancel() {
            isCanceled = true;
            if (hasTurn && !isEnded) {
                cancelFrom(0, connection::cancelQuery);
            }
        }

        @Override
        public void close() {
            clock = null;
            synchronized (this) {
                isEnded = true;
                if (alarm != null) {
                    alarm.cancel(false);
                }
            }
        }
    }

    Clock startClock() {
        Clock started = new Clock();
        clock = started;
        return started;
    }

    ResultSet result() throws SQLException {
        ResultCalls made = result;
        if (made == null) {
            throw new SQLException("The statement has no result");
        }
        return made.resultSet();
    }

    void checkOpen() throws SQLException {
        connection.checkOpen();
        if (closed) {
            throw new SQLException("The statement is closed");
        }
    }

    /// Closes the result without closing the statement.
    private void discardResult() {
        ResultCalls old = result;
        result = null;
        if (old != null) {
            old.discard();
        }
    }

    boolean execute(String sql) throws SQLException {
        return run(sql);
    }

    boolean execute(String sql, int keys) throws SQLException {
        return run(sql);
    }

    ResultSet executeQuery(String sql) throws SQLException {
        run(sql);
        return result();
    }

    int executeUpdate(String sql) throws SQLException {
        run(sql);
        return 0;
    }

    long executeLargeUpdate(String sql) throws SQLException {
        run(sql);
        return 0;
    }

    @Nullable
    ResultSet getResultSet() {
        return result == null ? null : result.resultSet();
    }

    /// Returns 0 for the first call after a statement without rows, else -1, because there is at most one result.
    int getUpdateCount() {
        return updateCount;
    }

    long getLargeUpdateCount() {
        return updateCount;
    }

    boolean getMoreResults() {
        updateCount = NO_COUNT;
        discardResult();
        return false;
    }

    boolean getMoreResults(int current) {
        return getMoreResults();
    }

    void setMaxRows(int rows) {
        maxRows = rows;
    }

    int getMaxRows() {
        return (int) Math.min(Integer.MAX_VALUE, maxRows);
    }

    void setLargeMaxRows(long rows) {
        maxRows = rows;
    }

    long getLargeMaxRows() {
        return maxRows;
    }

    void setFetchSize(int rows) {
        fetchSize = rows;
    }

    int getFetchSize() {
        return fetchSize;
    }

    void setFetchDirection(int direction) {
        // Rows are forward-only.
    }

    int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    void setQueryTimeout(int seconds) {
        timeoutSeconds = seconds;
    }

    int getQueryTimeout() {
        return timeoutSeconds;
    }

    void setMaxFieldSize(int bytes) {
        // Values are never truncated.
    }

    int getMaxFieldSize() {
        return 0;
    }

    void setEscapeProcessing(boolean enabled) {
        // JDBC's escapes are not translated.
    }

    void setPoolable(boolean poolable) {
        // There is no statement pool.
    }

    boolean isPoolable() {
        return false;
    }

    int getResultSetType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    Connection getConnection() {
        return connection.connection();
    }

    @Nullable
    SQLWarning getWarnings() {
        return null;
    }

    void clearWarnings() {
        // There are no warnings.
    }

    void cancel() {
        Clock running = clock;
        if (running == null) {
            // The statement has run and its rows are being read.
            connection.cancelQuery();
        } else {
            running.cancel();
        }
    }

    void closeOnCompletion() {
        closesWithResult = true;
    }

    boolean isCloseOnCompletion() {
        return closesWithResult;
    }

    void close() {
        closed = true;
        discardResult();
    }

    boolean isClosed() {
        return closed || connection.isClosed();
    }
}
