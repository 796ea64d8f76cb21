package traceglass.sql.session;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import traceglass.sql.bind.TableLoader;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;

/// A session on a small synthetic trace that returns results as CSV.
public final class SyntheticSession implements AutoCloseable {
    private static final String TABLES = """
        CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, name VARCHAR, track_id BIGINT, depth INTEGER, parent_id BIGINT, arg_set_id BIGINT);
        INSERT INTO slice VALUES (0, 10, 5, 'a', 1, 0, NULL, 1), (1, 12, 7, 'b', 1, 1, 0, 2), (2, 13, 9, 'a', 2, 0, NULL, NULL);
        CREATE TABLE trace_bounds(start_ts BIGINT, end_ts BIGINT);
        INSERT INTO trace_bounds VALUES (10, 22);
        CREATE TABLE args(id BIGINT, arg_set_id BIGINT, flat_key VARCHAR, key VARCHAR, int_value BIGINT, string_value VARCHAR, real_value DOUBLE,
            value_type VARCHAR, display_value VARCHAR);
        INSERT INTO args VALUES (0, 1, 'k', 'k', 5, NULL, NULL, 'int', '5'), (1, 2, 'k', 'k', 6, NULL, NULL, 'int', '6'),
            (2, 1, 's', 's', NULL, 'x', NULL, 'string', 'x'), (3, 2, 'r', 'r', NULL, NULL, 1.5, 'real', '1.5');
        CREATE TABLE flow(id BIGINT, slice_out BIGINT, slice_in BIGINT);
        INSERT INTO flow VALUES (0, 0, 1), (1, 1, 2);
        """;

    public final SqlSession session;

    public SyntheticSession() {
        this(SqlPolicy.TRACE_ONLY);
    }

    SyntheticSession(SqlPolicy policy) {
        this(policy, new ModuleLibrary());
    }

    public SyntheticSession(SqlPolicy policy, ModuleLibrary library) {
        try {
            Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            try (Statement s = connection.createStatement()) {
                s.execute(TABLES);
            }
            session = new SqlSession(connection, TableLoader.NONE, policy, library);
        } catch (SQLException e) {
            throw new AssertionError("can't create the synthetic trace", e);
        }
    }

    /// Returns the printed results, with headers.
    public String print(String sql) throws SqlProblem {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        session.run(sql, new CsvPrinter(out));
        return out.toString(StandardCharsets.UTF_8);
    }

    /// Returns the rows without the header.
    public String rows(String sql) throws SqlProblem {
        String text = print(sql);
        return text.substring(text.indexOf('\n') + 1).strip();
    }

    @Override
    public void close() throws SQLException, QueryException {
        session.close();
    }
}
