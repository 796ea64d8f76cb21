package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.sql.bind.TableLoader;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.store.database.Driver;

/// Tests recursive functions that read tables of the session.
class RecursiveFunctionTest {
    private static final String CREATE_FUNCTION = """
        CREATE OR REPLACE PERFETTO FUNCTION f(n LONG) RETURNS LONG AS
        SELECT CASE WHEN $n = 0 THEN (SELECT v FROM t) ELSE f($n - 1) END;
        """;

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createFunction() throws SqlProblem {
        session.print("CREATE PERFETTO TABLE t AS SELECT 7 AS v; " + CREATE_FUNCTION);
    }

    private static String table(int value) {
        return "CREATE OR REPLACE PERFETTO TABLE t AS SELECT " + value + " AS v; ";
    }

    /// Returns the results of several queries, which each return one value named `r`.
    private String results(String sql) throws SqlProblem {
        return session.print(sql).replace("\"r\"", "").strip().replaceAll("\n+", ",");
    }

    @Test
    void seesTablesReplacedInTheSameScript() throws Exception {
        String call = "SELECT f(3) AS r; ";
        assertEquals("1,2,3", results(table(1) + call + table(2) + call + "UPDATE t SET v = 3; " + call));
    }

    @Test
    void seesTablesCreatedAfterTheFirstCall() throws Exception {
        assertEquals("2,1", results("""
            CREATE PERFETTO FUNCTION flows(n LONG) RETURNS LONG AS
            SELECT CASE WHEN $n = 0 THEN (SELECT count(*) FROM flow) ELSE flows($n - 1) END;
            SELECT flows(2) AS r; CREATE PERFETTO TABLE flow AS SELECT 1 AS id; SELECT flows(2) AS r\
            """));
    }

    @Test
    void doesNotSeeDroppedTables() {
        SqlProblem problem =
                assertThrows(SqlProblem.class, () -> session.print("SELECT f(3); DROP TABLE t; SELECT f(3)"));
        assertTrue(problem.getMessage().contains("no such table: t"), problem.getMessage());
    }

    @Test
    void callsFunctionsReplacedInTheSameScript() throws Exception {
        assertEquals("7,8", results("""
            CREATE PERFETTO FUNCTION leaf() RETURNS LONG AS SELECT 7;
            CREATE PERFETTO FUNCTION walk(n LONG) RETURNS LONG AS SELECT CASE WHEN $n = 0 THEN leaf() ELSE walk($n - 1) END;
            SELECT walk(3) AS r; CREATE OR REPLACE PERFETTO FUNCTION leaf() RETURNS LONG AS SELECT 8; SELECT walk(3) AS r\
            """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE PERFETTO VIEW outer_view AS SELECT f(3) AS r",
                "CREATE PERFETTO VIEW inner_view AS SELECT F(3) AS r; CREATE PERFETTO VIEW outer_view AS FROM inner_view",
                "CREATE PERFETTO FUNCTION h(n LONG) RETURNS LONG AS SELECT f($n); CREATE PERFETTO VIEW outer_view AS"
                        + " SELECT h(3) AS r",
                "CREATE PERFETTO FUNCTION h(n LONG) RETURNS TABLE(r LONG) AS SELECT f($n) AS r; CREATE PERFETTO VIEW"
                        + " outer_view AS SELECT r FROM h(3)",
            })
    void isCalledThroughViewsAndFunctionsOfEarlierScripts(String definitions) throws Exception {
        session.print(definitions);
        String call = "SELECT r FROM outer_view; ";
        assertEquals("7,8", results(call + table(8) + call));
    }

    @Test
    void isCalledThroughFunctionsOfEarlierScripts() throws Exception {
        session.print("CREATE PERFETTO FUNCTION h(n LONG) RETURNS LONG AS SELECT f($n)");
        assertEquals("7,8", results("SELECT h(3) AS r; " + table(8) + "SELECT h(3) AS r"));
    }

    @Test
    void copiesTablesOnceAndRemovesThemWithTheSession() throws Exception {
        try (Connection connection = Driver.connect(new Properties());
                Connection other = connection.unwrap(DuckDBConnection.class).duplicate();
                Statement s = other.createStatement()) {
            try (SqlSession session =
                    new SqlSession(connection, TableLoader.NONE, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
                session.run(table(1) + CREATE_FUNCTION + "SELECT f(50)", rows -> {});
                assertEquals(1, count(s, "duckdb_tables()"));
                assertEquals(1, count(s, "duckdb_schemas()"));
            }
            assertEquals(0, count(s, "duckdb_schemas()"));
        }
    }

    private static long count(Statement s, String objects) throws SQLException {
        try (ResultSet rows =
                s.executeQuery("SELECT count(*) FROM " + objects + " WHERE schema_name LIKE 'tg_shared%'")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
