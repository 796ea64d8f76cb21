package traceglass.engine.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryResult;
import traceglass.engine.QuerySession;

/// Methods of {@link Connection}. There are no transactions: each statement is complete when it ends.
final class ConnectionCalls {

    private final SharedTrace shared;
    private final String url;
    private final QuerySession session;
    private final Connection connection;
    private @Nullable ResultCalls reading;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean autoCommit = true;
    private boolean readOnly = true;

    ConnectionCalls(SharedTrace shared, String url) {
        this.shared = shared;
        this.url = url;
        session = shared.trace().newSession();
        connection = JdbcProxy.of(Connection.class, this);
    }

    Connection connection() {
        return connection;
    }

    SharedTrace shared() {
        return shared;
    }

    String url() {
        return url;
    }

    /// Runs statements. Rows of an earlier result that is still read are kept in memory first.
    synchronized ResultCalls run(String sql, @Nullable Object[] values, StatementCalls statement) throws SQLException {
        checkOpen();
        if (reading != null) {
            reading.keepRest();
        }
        QueryResult result = session.query(sql, values);
        ResultCalls calls = ResultCalls.of(result, statement);
        reading = calls;
        return calls;
    }

    void cancelQuery() {
        session.cancel();
    }

    void checkOpen() throws SQLException {
        if (closed.get()) {
            throw new SQLException("The connection is closed", "08003");
        }
    }

    Statement createStatement() throws SQLException {
        checkOpen();
        return new StatementCalls(this).statement();
    }

    Statement createStatement(int type, int concurrency) throws SQLException {
        checkForwardOnly(type, concurrency);
        return createStatement();
    }

    Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return createStatement(type, concurrency);
    }

    PreparedStatement prepareStatement(String sql) throws SQLException {
        checkOpen();
        return new PreparedCalls(this, sql).prepared();
    }

    PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        checkForwardOnly(type, concurrency);
        return prepareStatement(sql);
    }

    PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability) throws SQLException {
        return prepareStatement(sql, type, concurrency);
    }

    PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
        return prepareStatement(sql);
    }

    /// Tools ask for results that can be scrolled or changed and take less, as JDBC allows.
    private void checkForwardOnly(int type, int concurrency) throws SQLException {
        checkOpen();
        if (type < ResultSet.TYPE_FORWARD_ONLY || concurrency < ResultSet.CONCUR_READ_ONLY) {
            throw new SQLException("Unknown kind of result");
        }
    }

    String nativeSQL(String sql) {
        return sql;
    }

    DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return MetaDataCalls.of(this);
    }

    void setAutoCommit(boolean value) {
        autoCommit = value;
    }

    boolean getAutoCommit() {
        return autoCommit;
    }

    void commit() {
        // Statements are complete when they end.
    }

    void rollback() {
        // Statements are complete when they end.
    }

    void setReadOnly(boolean value) {
        readOnly = value;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    void setCatalog(@Nullable String name) {
        // There is one.
    }

    @Nullable
    String getCatalog() {
        return null;
    }

    void setSchema(@Nullable String name) {
        // There is one.
    }

    String getSchema() {
        return MetaDataCalls.SCHEMA;
    }

    void setTransactionIsolation(int level) {
        // Nothing changes a trace.
    }

    int getTransactionIsolation() {
        return Connection.TRANSACTION_NONE;
    }

    void setHoldability(int holdability) {
        // Results do not depend on transactions.
    }

    int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Nullable
    SQLWarning getWarnings() {
        SQLWarning first = null;
        for (String text : shared.trace().warnings()) {
            SQLWarning warning = new SQLWarning(text);
            if (first == null) {
                first = warning;
            } else {
                first.setNextWarning(warning);
            }
        }
        return first;
    }

    void clearWarnings() {
        // They are facts about the trace.
    }

    Map<String, Class<?>> getTypeMap() {
        return Map.of();
    }

    boolean isValid(int timeoutSeconds) {
        return !closed.get();
    }

    void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        // The server has no use for it.
    }

    void setClientInfo(Properties properties) throws SQLClientInfoException {
        // The server has no use for it.
    }

    @Nullable
    String getClientInfo(String name) {
        return null;
    }

    Properties getClientInfo() {
        return new Properties();
    }

    int getNetworkTimeout() {
        return 0;
    }

    void setNetworkTimeout(Executor executor, int ms) {
        // There is no network.
    }

    void abort(Executor executor) {
        cancelQuery();
        close();
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                session.close();
            } finally {
                shared.leave();
            }
        }
    }

    boolean isClosed() {
        return closed.get();
    }
}
