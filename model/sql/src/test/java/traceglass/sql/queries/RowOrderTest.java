package traceglass.sql.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests the order of rows where a query does not define it; expected values are SQLite's.
class RowOrderTest {
    private static final String TABLE = "create table t(a int, b text, d int); insert into t values "
            + "(1, 'x', 10), (2, 'y', 10), (3, null, 20), (4, 'Abc', 20), (null, '10', 30), (6, '7z', 30); ";

    private SyntheticSession session;

    @BeforeEach
    void open() throws Exception {
        session = new SyntheticSession();
        session.print(TABLE);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
    }

    private void check(String expected, String sql) throws SqlProblem {
        assertEquals(expected, session.rows(sql).replace('\n', ' '));
    }

    @Test
    void groupsWithEqualCountsFollowTheDirectionOfOrderBy() throws Exception {
        check("30,2 20,2 10,2", "select d, count(*) as n from t group by d order by n desc");
        check("10,2 20,2 30,2", "select d, count(*) as n from t group by d order by n");
        check("30,2 20,2", "select d, count(*) as n from t group by 1 order by 2 desc limit 2");
        check("10,2 20,2 30,2", "select d, count(*) as n from t group by d order by n desc, d");
    }

    @Test
    void groupsByAnExpressionAreSortedByIt() throws Exception {
        check("0,2 1,2 2,2", "select d % 3, count(*) from t group by d % 3");
        check("\"[NULL]\" \"10\" \"7z\" \"abc\" \"x\" \"y\"", "select lower(b) from t group by lower(b)");
    }

    @Test
    void rowsWithWindowFunctionsFollowTheFirstWindow() throws Exception {
        check(
                "1,2 2,1 1,4 2,3 1,6 2,\"[NULL]\"",
                "select row_number() over (partition by d order by a desc), a from t");
        check("1,1 2,2 1,3 2,4 1,\"[NULL]\" 2,6", "select row_number() over (partition by d), a from t");
        check(
                "1,\"x\" 2,\"x\" 3,\"[NULL]\" 4,\"[NULL]\" \"[NULL]\",\"10\" 6,\"10\"",
                "select a, first_value(b) over w from t window w as (partition by d order by a)");
    }

    @Test
    void keepsTheOrderOfSubqueriesAndCommonTableExpressions() throws Exception {
        String best = "(select a, d, row_number() over (partition by d order by a desc) as nr from t)";
        check("2,10 4,20 6,30", "select a, d from " + best + " where nr = 1");
        check("2,10 4,20 6,30", "with best as " + best + " select a, d from best where nr = 1");
        check(
                "\"[NULL]\" \"10\" \"7z\" \"Abc\" \"x\" \"y\"",
                "select b from (select b, count(*) as n from t group by b) where n > 0");
    }

    @Test
    void equalRowsOfAJoinedSubqueryFollowItsTables() throws Exception {
        session.print(
                "create table owners(d int, name text); insert into owners values (30, 'c'), (20, 'b'), (10, 'a')");
        check(
                "1,\"a\" 2,\"a\" 3,\"b\" 4,\"b\" \"[NULL]\",\"c\" 6,\"c\"",
                "select s.a, name from (select t.*, t.d + 1 as e from t) as s join owners on owners.d = s.d order by name");
        check(
                "6,\"c\" \"[NULL]\",\"c\" 4,\"b\" 3,\"b\"",
                "select s.a, name from (select a, d from t where d > 10) as s join owners on owners.d = s.d"
                        + " order by name desc, s.a desc");
    }

    @Test
    void constantRowsKeepTheirOrderIfAFunctionRunsQueries() throws Exception {
        check(
                "5,\"[NULL]\" 1,\"x\" 2,\"y\" \"[NULL]\",\"[NULL]\" 4,\"Abc\"",
                "CREATE PERFETTO FUNCTION name_of(id LONG) RETURNS STRING AS SELECT coalesce((SELECT max(b) FROM t WHERE a = $id),"
                        + " (SELECT min(b) FROM t WHERE d = $id));"
                        + " select n, name_of(n) from (select 5 as n union all select 1 union all select 2 union all select null"
                        + " union all select 4)");
    }
}
