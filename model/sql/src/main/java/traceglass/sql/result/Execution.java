package traceglass.sql.result;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;

/// Runs DuckDB statements on the connection of a session, one at a time, and cancels them from another thread.
public final class Execution {

    private static final long RETRY_MS = 20;
    private static final String EXPLAIN_ANALYZE = "EXPLAIN ANALYZE ";
    private static final Pattern QUERY =
            Pattern.compile("[\\s(]*(SELECT|WITH|FROM|VALUES)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern POSITION = Pattern.compile("\"position\":\"(\\d+)\"");

    private final DuckDBConnection connection;
    /// Held while a statement runs, because its rows are in memory that is freed with the connection.
    private final ReentrantLock active = new ReentrantLock();

    /// Applied to each error of a statement before anything reads it.
    private UnaryOperator<SQLException> errors = UnaryOperator.identity();

    private boolean streams;
    private final RunningStatement running = new RunningStatement();
    private volatile boolean isCanceled;
    private volatile boolean hasEnded;

    /// @param connection a connection of DuckDB's driver
    public Execution(Connection connection) throws SQLException {
        this.connection = connection.unwrap(DuckDBConnection.class);
    }

    /// Replaces the errors of all later statements. Tests use it to check that no result depends on their texts.
    public void replaceErrors(UnaryOperator<SQLException> replacement) {
        errors = replacement;
    }

    /// Clears an earlier cancellation.
    public void begin() {
        isCanceled = false;
    }

    /// Returns whether it was canceled since the last call of `begin`.
    public boolean isCanceled() {
        return isCanceled || hasEnded;
    }

    /// Cancels the running statement, from any thread.
    ///
    /// @param others cancels related work elsewhere
    public void cancel(Runnable others) {
        isCanceled = true;
        others.run();
        running.cancel();
    }

    /// Cancels the running statement and waits for its end, so that the connection can be closed. No statement runs
    /// afterwards.
    ///
    /// @param others cancels related work elsewhere
    public void end(Runnable others) {
        hasEnded = true;
        boolean isInterrupted = false;
        boolean isFree = active.tryLock();
        while (!isFree) {
            // Repeated, because canceling between two statements of the database has no effect.
            cancel(others);
            try {
                isFree = active.tryLock(RETRY_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        active.unlock();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Checks a statement without running it.
    ///
    /// @throws SQLException if DuckDB rejects it
    public void check(String sql) throws SQLException {
        try {
            connection.prepareStatement(sql).close();
        } catch (SQLException e) {
            throw errors.apply(e);
        }
    }

    /// Runs a statement and passes its rows, if any, to the sink.
    public void run(String sql, ResultSink sink) throws SQLException, IOException {
        active.lock();
        try {
            if (!sink.isStreaming() || !QUERY.matcher(sql).lookingAt() || !stream(sql, sink)) {
                runCompletely(sql, sink);
            }
        } catch (StreamEnd.Failed e) {
            throw errors.apply(isCanceled() ? e : findReason(sql, e));
        } catch (SQLException e) {
            throw errors.apply(e);
        } finally {
            active.unlock();
        }
    }

    /// Runs a query and passes its rows to the sink while the database computes them.
    ///
    /// @return false if the statement was not run: parameters have no values, or it may not be a query,
    ///     because `WITH` can also begin an INSERT
    private boolean stream(String sql, ResultSink sink) throws SQLException, IOException {
        try (DuckDBPreparedStatement s = connection.prepare(sql)) {
            running.begin(s);
            checkCanceled();
            ResultSetMetaData meta = s.getMetaData();
            boolean isIncomplete = s.getParameterMetaData().getParameterCount() > 0;
            if (meta == null || isIncomplete || isChangeCount(ResultCursor.columns(meta))) {
                return false;
            }
            if (!ChunkCursor.canRead(meta)) {
                setStreaming(StreamEnd.isDetectable());
            }
            checkCanceled();
            try (QueryRows rows = QueryRows.of(s)) {
                deliver(rows.cursor(), sink);
            }
            return true;
        } finally {
            running.end();
            disableStreaming();
        }
    }

    private void checkCanceled() throws SQLException {
        if (isCanceled()) {
            throw new SQLException("canceled");
        }
    }

    /// Runs a statement and passes its rows to the sink once the database has computed all of them.
    private void runCompletely(String sql, ResultSink sink) throws SQLException, IOException {
        // DuckDB's driver closes a statement after a failed execution, so each execution has its own.
        try (Statement s = connection.createStatement()) {
            running.begin(s);
            checkCanceled();
            if (s.execute(sql)) {
                try (ResultSet rows = s.getResultSet()) {
                    ResultCursor cursor = ResultCursor.of(rows);
                    if (!isChangeCount(cursor.columns()) || !isChange(sql)) {
                        deliver(cursor, sink);
                    }
                }
            }
        } finally {
            running.end();
            disableStreaming();
        }
    }

    private void deliver(ResultCursor cursor, ResultSink sink) throws SQLException, IOException {
        running.fetch();
        try {
            checkCanceled();
            sink.result(cursor);
        } catch (QueryException e) {
            throw e.asSqlException();
        } finally {
            running.endFetch();
        }
    }

    /// Turns streaming off, so that the session's own queries are read completely: an unfinished stream keeps a
    /// transaction open, and functions registered in that transaction would be lost with it.
    private void disableStreaming() {
        if (streams) {
            try {
                setStreaming(false);
            } catch (SQLException e) {
                // The connection is closed, or the next statement sets it.
                streams = true;
            }
        }
    }

    /// Finds out why a streamed query failed, by running it again to count its rows without keeping them.
    private SQLException findReason(String sql, StreamEnd.Failed failed) {
        try {
            runCompletely(EXPLAIN_ANALYZE + sql, cursor -> {});
        } catch (SQLException e) {
            Matcher position = POSITION.matcher(String.valueOf(e.getMessage()));
            return new SQLException(
                    position.replaceAll(m -> "\"position\":\""
                            + Math.max(0, Integer.parseInt(m.group(1)) - EXPLAIN_ANALYZE.length()) + '"'),
                    e);
        } catch (IOException e) {
            // Nothing is written.
            return failed;
        }
        return failed;
    }

    /// Sets whether the database streams rows while it computes them. An error may then occur after rows were
    /// delivered.
    private void setStreaming(boolean isStreaming) throws SQLException {
        if (streams != isStreaming) {
            try (Statement s = connection.createStatement()) {
                s.execute("SET jdbc_stream_results = " + isStreaming);
            }
            streams = isStreaming;
        }
    }

    /// Returns whether the columns are those of the row count that DuckDB returns for INSERT and CREATE TABLE AS, which
    /// is not a result here.
    private static boolean isChangeCount(List<ResultColumn> columns) {
        return columns.size() == 1 && columns.getFirst().name().equals("Count");
    }

    private static boolean isChange(String sql) {
        String head = sql.stripLeading();
        return head.regionMatches(true, 0, "INSERT", 0, 6)
                || head.regionMatches(true, 0, "CREATE", 0, 6)
                || head.regionMatches(true, 0, "UPDATE", 0, 6)
                || head.regionMatches(true, 0, "DELETE", 0, 6)
                || head.regionMatches(true, 0, "COPY", 0, 4)
                || head.regionMatches(true, 0, "MERGE", 0, 5);
    }
}
