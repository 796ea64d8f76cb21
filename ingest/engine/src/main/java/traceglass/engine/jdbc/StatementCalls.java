package traceglass.engine.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// Methods of [Statement].
class StatementCalls {

    private static final int NO_COUNT = -1;

    final ConnectionCalls connection;
    private final Statement statement;
    private @Nullable ResultCalls result;
    private long maxRows;
    private int fetchSize;
    private int timeoutSeconds;
    private boolean isClosed;
    private boolean closesWithResult;
    private int updateCount = NO_COUNT;
    private volatile @Nullable CallTimeLimit timeLimit;

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
        ResultCalls newResult = connection.run(sql, values, this);
        newResult.limitRows(maxRows);
        if (newResult.hasColumns()) {
            result = newResult;
            return true;
        }
        newResult.discard();
        updateCount = 0;
        return false;
    }

    /// Starts the time limit of an execution. Ended by [#endTimeLimit].
    CallTimeLimit startTimeLimit() {
        long limitMs = timeoutSeconds > 0 ? timeoutSeconds * 1000L : connection.getNetworkTimeout();
        CallTimeLimit started = new CallTimeLimit(
                connection::cancelQuery, limitMs, "The query took longer than " + CallTimeLimit.text(limitMs));
        timeLimit = started;
        return started;
    }

    void endTimeLimit() {
        timeLimit = null;
    }

    ResultSet result() throws SQLException {
        ResultCalls current = result;
        if (current == null) {
            throw new SQLException("The statement has no result");
        }
        return current.resultSet();
    }

    void checkOpen() throws SQLException {
        connection.checkOpen();
        if (isClosed) {
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

    void setMaxRows(int rows) throws SQLException {
        setLargeMaxRows(rows);
    }

    int getMaxRows() {
        return (int) Math.min(Integer.MAX_VALUE, maxRows);
    }

    void setLargeMaxRows(long rows) throws SQLException {
        JdbcProxy.checkNotNegative("The number of rows", rows);
        maxRows = rows;
    }

    long getLargeMaxRows() {
        return maxRows;
    }

    void setFetchSize(int rows) throws SQLException {
        JdbcProxy.checkNotNegative("The fetch size", rows);
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

    void setQueryTimeout(int seconds) throws SQLException {
        JdbcProxy.checkNotNegative("The time limit", seconds);
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

    void setEscapeProcessing(boolean isEnabled) {
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
        CallTimeLimit running = timeLimit;
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
        isClosed = true;
        discardResult();
    }

    boolean isClosed() {
        return isClosed || connection.isClosed();
    }
}
