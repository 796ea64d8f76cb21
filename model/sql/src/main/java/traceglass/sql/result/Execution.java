package traceglass.sql.result;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs statements of DuckDB's own SQL on the connection of a session, one at a time, and ends them from another
/// thread.
public final class Execution {

    private static final String COUNTING = "EXPLAIN ANALYZE ";
    private static final Pattern QUERY =
            Pattern.compile("[\\s(]*(SELECT|WITH|FROM|VALUES)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern POSITION = Pattern.compile("\"position\":\"(\\d+)\"");

    private final Connection connection;
    private boolean streams;
    private volatile Statement running;
    private volatile boolean cancelled;

    public Execution(Connection connection) {
        this.connection = connection;
    }

    /// What was cancelled is over.
    public void begin() {
        cancelled = false;
    }

    /// Whether it was cancelled since the last beginning.
    public boolean isCancelled() {
        return cancelled;
    }

    /// Ends what is running, from any thread.
    ///
    /// @param others ends what runs for it elsewhere
    public void cancel(Runnable others) {
        cancelled = true;
        others.run();
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // The statement ended by itself in the same moment.
            }
        }
    }

    /// Runs a statement and hands its rows to the sink, if it has rows.
    public void run(String sql, ResultSink sink) throws SQLException, IOException {
        run(sql, sink, new boolean[1]);
    }

    /// Runs a statement and hands its rows to the sink, if it has rows.
    ///
    /// @param delivered its only element is set once the sink has got rows
    public void run(String sql, ResultSink sink, boolean[] delivered) throws SQLException, IOException {
        boolean streaming = sink.mayRestart() && StreamEnd.isKnown();
        try {
            run(sql, sink, delivered, streaming);
        } catch (StreamEnd.Failed e) {
            throw cancelled ? e : reason(sql, e);
        }
    }

    private void run(String sql, ResultSink sink, boolean[] delivered, boolean streaming)
            throws SQLException, IOException {
        // A failed execution closes its statement in DuckDB's driver, so each has its own.
        try (Statement s = connection.createStatement()) {
            running = s;
            if (cancelled) {
                throw new SQLException("cancelled");
            }
            stream(s, streaming);
            if (s.execute(sql)) {
                try (ResultSet rows = s.getResultSet()) {
                    ResultCursor cursor = new ResultCursor(rows);
                    if (!isChangeCount(sql, cursor)) {
                        delivered[0] = true;
                        handOver(cursor, sink);
                    }
                }
            }
        } finally {
            running = null;
            streamNoMore();
        }
    }

    private static void handOver(ResultCursor cursor, ResultSink sink) throws SQLException, IOException {
        try {
            sink.result(cursor);
        } catch (QueryException e) {
            throw e.asSqlException();
        }
    }

    /// What the session itself asks is read at once: a stream that nobody reads to its end keeps a transaction
    /// open, and functions that are made known to the database meanwhile go with it.
    private void streamNoMore() {
        if (streams) {
            try (Statement s = connection.createStatement()) {
                stream(s, false);
            } catch (SQLException e) {
                // The connection is closed, or the next statement sets it.
                streams = true;
            }
        }
    }

    /// Finds out why not all rows of a query could be found: by a run that counts its rows and keeps none.
    private SQLException reason(String sql, StreamEnd.Failed failed) {
        if (!QUERY.matcher(sql).lookingAt()) {
            return failed;
        }
        try {
            run(COUNTING + sql, cursor -> {}, new boolean[1], false);
        } catch (SQLException e) {
            Matcher position = POSITION.matcher(String.valueOf(e.getMessage()));
            return new SQLException(
                    position.replaceAll(m ->
                            "\"position\":\"" + Math.max(0, Integer.parseInt(m.group(1)) - COUNTING.length()) + '"'),
                    e);
        } catch (IOException e) {
            // Nothing is written.
            return failed;
        }
        return failed;
    }

    /// Sets whether the database hands out rows as it finds them. Then an error may come after rows were handed
    /// out.
    private void stream(Statement s, boolean wanted) throws SQLException {
        if (streams != wanted) {
            s.execute("SET jdbc_stream_results = " + wanted);
            streams = wanted;
        }
    }

    /// DuckDB answers INSERT and CREATE TABLE AS with a count of rows, which is no result here.
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
