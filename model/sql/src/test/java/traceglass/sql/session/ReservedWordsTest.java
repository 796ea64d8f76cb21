package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;

/// Tests that words which DuckDB reserves and SQLite does not can be names in any position.
class ReservedWordsTest {
    /// Words that are operators, values or the start of a clause or expression in our dialect, even without quotes.
    private static final Set<String> GRAMMAR =
            Set.of("cast", "glob", "ilike", "like", "with", "true", "false", "qualify");

    private static final List<String> QUERIES = List.of(
            "CREATE VIEW %s AS SELECT 1 AS a; SELECT a FROM %s",
            "DROP VIEW IF EXISTS %s; CREATE TABLE %s AS SELECT 1 AS a; SELECT a FROM %s",
            "CREATE TABLE t_%s(%s INTEGER, b TEXT); INSERT INTO t_%s(%s, b) VALUES (3, 'x'); SELECT %s, b FROM t_%s",
            "SELECT 2 AS %s",
            "SELECT %s FROM (SELECT 3 AS %s)",
            "SELECT t.%s FROM (SELECT 3 AS %s) t",
            "SELECT %s.a FROM (SELECT 4 AS a) AS %s",
            "WITH %s AS (SELECT 5 AS a) SELECT a FROM %s",
            "WITH t(%s) AS (SELECT 6) SELECT %s + 1 FROM t",
            "SELECT a, count(*) FROM (SELECT 7 AS a, 8 AS %s) GROUP BY a, %s ORDER BY %s",
            "SELECT l.a FROM (SELECT 1 AS %s, 2 AS a) l JOIN (SELECT 1 AS %s) r USING (%s)",
            "SELECT sum(%s) OVER (PARTITION BY %s ORDER BY %s) FROM (SELECT 9 AS %s)");

    @AutoClose
    private final Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    ReservedWordsTest() throws SQLException {}

    private static List<String> reservedWords() throws SQLException {
        List<String> words = new ArrayList<>();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = duck.createStatement();
                ResultSet rows = s.executeQuery("SELECT keyword_name FROM duckdb_keywords()"
                        + " WHERE keyword_category IN ('reserved', 'type_function', 'column_name') ORDER BY 1")) {
            while (rows.next()) {
                words.add(rows.getString(1));
            }
        }
        words.removeAll(GRAMMAR);
        return words;
    }

    /// Returns the rows of the last statement, or null if SQLite rejects a statement.
    private String inSqlite(String sql) throws SQLException {
        sqlite.setAutoCommit(false);
        try (Statement s = sqlite.createStatement()) {
            StringBuilder rows = new StringBuilder();
            for (String statement : sql.split("; ")) {
                if (s.execute(statement)) {
                    ResultSet r = s.getResultSet();
                    while (r.next()) {
                        for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                            rows.append(i > 1 ? "," : "").append(r.getString(i));
                        }
                        rows.append('\n');
                    }
                }
            }
            return rows.toString();
        } catch (SQLException e) {
            return null;
        } finally {
            sqlite.rollback();
        }
    }

    private static String rows(String csv) {
        return csv.substring(csv.indexOf('\n') + 1).replace("\"", "");
    }

    @Test
    void wordsThatSqliteDoesNotReserveCanBeNames() throws Exception {
        int accepted = 0;
        List<String> errors = new ArrayList<>();
        for (String word : reservedWords()) {
            for (String query : QUERIES) {
                String sql = query.replace("%s", word);
                String expected = inSqlite(sql);
                if (expected != null) {
                    accepted++;
                    String actual;
                    try {
                        actual = rows(session.print(sql));
                    } catch (SqlProblem e) {
                        actual = e.describe();
                    }
                    if (!actual.equals(expected)) {
                        errors.add(sql + " -> " + actual);
                    }
                }
            }
        }
        assertEquals(List.of(), errors, accepted + " queries");
        assertTrue(accepted > 1000, accepted + " queries");
    }

    @Test
    void reservedWordsCanBeNamesInPerfettoStatements() throws Exception {
        for (String word : List.of("some", "any", "show", "user", "column", "do", "end", "window", "array", "lambda")) {
            String created = "CREATE PERFETTO VIEW %s AS SELECT 1 AS %s;"
                    + "CREATE PERFETTO TABLE t_%s AS SELECT %s FROM %s;"
                    + "CREATE PERFETTO FUNCTION f_%s(%s INT) RETURNS INT AS SELECT $%s + 1;";
            String sql = (created + "SELECT f_%s(%s) FROM t_%s").replace("%s", word);
            assertEquals("2\n", rows(session.print(sql)), sql);
        }
    }
}
