package traceglass.sql.result;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs DuckDB statements on the connection of a session, one at a time, and cancels them from another thread.
public final class Execution {

    private static final String EXPLAIN_ANALYZE = "EXPLAIN ANALYZE ";
    private static final Pattern QUERY =
            Pattern.compile("[\\s(]*(SELECT|WITH|FROM|VALUES)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern POSITION = Pattern.compile("\"position\":\"(\\d+)\"");

    private final Connection connection;
    private boolean streams;
    private final RunningStatement running = new RunningStatement();
    private volatile boolean isCancelled;

    public Execution(Connection connection) {
        this.connection = connection;
    }

    /// Clears an earlier cancellation.
    public void begin() {
        isCancelled = false;
    }

    /// Returns whether it was canceled since the last call of `begin`.
    public boolean isCancelled() {
        return isCancelled;
    }

    /// Cancels the running statement, from any thread.
    ///
    /// @param others cancels related work elsewhere
    public void cancel(Runnable others) {
        isCancelled = true;
        others.run();
        running.cancel();
    }

    /// Checks a statement without running it.
    ///
    /// @throws SQLException if DuckDB rejects it
    public void check(String sql) throws SQLException {
        connection.prepareStatement(sql).close();
    }

    /// Runs a statement and passes its rows, if any, to the sink.
    public void run(String sql, ResultSink sink) throws SQLException, IOException {
        run(sql, sink, new boolean[1]);
    }

    /// Runs a statement and passes its rows, if any, to the sink.
    ///
    /// @param delivered its only element is set once the sink has received rows
    public void run(String sql, ResultSink sink, boolean[] delivered) throws SQLException, IOException {
        boolean isStreaming = sink.mayRestart() && StreamEnd.isDetectable();
        try {
            run(sql, sink, delivered, isStreaming);
        } catch (StreamEnd.Failed e) {
            throw isCancelled ? e : findReason(sql, e);
        }
    }

    private void run(String sql, ResultSink sink, boolean[] delivered, boolean isStreaming)
            throws SQLException, IOException {
        // DuckDB's driver closes a statement after a failed execution, so each execution has its own.
        try (Statement s = connection.createStatement()) {
            running.begin(s);
            if (isCancelled) {
                throw new SQLException("canceled");
            }
            setStreaming(s, isStreaming);
            if (s.execute(sql)) {
                try (ResultSet rows = s.getResultSet()) {
                    ResultCursor cursor = new ResultCursor(rows);
                    if (!isChangeCount(sql, cursor)) {
                        delivered[0] = true;
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
            sink.result(cursor);
        } catch (QueryException e) {
            throw e.asSqlException();
        } finally {
            running.endFetch();
        }
    }

    /// Turns streaming off, so that the session's own queries are read completely: an unfinished stream keeps a
    /// transaction open, and functions registered meanwhile would be lost with it.
    private void disableStreaming() {
        if (streams) {
            try (Statement s = connection.createStatement()) {
                setStreaming(s, false);
            } catch (SQLException e) {
                // The connection is closed, or the next statement sets it.
                streams = true;
            }
        }
    }

    /// Finds out why a streamed query failed, by running it again to count its rows without keeping them.
    private SQLException findReason(String sql, StreamEnd.Failed failed) {
        if (!QUERY.matcher(sql).lookingAt()) {
            return failed;
        }
        try {
            run(EXPLAIN_ANALYZE + sql, cursor -> {}, new boolean[1], false);
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

    /// Sets whether the database streams rows while it finds them. An error may then occur after rows were
    /// delivered.
    private void setStreaming(Statement s, boolean isStreaming) throws SQLException {
        if (streams != isStreaming) {
            s.execute("SET jdbc_stream_results = " + isStreaming);
            streams = isStreaming;
        }
    }

    /// Detects the row count that DuckDB returns for INSERT and CREATE TABLE AS, which is not a result here.
    private static boolean isChangeCount(String sql, ResultCursor cursor) {
        List<ResultColumn> columns = cursor.columns();
        if (columns.size() != 1 || !columns.getFirst().name().equals("Count")) {
            return false;
        }
        String head = sql.stripLeading();
        return head.regionMatches(true, 0, "INSERT", 0, 6)
                || head.regionMatches(true, 0, "CREATE", 0, 6)
                || head.regionMatches(true, 0, "UPDATE", 0, 6)
                || head.regionMatches(true, 0, "DELETE", 0, 6)
                || head.regionMatches(true, 0, "COPY", 0, 4)
                || head.regionMatches(true, 0, "MERGE", 0, 5);
    }
}
