package traceglass.sql.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests sources of FROM that are written as calls.
class CalledSourcesTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createFunction() throws Exception {
        session.print("create perfetto function one_row(n INT) returns table(x INT) as select $n as x");
    }

    @Test
    void theNameOfAJoinedFunctionQualifiesColumns() throws Exception {
        assertEquals("0,0\n1,1\n2,2", session.rows("select s.id, one_row.x from slice s join one_row(s.id)"));
        assertEquals(
                "1,\"a\"",
                session.rows("select s.id, ancestor_slice.name from slice s join ancestor_slice(s.id) limit 5"));
        assertEquals(
                "0,1",
                session.rows("select ancestor_slice.id, descendant_slice.id from ancestor_slice(1) join"
                        + " descendant_slice(0)"));
        assertEquals(
                "1,1",
                session.rows("select s.id, one_row.x from slice s join one_row(s.id) on one_row.x = s.id and x = 1"));
    }

    @Test
    void generateSeriesJoinsWithoutACondition() throws Exception {
        assertEquals("1,7\n2,7", session.rows("select value, n from (select 7 as n) join generate_series(1, 2)"));
        assertEquals("1,7\n2,7", session.rows("select g.value, n from (select 7 as n) join generate_series(1, 2) g"));
    }

    @Test
    void allSeriesOfAStatementHaveTheirColumn() throws Exception {
        assertEquals(
                "2,2\n3,3",
                session.rows(
                        "select a.value, b.value from generate_series(1, 3) a, generate_series(2, 4) b where a.value"
                                + " = b.value order by 1"));
        assertEquals(
                "1,3",
                session.rows("select (select min(value) from generate_series(1, 3)), (select count(*) from"
                        + " generate_series(1, 3) where value > 0)"));
    }

    @Test
    void generateSeriesIsJoinedByItsColumn() throws Exception {
        session.print("create table numbers(value int); insert into numbers values (2), (9)");
        assertEquals("1", session.rows("select count(*) from numbers join generate_series(1, 3) using (value)"));
    }

    @Test
    void theNameOfAFunctionQualifiesColumnsInChangesOfTables() throws Exception {
        session.print("create table numbers(n int); insert into numbers values (2), (9)");
        assertEquals(
                "5\n9",
                session.rows("update numbers set n = one_row.x from one_row(5) where one_row.x > n; select n from"
                        + " numbers order by n"));
        assertEquals(
                "9", session.rows("delete from numbers using one_row(5) where one_row.x = n; select * from numbers"));
        assertEquals(
                "1",
                session.rows("delete from numbers using slice() join slice() as s where n = 9;"
                        + " select count(*) = 0 from numbers"));
    }

    @Test
    void aCalledTableHasTheTypesOfItsColumns() throws Exception {
        assertEquals("", session.rows("select id from slice() where name = 5"));
        assertEquals("0,\"a\"\n1,\"b\"\n2,\"a\"", session.rows("select id, coalesce(name, 0) from slice()"));
        assertEquals("2,13", session.rows("select id, max(ts) from slice()"));
        assertEquals("0", session.rows("select count(*) from (select 7 as n), slice() where slice.name = 5"));
        assertEquals(
                "0,\"a\"",
                session.rows("select (select coalesce(name, 0) from slice() limit 1) is null, "
                        + "(select min(coalesce(name, 0)) from slice() as s)"));
    }

    @Test
    void aFunctionWithTheNameOfATableIsStillCalledInExpressions() throws Exception {
        session.print("create table random(n int); insert into random values (3)");
        assertEquals("3,1", session.rows("select n, random() is not null from random()"));
    }

    @Test
    void aCalledTableHasTheOrderOfItsRows() throws Exception {
        assertEquals(
                "0,0\n0,1\n0,2\n1,0\n1,1\n1,2\n2,0\n2,1\n2,2",
                session.rows("select a.id, b.id from slice() a join slice() b"));
    }

    @Test
    void operatorsReadTablesThatAreJoinedInParentheses() throws Exception {
        session.print("include perfetto module graphs.search; create table a as select 1 as id, 2 as dest_node_id;"
                + " create table b as select 1 as id, 1 as source_node_id");
        assertEquals(
                "1,\"[NULL]\"\n2,1",
                session.rows("select * from graph_reachable_dfs!((a join b using (id)), (select 1 as node_id))"));
        assertEquals(
                "1,\"[NULL]\"\n2,1",
                session.rows("select * from graph_reachable_dfs!((a as x join b as y on x.id = y.id),"
                        + " (select 1 as node_id))"));
    }

    @Test
    void columnsCanHaveTheNamesOfComputedFunctions() throws Exception {
        assertEquals("1,2", session.rows("select 1 as internal_layout, 2 as tg_op_dfs"));
    }

    @Test
    void layoutPlacesSlicesInTheLowestFreeRow() throws Exception {
        String spans = "(values ('a', 1, 10), ('a', 2, 3), ('a', 4, 5), ('a', 5, -1), ('b', 3, 0), ('b', 3, 2))";
        assertEquals(
                "\"a\",1,0\n\"a\",2,1\n\"a\",4,2\n\"a\",5,1\n\"b\",3,0\n\"b\",3,0",
                session.rows("with s as (select column1 as track, column2 as ts, column3 as dur from " + spans + ")"
                        + " select track, ts, internal_layout(ts, dur) over (partition by track order by ts rows"
                        + " between unbounded preceding and current row) from s where ts > 0 order by track, ts"));
    }

    @Test
    void queriesCanBeSortedByTheirLayout() throws Exception {
        assertEquals(
                "2\n1\n0",
                session.rows("select id from slice order by internal_layout(ts, dur) over (order by ts) desc"));
    }

    @Test
    void layoutsPlaceGroups() throws Exception {
        String frame = " rows between unbounded preceding and current row)";
        assertEquals(
                "1,2,0\n2,1,1",
                session.rows("select track_id, count(*), internal_layout(min(ts), max(dur)) over (order by min(ts)"
                        + frame + " from slice group by track_id order by 1"));
        assertEquals(
                "\"a\",0",
                session.rows("select name as n, internal_layout(min(ts), max(dur)) over (order by min(ts)" + frame
                        + " as l from slice group by n having count(*) > 1"));
        assertEquals(
                "1,0\n2,1",
                session.rows("select track_id, internal_layout(ts, dur) over (order by ts" + frame
                        + " as l from slice group by track_id order by track_id"));
        assertEquals(
                "0,1\n1,1",
                session.rows("select internal_layout(min(ts), sum(dur)) over (order by min(ts)" + frame
                                + " as l, max(depth) >= 0 as k, name from slice group by 3 order by l")
                        .replaceAll(",\"[ab]\"", ""));
    }

    @Test
    void layoutsUseNamedWindows() throws Exception {
        assertEquals(
                "0,0\n1,1\n2,0",
                session.rows("select id, internal_layout(ts, dur) over w from slice window w as (partition by track_id"
                        + " order by ts) order by id"));
        assertEquals(
                "0,0\n1,1\n2,0",
                session.rows("select id, internal_layout(ts, dur) over (w order by ts) from slice window w as"
                        + " (partition by track_id) order by id"));
    }

    @Test
    void layoutsOfASubqueryDoNotRemoveThoseOfItsStatement() throws Exception {
        assertEquals(
                "0,0,0\n1,1,1\n2,2,2",
                session.rows("select id, internal_layout(ts, dur) over (order by ts) as a, internal_layout(ts, dur)"
                        + " over (order by id, (ts)) as b from (select *, internal_layout(ts, dur) over (order by ts)"
                        + " as c from slice) order by id"));
    }

    @Test
    void functionsThatAreInlinedCanBeArgumentsOfEachOther() throws Exception {
        session.print("include perfetto module graphs.search; create perfetto function below(a LONG)"
                + " returns table(node_id LONG) as select node_id from graph_reachable_dfs!((select slice_out as"
                + " source_node_id, slice_in as dest_node_id from flow), (select $a as node_id));"
                + " create perfetto function size_below(b LONG) returns LONG as select count(*) from below($b)");
        assertEquals("2", session.rows("select * from below((select max(node_id) from below(1)))"));
        assertEquals("3,1", session.rows("select size_below(0), size_below(size_below(1))"));
    }

    @Test
    void layoutOutsideOfSelectedExpressionsIsAnError() {
        assertLayoutError(15, "is a window function", "select * from internal_layout(ts, dur)");
        assertLayoutError(
                8,
                "has no FILTER",
                "select internal_layout(ts, dur) filter (where id > 0) over (order by ts) from slice");
        assertLayoutError(15, "FROM or WHERE", "select * from internal_layout(ts, dur) over (order by ts)");
        assertLayoutError(
                28, "FROM or WHERE", "select id from slice where internal_layout(ts, dur) over (order by ts) = 0");
        assertLayoutError(
                35,
                "FROM or WHERE",
                "select 1 from slice join args on (internal_layout(ts, dur) over (order by ts)) = 0");
    }

    private void assertLayoutError(int column, String message, String sql) {
        SqlProblem problem = assertThrows(SqlProblem.class, () -> session.rows(sql));
        assertTrue(problem.getMessage().contains(message), problem.getMessage());
        assertEquals(column, problem.column());
    }
}
