package traceglass.sql.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests CREATE statements with the declarations of SQLite.
class DefinitionRewriterTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void integerKeysAreNumbered() throws Exception {
        session.print("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, UNIQUE (id, name));"
                + " INSERT INTO t (name) VALUES ('a'), ('b')");
        assertEquals("1,\"a\"\n2,\"b\"", session.rows("SELECT id, name FROM t ORDER BY id"));
    }

    @Test
    void columnsNeedNoTypes() throws Exception {
        session.print("CREATE TABLE t (a, b DEFAULT 'x', end INT, c REAL CHECK (c > 0 AND c < 10));"
                + " INSERT INTO t (a, end, c) VALUES ('1', 2, 3)");
        assertEquals("\"1\",\"x\",2,3.000000", session.rows("SELECT a, b, end, c FROM t"));
    }

    @Test
    void tableOptionsOfSqliteAreAccepted() throws Exception {
        session.print("CREATE TABLE a (id INT) STRICT; CREATE TABLE b (id INT PRIMARY KEY) WITHOUT ROWID;"
                + " CREATE TABLE IF NOT EXISTS c (id INT PRIMARY KEY) STRICT, WITHOUT ROWID");
        assertEquals("0", session.rows("SELECT count(*) FROM a, b, c"));
    }

    @Test
    void malformedColumnDefinitionsAreReported() {
        for (String columns : new String[] {"(", "(a", "(1)", "(a INT, (b))", "(a INT) WITHOUT"}) {
            String sql = "CREATE TABLE t " + columns;
            String message = assertThrows(SqlProblem.class, () -> session.print(sql), sql)
                    .getMessage();
            assertTrue(message.contains("syntax error") || message.contains("missing"), message);
        }
    }

    @Test
    void queryPlansAreExplained() throws Exception {
        assertTrue(session.print("EXPLAIN QUERY PLAN SELECT 1 + 1").contains("PROJECTION"));
    }
}
