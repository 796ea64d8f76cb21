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
import java.util.concurrent.atomic.AtomicBoolean;
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

    StatementCalls(ConnectionCalls connection) {
        this.connection = connection;
        statement = proxy();
    }

    /// Makes the interface, for the constructor.
    Statement proxy() {
        return JdbcProxy.of(Statement.class, this);
    }

    Statement statement() {
        return statement;
    }

    /// Runs statements and keeps the result.
    ///
    /// @return whether there is one
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

    /// The time limit of a query, from its start to its first rows.
    final class Clock implements AutoCloseable {

        private static final long AGAIN_MS = 50;

        private final AtomicBoolean isLate = new AtomicBoolean();
        private boolean isEnded;
        private final @Nullable Future<?> alarm;

        private Clock() {
            alarm = timeoutSeconds == 0
                    ? null
                    // Again and again: a request that comes between two statements has no effect.
                    : TIMEOUTS.scheduleWithFixedDelay(
                            this::cancelLate, timeoutSeconds * 1000L, AGAIN_MS, TimeUnit.MILLISECONDS);
        }

        QueryResult timed(Supplier<QueryResult> query) throws SQLException {
            try {
                return query.get();
            } catch (SqlErrorException e) {
                if (isLate.get()) {
                    throw new SQLTimeoutException("The query took longer than " + timeoutSeconds + " s", "57014", e);
                }
                throw e;
            }
        }

        private synchronized void cancelLate() {
            if (!isEnded) {
                isLate.set(true);
                connection.cancelQuery();
            }
        }

        @Override
        public synchronized void close() {
            isEnded = true;
            if (alarm != null) {
                alarm.cancel(false);
            }
        }
    }

    Clock startClock() {
        return new Clock();
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

    /// Closes the result without closing the statement with it.
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

    /// Returns 0 once after a statement without rows, else -1: there is one result, or none.
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
        // Rows come in one direction.
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
        // Values are never cut.
    }

    int getMaxFieldSize() {
        return 0;
    }

    void setEscapeProcessing(boolean enabled) {
        // JDBC's escapes are not translated.
    }

    void setPoolable(boolean poolable) {
        // There is no pool.
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
        // There are none.
    }

    void cancel() {
        connection.cancelQuery();
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
