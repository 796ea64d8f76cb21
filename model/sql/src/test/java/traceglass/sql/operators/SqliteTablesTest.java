package traceglass.sql.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests tables and results that only SQLite and the trace processor have.
class SqliteTablesTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void windowsDivideARangeOfTime() throws Exception {
        session.print("CREATE VIRTUAL TABLE w USING __intrinsic_window(0, 100, 30)");
        assertEquals(
                "\"ts\",\"dur\",\"quantum_ts\"\n0,30,0\n30,30,1\n60,30,2\n90,30,3\n", session.print("SELECT * FROM w"));
        session.print("CREATE VIRTUAL TABLE one USING __intrinsic_window(-50, 100, 0)");
        assertEquals("-50,100,0,0", session.rows("SELECT *, rowid FROM one"));
        session.print("CREATE VIRTUAL TABLE none USING __intrinsic_window(5, 0, 0)");
        assertEquals("", session.rows("SELECT * FROM none"));
    }

    @Test
    void invalidWindowsAreReported() {
        for (String arguments : List.of(
                "1, 2",
                "1, 2, 3, 4",
                "a, 2, 3",
                "0, 10, -1",
                "0, 9000000000000000000, 1",
                "9000000000000000000, 900000000000000000, 1000000")) {
            String sql = "CREATE VIRTUAL TABLE w USING __intrinsic_window(" + arguments + ")";
            String message = assertThrows(SqlProblem.class, () -> session.print(sql), sql)
                    .getMessage();
            assertTrue(message.contains("__intrinsic_window"), message);
        }
    }

    @Test
    void sqlstatsListsTheStatementsOfTheSession() throws Exception {
        session.print("SELECT 1");
        assertEquals(
                "\"SELECT 1\",1,1\n\"SELECT query, started > 0, ended > 0 FROM sqlstats\",1,0",
                session.rows("SELECT query, started > 0, ended > 0 FROM sqlstats"));
        for (int i = 0; i < 200; i++) {
            session.print("SELECT " + i);
        }
        assertEquals("100,100", session.rows("SELECT count(*), count(DISTINCT query) FROM sqlstats"));
        session.print("SELECT 1 -- " + "long ".repeat(100_000));
        assertEquals("65536", session.rows("SELECT max(length(query)) FROM sqlstats"));
    }

    @Test
    void aTableNamedSqlstatsIsNotReplaced() throws Exception {
        session.print("CREATE TABLE sqlstats AS SELECT 7 AS x");
        assertEquals("7", session.rows("SELECT x FROM sqlstats"));
    }

    @Test
    void tableInfoListsColumns() throws Exception {
        session.print("CREATE TABLE t(a INT, b TEXT, c REAL, d BLOB)");
        assertEquals(
                "0,\"a\",\"INTEGER\",0,\"[NULL]\",0\n1,\"b\",\"TEXT\",0,\"[NULL]\",0\n2,\"c\",\"REAL\",0,\"[NULL]\",0\n"
                        + "3,\"d\",\"BLOB\",0,\"[NULL]\",0",
                session.rows("PRAGMA table_info(t)"));
    }

    @Test
    void jsonEachNamesTypesLikeSqlite() throws Exception {
        assertEquals(
                "\"integer\",\"real\",\"text\",\"true\",\"null\",\"array\",\"object\"",
                session.rows("SELECT group_concat(type, '\",\"') FROM json_each('[1,2.5,\"a\",true,null,[],{}]')"));
        assertEquals(
                "0,\"integer\"\n1,\"integer\"\n2,\"integer\"",
                session.rows("SELECT s.id, j.type FROM slice s JOIN json_each(json_array(s.id)) j ORDER BY s.id"));
        assertEquals("\"array\"", session.rows("SELECT json_tree.type FROM json_tree('[]')"));
    }

    @Test
    void integersAndRealsOfOneColumnArePrintedByTheirTypes() throws Exception {
        assertEquals(
                "0,5\n1.500000,3.500000\n0,9",
                session.rows("SELECT CASE WHEN id % 2 THEN 1.5 ELSE 0 END AS v, iif(id % 2 = 0, dur, dur / 2.0)"
                        + " FROM slice ORDER BY id"));
        assertEquals("1\n2.500000\n\"[NULL]\"", session.rows("SELECT 1 UNION ALL SELECT 2.5 UNION ALL SELECT NULL"));
        assertEquals("0,2\n1.500000,1", session.rows("""
            SELECT CASE WHEN id % 2 THEN 1.5 ELSE 0.0 END AS v, count(*) FROM slice GROUP BY v ORDER BY v
            """).replace("0.000000", "0"));
    }

    @Test
    void concatenatedValuesAreWrittenLikeInSqlite() throws Exception {
        assertEquals(
                "\"1x\",\"2.5 ms\",\"1.66666666666667,2.33333333333333,3.0\",\"0,0,1\"",
                session.rows("SELECT (max(dur) > 5) || 'x', (min(dur) / 2e0) || ' ms', group_concat(dur / 3e0),"
                        + " group_concat(id > 1) FROM slice"));
    }

    @Test
    void namesInBackquotesNameColumns() throws Exception {
        assertEquals("\"dur\",\"name\"\n5,\"a\"\n", session.print("SELECT `dur`, [name] FROM slice WHERE `id` = 0"));
    }

    @Test
    void eachValueOfAMixedColumnIsHashedByItsType() throws Exception {
        assertEquals(
                session.rows("SELECT hash('a', 1, '')"),
                session.rows("SELECT hash(CASE WHEN id = 0 THEN 'a' ELSE 1 END, 1, coalesce(parent_id, '')) FROM slice"
                        + " WHERE id = 0"));
    }

    @Test
    void columnsOfMacrosAreNamedByTheirArguments() throws Exception {
        assertEquals("\"100.0 * 1 / 3\"\n33.333333\n", session.print("""
            CREATE PERFETTO MACRO pct(a Expr, b Expr) RETURNS Expr AS 100.0 * $a / $b; SELECT pct!(1, 3)
            """));
    }
}
