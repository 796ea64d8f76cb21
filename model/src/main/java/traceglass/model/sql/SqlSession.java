package traceglass.model.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// One person's conversation with a trace in SQL: what a statement makes is there for the next one, and for nobody else.
///
/// A session belongs to one thread at a time; only `cancel` may be called from another.
public final class SqlSession implements AutoCloseable {
    private final Connection connection;
    private final SqlPolicy policy;
    private final Catalog catalog;
    private final Builtins builtins;
    private final SqlTranslator translator;
    private final NamesUsed namesUsed;
    private volatile Statement running;
    private volatile boolean cancelled;

    /// A session that may read the trace and nothing else.
    ///
    /// @param connection a DuckDB connection that is this session's own; it is closed with the session
    public SqlSession(Connection connection) throws SQLException {
        this(connection, TableUse.NONE, SqlPolicy.TRACE_ONLY);
    }

    /// @param connection a DuckDB connection that is this session's own; it is closed with the session
    /// @param use is told which names a statement uses before it runs
    /// @param policy what statements may do beside reading the trace
    public SqlSession(Connection connection, TableUse use, SqlPolicy policy) throws SQLException {
        this.connection = connection;
        this.policy = policy;
        catalog = new Catalog(connection);
        builtins = new Builtins(connection);
        translator = new SqlTranslator(catalog, new Functions());
        namesUsed = new NamesUsed(catalog, use);
        SqlPolicy.prepareSession(connection);
    }

    /// Runs all statements of a text in order and hands each result to the sink; stops at the first that fails.
    ///
    /// @throws SqlProblem what is wrong and where in `sqlText`
    public void run(String sqlText, ResultSink sink) throws SqlProblem {
        cancelled = false;
        int index = 0;
        try {
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(sqlText))) {
                execute(sqlText, statement, index, sink);
                index++;
            }
        } catch (SqlSyntaxException e) {
            throw SqlProblem.at(e.getMessage(), sqlText, e.offset, index, e);
        }
    }

    /// Ends what is running, from any thread; `run` then throws a problem that says it was cancelled.
    public void cancel() {
        cancelled = true;
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // The statement ended by itself in the same moment.
            }
        }
    }

    private void execute(String text, List<Token> statement, int index, ResultSink sink) throws SqlProblem, SqlSyntaxException {
        policy.check(statement);
        int[] partner = SqlTokens.brackets(statement);
        Repairs repairs = new Repairs();
        Repairer repairer = new Repairer(statement, partner, repairs);
        Translation translation = null;
        DuckDbError first = null;
        int firstOrigin = -1;
        while (true) {
            boolean[] delivered = {false};
            try {
                if (translation == null) {
                    namesUsed.announce(statement);
                }
                translation = translator.translate(statement, repairs);
                builtins.make(translation.builtins());
                runOnce(translation.text(), sink, delivered);
                if (changesCatalog(statement)) {
                    catalog.changed();
                }
                return;
            } catch (IOException e) {
                throw SqlProblem.at("cannot write the result: " + e.getMessage(), text, -1, index, e);
            } catch (SQLException e) {
                if (cancelled) {
                    throw SqlProblem.cancelled(index);
                }
                DuckDbError error = DuckDbError.of(e);
                if (first == null) {
                    first = error;
                    firstOrigin = translation == null ? -1 : translation.originOf(error.position());
                }
                if (delivered[0] || translation == null || !repairer.repair(error, translation)) {
                    throw SqlProblem.at(first.words(), text, first.position() < 0 ? statement.getFirst().origin() : firstOrigin, index, e);
                }
            }
        }
    }

    private void runOnce(String sql, ResultSink sink, boolean[] delivered) throws SQLException, IOException {
        // A failed execution closes its statement in DuckDB's driver, so each has its own.
        try (Statement s = connection.createStatement()) {
            running = s;
            if (cancelled) {
                throw new SQLException("cancelled");
            }
            if (s.execute(sql)) {
                try (ResultSet rows = s.getResultSet()) {
                    ResultCursor cursor = new ResultCursor(rows);
                    if (!isChangeCount(sql, cursor)) {
                        delivered[0] = true;
                        sink.result(cursor);
                    }
                }
            }
        } finally {
            running = null;
        }
    }

    /// DuckDB answers INSERT and CREATE TABLE AS with a count of rows, which is no result here.
    private static boolean isChangeCount(String sql, ResultCursor cursor) {
        List<ResultColumn> columns = cursor.columns();
        if (columns.size() != 1 || !columns.getFirst().name().equals("Count")) {
            return false;
        }
        String head = sql.stripLeading();
        return head.regionMatches(true, 0, "INSERT", 0, 6) || head.regionMatches(true, 0, "CREATE", 0, 6) || head.regionMatches(true, 0, "UPDATE", 0, 6)
                || head.regionMatches(true, 0, "DELETE", 0, 6) || head.regionMatches(true, 0, "COPY", 0, 4) || head.regionMatches(true, 0, "MERGE", 0, 5);
    }

    private static boolean changesCatalog(List<Token> statement) {
        return statement.getFirst().isAny("CREATE", "DROP", "ALTER", "ATTACH", "DETACH", "USE", "IMPORT", "INSERT", "COPY");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
