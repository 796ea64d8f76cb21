package traceglass.sql.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests columns outside GROUP BY: their values are those of the group's first row, even if DuckDB uses several
/// threads.
class BareColumnsTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createTables() throws Exception {
        // In reverse order, so that the first row is rarely the first that DuckDB visits.
        session.print("""
            CREATE TABLE a AS SELECT i AS id, i % 7 AS k, 'a' || i AS name FROM range(200000) AS t(i);
            CREATE TABLE b AS SELECT i AS id, (199999 - i) AS a_id, 'b' || i AS name FROM range(200000) AS t(i);
            CREATE VIEW thread AS SELECT i AS id, i AS utid, 'thread ' || i AS name FROM range(3) AS t(i);
            CREATE TABLE run AS SELECT i AS id, i % 4 AS utid, i AS ts FROM range(1000) AS t(i);
            """);
    }

    private void check(String expected, String sql) throws SqlProblem {
        assertEquals(expected, session.rows(sql).replace('\n', ' '), sql);
    }

    @Test
    void joinsUseTheFirstRowOfTheFirstSource() throws Exception {
        check(
                "0,\"a0\",\"b199999\" 1,\"a1\",\"b199998\" 2,\"a2\",\"b199997\"",
                "SELECT k, a.name, b.name FROM a JOIN b ON b.a_id = a.id GROUP BY k ORDER BY k LIMIT 3");
        check("\"b5\"", "SELECT b.name FROM b JOIN a ON b.a_id = a.id WHERE b.id > 4 GROUP BY k % 1");
    }

    @Test
    void subqueriesUseTheFirstRowOfTheirSource() throws Exception {
        check(
                "0,\"a7\" 1,\"a1\"",
                "SELECT k, name FROM (SELECT id, k, name FROM a WHERE id > 0) GROUP BY k ORDER BY k LIMIT 2");
        check(
                "0,\"a7\" 1,\"a1\"",
                "SELECT k, name FROM (SELECT * FROM a WHERE id > 0 ORDER BY id DESC) x GROUP BY k ORDER BY k LIMIT 2");
        check(
                "0,\"a7\" 1,\"a1\"",
                "WITH x AS (SELECT id AS n, k, name FROM a WHERE id > 0) SELECT k, name FROM x GROUP BY k ORDER BY k LIMIT 2");
        check(
                "0,\"a0\" 1,\"a1\"",
                "SELECT k, name FROM (SELECT DISTINCT id, k, name FROM a) GROUP BY k ORDER BY k LIMIT 2");
    }

    @Test
    void groupedSubqueriesUseTheirFirstGroup() throws Exception {
        check(
                "0,0,28572 1,0,28572",
                "SELECT k, m, n FROM (SELECT k, id % 1 AS m, count(*) AS n FROM a GROUP BY k, m) GROUP BY k ORDER BY k"
                        + " LIMIT 2");
        check(
                "0,\"a0\" 1,\"a1\"",
                "SELECT k, name FROM (SELECT k, name FROM a WHERE id < 14 GROUP BY k, name) GROUP BY k ORDER BY k"
                        + " LIMIT 2");
    }

    @Test
    void groupingByTheIdOfATableReturnsTheColumnsOfItsRow() throws Exception {
        check(
                "0,\"thread 0\",0 1,\"thread 1\",1 2,\"thread 2\",2 3,\"[NULL]\",3",
                "SELECT utid, name, ts FROM run LEFT JOIN thread USING (utid) GROUP BY utid ORDER BY utid");
        check(
                "0,\"thread 0\",996 1,\"thread 1\",997 2,\"thread 2\",998",
                "SELECT t.utid, t.name, max(ts) FROM run JOIN thread t USING (utid) GROUP BY t.utid ORDER BY t.utid");
    }

    @Test
    void theFirstRowIgnoresTablesThatAreJoinedById() throws Exception {
        check(
                "0,\"thread 0\",0 1,\"thread 1\",1 2,\"thread 2\",2",
                "SELECT r.utid, t.name, r.ts FROM run r JOIN thread t ON t.utid = r.utid GROUP BY r.utid ORDER BY r.utid");
        check(
                "0,\"thread 0\" 1,\"thread 1\"",
                "SELECT r.ts % 2 AS m, t.name FROM run r, thread t WHERE t.utid = r.utid AND r.id < 100 GROUP BY m ORDER"
                        + " BY m");
        check("\"thread 0\",0", "SELECT t.name, r.ts FROM thread t JOIN run r USING (utid) GROUP BY r.id % 1");
        check("5,5", "SELECT x.id, y.id FROM run x JOIN run y ON x.id = y.id WHERE x.id > 4 GROUP BY x.id % 1");
    }

    /// In a LEFT JOIN, rows without a match share the NULLs of the right side.
    @Test
    void theRightSideOfALeftJoinDoesNotDetermineTheLeftRow() throws Exception {
        check("0,0", "SELECT r.ts, count(DISTINCT t.utid) FROM run r LEFT JOIN thread t ON r.id = t.utid + 1000000");
        check(
                "0,\"[NULL]\"",
                "SELECT r.id, t.name FROM run r LEFT JOIN thread t ON r.id = t.utid + 1000000 GROUP BY t.utid");
    }

    /// NULLs of all later sources would make every row the first one.
    @Test
    void theFirstRowIgnoresSourcesAfterOneWithUnknownOrder() throws Exception {
        check(
                "0,0",
                "WITH u AS (SELECT id, ts FROM run WHERE id < 8 UNION ALL SELECT id, ts FROM run WHERE id BETWEEN 8 AND 9)"
                        + " SELECT u.ts, count(DISTINCT t.utid) FROM u LEFT JOIN thread t ON u.id = t.utid + 1000000");
    }

    @Test
    void theFirstRowIsUsedInAllFunctions() throws Exception {
        session.print("CREATE TABLE f AS VALUES (1, 4, 'a'), (1, 9, 'b'), (2, 25, 'c')");
        String[][] cases = {
            {"ln(column2) > 1.38", "1 1"},
            {"sqrt(column2)", "2.000000 5.000000"},
            {"exp(column2) < 100", "1 0"},
            {"floor(column2)", "4 25"},
            {"ceil(column2 / 8.0)", "1.000000 4.000000"},
            {"trunc(column2 / 8.0)", "0.000000 3.000000"},
            {"hash(column3) = hash('a')", "1 0"},
            {"least(column2, 10)", "4 10"},
            {"greatest(column2, 10)", "10 25"},
            {"char(column2 + 64)", "\"D\" \"Y\""},
            {"format('%d!', column2)", "\"4!\" \"25!\""},
            {"date(column2, 'unixepoch')", "\"1970-01-01\" \"1970-01-01\""},
            {"unixepoch(column2, 'unixepoch')", "4 25"},
            {"json_set('{}', '$.a', column2)", "\"{\"a\":4}\" \"{\"a\":25}\""},
            {"EXISTS (SELECT 1 FROM a WHERE a.id = f.column2 AND a.k = 4)", "1 1"},
            {"column2 IN (SELECT id FROM a WHERE k = f.column1 + 3)", "1 0"},
            {"column2 IN (SELECT 25)", "0 1"},
            {"max(column2) IN (SELECT 9)", "1 0"}
        };
        for (String[] c : cases) {
            check(c[1], "SELECT " + c[0] + " FROM f GROUP BY column1 ORDER BY column1");
        }
    }
}
