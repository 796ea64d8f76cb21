package traceglass.engine.jdbc;

import java.lang.ref.Cleaner;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.engine.FunctionInfo;
import traceglass.engine.QuerySession;
import traceglass.engine.TableInfo;

/// Methods of [Connection]. There are no transactions: the effects of each statement are permanent.
final class ConnectionCalls {

    /// Closes connections that programs don't close.
    private static final Cleaner CLEANER = Cleaner.create();

    /// Time limit of requests for metadata, which take some milliseconds unless the connection is busy.
    private static final long METADATA_MS = 30_000;

    private final SharedTrace shared;
    private final String url;
    private final QuerySession session;
    private final Connection connection;
    private final Cleaner.Cleanable cleanable;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ResultCalls openResult;
    private @Nullable List<TableInfo> tables;
    private @Nullable List<FunctionInfo> functions;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile int networkTimeoutMs;
    private boolean isAutoCommit = true;
    private boolean isReadOnly = true;

    ConnectionCalls(SharedTrace shared, String url) {
        this.shared = shared;
        this.url = url;
        session = shared.trace().newSession();
        connection = JdbcProxy.of(Connection.class, this);
        cleanable = CLEANER.register(this, new TraceRelease(session, shared));
    }

    /// Ends the use of a trace. Runs only once. Must not refer to the connection, so that the cleaner works.
    private record TraceRelease(QuerySession session, SharedTrace shared) implements Runnable {

        @Override
        public void run() {
            try {
                session.close();
            } finally {
                shared.release();
            }
        }
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

    /// Runs statements. Before that, keeps the remaining rows of an open earlier result in memory. That result ends
    /// with an error if this exceeds the time limit of the statement.
    ResultCalls run(String sql, @Nullable Object[] values, StatementCalls statement) throws SQLException {
        try (CallTimeLimit timeLimit = statement.startTimeLimit()) {
            return runLocked(timeLimit, () -> {
                bufferOpenResult();
                timeLimit.check();
                tables = null;
                functions = null;
                ResultCalls calls = ResultCalls.of(timeLimit.runWithLimit(() -> session.query(sql, values)), statement);
                openResult = calls;
                return calls;
            });
        } finally {
            statement.endTimeLimit();
        }
    }

    private interface Work<R> {
        R run() throws SQLException;
    }

    private <R> R runLocked(CallTimeLimit timeLimit, Work<R> work) throws SQLException {
        timeLimit.acquire(lock);
        try {
            checkOpen();
            timeLimit.start();
            return work.run();
        } finally {
            lock.unlock();
        }
    }

    private void bufferOpenResult() {
        if (openResult != null) {
            openResult.bufferRemaining();
            openResult = null;
        }
    }

    /// Held by the thread that uses the session.
    ReentrantLock lock() {
        return lock;
    }

    /// Reads the tables and views that statements of this connection can use.
    List<TableInfo> tables() throws SQLException {
        return metadata(timeLimit -> {
            List<TableInfo> known = tables != null ? tables : read(timeLimit, session::tables);
            tables = known;
            return known;
        });
    }

    /// Reads the functions that statements of this connection can call.
    List<FunctionInfo> functions() throws SQLException {
        return metadata(timeLimit -> {
            List<FunctionInfo> known = functions != null ? functions : read(timeLimit, session::functions);
            functions = known;
            return known;
        });
    }

    private interface MetadataRead<T> {
        List<T> run(CallTimeLimit timeLimit) throws SQLException;
    }

    /// Runs a request for metadata, which JDBC gives no time limit of its own.
    private <T> List<T> metadata(MetadataRead<T> read) throws SQLException {
        long limitMs = networkTimeoutMs > 0 ? networkTimeoutMs : METADATA_MS;
        String tooLong = "The connection was busy with another statement or its rows for more than "
                + CallTimeLimit.text(limitMs)
                + ", so metadata can't be read: close the result, or use another connection";
        try (CallTimeLimit timeLimit = new CallTimeLimit(this::cancelQuery, limitMs, tooLong)) {
            return runLocked(timeLimit, () -> read.run(timeLimit));
        }
    }

    private <T> List<T> read(CallTimeLimit timeLimit, Supplier<List<T>> read) throws SQLException {
        bufferOpenResult();
        timeLimit.check();
        return timeLimit.runWithLimit(read);
    }

    void cancelQuery() {
        session.cancel();
    }

    void checkOpen() throws SQLException {
        if (isClosed.get()) {
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

    /// Checks the requested kind of result. Scrollable and updatable results are accepted, although all results are
    /// forward-only and read-only: JDBC allows this, and tools request them.
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
        isAutoCommit = value;
    }

    boolean getAutoCommit() {
        return isAutoCommit;
    }

    void commit() {
        // There are no transactions.
    }

    void rollback() {
        // There are no transactions.
    }

    void setReadOnly(boolean value) {
        isReadOnly = value;
    }

    boolean isReadOnly() {
        return isReadOnly;
    }

    void setCatalog(@Nullable String name) {
        // There are no catalogs.
    }

    @Nullable
    String getCatalog() {
        return null;
    }

    void setSchema(@Nullable String name) {
        // There is only one schema.
    }

    String getSchema() {
        return MetaDataCalls.SCHEMA;
    }

    void setTransactionIsolation(int level) {
        // There are no transactions.
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
        // Warnings about the trace remain valid.
    }

    Map<String, Class<?>> getTypeMap() {
        return Map.of();
    }

    boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw new SQLException("The timeout can't be negative");
        }
        return !isClosed.get();
    }

    void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        // Client information is not used.
    }

    void setClientInfo(Properties properties) throws SQLClientInfoException {
        // Client information is not used.
    }

    @Nullable
    String getClientInfo(String name) {
        return null;
    }

    Properties getClientInfo() {
        return new Properties();
    }

    int getNetworkTimeout() {
        return networkTimeoutMs;
    }

    /// Sets the time limit of requests for metadata, and of statements that have none of their own.
    void setNetworkTimeout(@Nullable Executor executor, int ms) throws SQLException {
        if (ms < 0) {
            throw new SQLException("The time limit can't be negative");
        }
        networkTimeoutMs = ms;
    }

    void abort(Executor executor) {
        cancelQuery();
        close();
    }

    void close() {
        isClosed.set(true);
        cleanable.clean();
    }

    boolean isClosed() {
        return isClosed.get();
    }
}
