package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;

class SqlSessionTest {
    private static final String WITH_FUNCTION =
            "CREATE PERFETTO FUNCTION f(id LONG) RETURNS LONG AS SELECT $ID + $id + $more; SELECT f($id)";

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void dividesIntegersToIntegers() throws Exception {
        assertEquals("3,-3,3.500000,\"[NULL]\"", session.rows("select 7/2, -7/2, 7/2.0, 1/0"));
    }

    @Test
    void castsToIntByTruncatingTo64Bits() throws Exception {
        assertEquals(
                "3,-3,12,0,1,1700000000000000001",
                session.rows(
                        "select cast(3.9 as int), cast(-3.9 as int), cast('12abc' as int), cast('x' as int), cast(1=1"
                                + " as int), cast(1700000000000000001 as int)"));
        assertEquals("7", session.rows("select cast(avg(dur) as int) from slice"));
    }

    @Test
    void namesColumnsByTheirText() throws Exception {
        assertEquals(
                "\"COUNT(*)\",\"sum( dur )/2\",\"n\"\n3,10,9\n",
                session.print("select COUNT(*), sum( dur )/2, max(dur) n from slice"));
    }

    @Test
    void readsDoubleQuotesAsStringsIfThereIsNoColumn() throws Exception {
        assertEquals("0\n2", session.rows("select id from slice where name = \"a\""));
        assertEquals("0\n1\n2", session.rows("select \"id\" from slice where name != \"slice\""));
    }

    @Test
    void takesBareColumnsFromTheRowOfTheMaximum() throws Exception {
        assertEquals("2,\"a\",13\n1,\"b\",12", session.rows("select id, name, max(ts) from slice group by name"));
        assertEquals("0,\"a\",2\n1,\"b\",1", session.rows("select id, name, count() from slice group by name"));
    }

    @Test
    void takesBareColumnsFromTheFirstRowNextToPercentiles() throws Exception {
        for (String call : new String[] {"percentile(ts, 0)", "percentile_cont(ts, 0.0)", "percentile_disc(ts, 0.0)"}) {
            assertEquals("0,10", session.rows("select id, cast(" + call + " as bigint) from slice"));
        }
    }

    /// DuckDB distributes the rows of large tables over threads.
    @Test
    void takesBareColumnsFromTheFirstRowOfLargeTables() throws Exception {
        session.rows("create table large as select range % 3 as g, range as x from range(2000000)");
        session.rows("create view by_id as select x as id, g from large");
        for (int i = 0; i < 5; i++) {
            assertEquals("0,0\n1,1\n2,2", session.rows("select g, x from large group by g"));
            assertEquals("0,0\n1,1\n2,2", session.rows("select v.g, id from by_id v group by g"));
        }
        assertEquals("0,2000000", session.rows("select x, count(*) from large"));
        session.rows("create view without_ids as select null::bigint as id, 'text' as name from large limit 3");
        assertEquals("\"text\",3", session.rows("select name, count(*) from without_ids"));
        session.rows("create view text_ids as select 'x' || x as id, g from large where x < 3");
        assertEquals("\"x0\",3", session.rows("select id, count(*) from text_ids"));
    }

    @Test
    void comparesIntegersWithTextWithoutErrors() throws Exception {
        assertEquals("1", session.rows("select count(*) from slice where id in (1, 'hello')"));
        assertEquals("0", session.rows("select count(*) from slice where name = 1"));
    }

    @Test
    void comparesTextColumnsWithTheTextOfNumbers() throws Exception {
        assertEquals("2", session.rows("select count(*) from slice where name in ('a', 1, 1.5, null)"));
    }

    @Test
    void convertsBooleansAndStringsInArithmetic() throws Exception {
        assertEquals("1,0\n3,-1\n3,-1", session.rows("select (dur > 5) * 2 + 1, -(dur > 5) from slice"));
        assertEquals(
                "2,\"1\",0.000000", session.rows("select length(ts), substr(ts, 1, 1), name + 0 from slice limit 1"));
    }

    @Test
    void formatsAnyValueWithPrintf() throws Exception {
        assertEquals(
                "\"1 2 3.00 00010\"", session.rows("select printf('%s %d %.2f %05d', 1, 2, 3, ts) from slice limit 1"));
    }

    @Test
    void keepsTheTypeOfEachValueInMixedColumns() throws Exception {
        assertEquals("5\n6\n\"\"", session.rows("select ifnull(extract_arg(arg_set_id, 'k'), '') from slice"));
    }

    @Test
    void fillsIntegerPrimaryKeys() throws Exception {
        assertEquals(
                "1,\"a\"\n2,\"b\"",
                session.rows(
                        "create table t(id integer primary key, name text); insert into t(name) values ('a'), ('b');"
                                + " select * from t"));
    }

    @Test
    void widensIntegersThatOverflow() throws Exception {
        assertEquals("4000000000", session.rows("select depth * 4000000 * 1000 from slice where depth = 1"));
    }

    @Test
    void acceptsReservedWordsAsNames() throws Exception {
        assertEquals(
                "1,2",
                session.rows(
                        "create table t(start integer, end integer); insert into t values (1, 3); select end - start -"
                                + " 1 value, end - start end from t"));
    }

    @Test
    void sortsJoinsByTheirTablesFromLeftToRight() throws Exception {
        assertEquals(
                "0,0\n0,1\n1,0\n1,1\n2,2", session.rows("select s.id, t.id from slice s join slice t using(track_id)"));
        assertEquals("0\n2\n1", session.rows("select id from slice order by name"));
    }

    @Test
    void matchesPatternsLikeSqlite() throws Exception {
        assertEquals(
                "1,1,0,1,0,1",
                session.rows(
                        "select 'ABC' like 'a%', 'abc' glob 'a*', 'Abc' glob 'a*', 'abc' not glob 'b', 'Malloc' regexp"
                                + " 'malloc', glob('a*', 'abc')"));
    }

    @Test
    void printsBlocksWithAnEmptyLineBetween() throws Exception {
        assertEquals(
                "\"a\"\n\n\"b\"\n2\n",
                session.print("SELECT 1 AS a WHERE 0; CREATE TABLE x AS SELECT 1; SELECT 2 AS b;"));
    }

    @Test
    void reportsTheLineAndColumnInTheOriginalText() {
        SqlProblem column =
                assertThrows(SqlProblem.class, () -> session.print("select 1;\nselect id,\n  nosuch from slice"));
        assertEquals("3:3:1", column.line() + ":" + column.column() + ":" + column.statement());
        assertTrue(column.getMessage().startsWith("no such column: nosuch"), column.getMessage());
        SqlProblem syntax = assertThrows(SqlProblem.class, () -> session.print("selec 1"));
        assertEquals("line 1, column 1: syntax error at or near \"selec\". Did you mean SELECT?", syntax.describe());
        SqlProblem open = assertThrows(SqlProblem.class, () -> session.print("select (1"));
        assertEquals("line 1, column 8: syntax error: \"(\" is not closed", open.describe());
        SqlProblem later = assertThrows(
                SqlProblem.class, () -> session.print("select cast(1 as int), cast(2 as int), \"é\", nosuch(1)"));
        assertEquals(45, later.column());
    }

    @Test
    void rejectsFilesAndSettings() throws Exception {
        assertEquals("1,0", session.rows("select 'a' is distinct from 'b', 'a' is distinct from 'a'"));
        for (String sql : new String[] {
            "select * from 'x.csv'",
            "select 1 from slice join 'x.csv'",
            "attach 'x.db'",
            "copy slice to 'x.csv'",
            "set threads=1",
            "install httpfs",
            "pragma x"
        }) {
            assertTrue(
                    assertThrows(SqlProblem.class, () -> session.print(sql))
                            .getMessage()
                            .contains("not allowed"),
                    sql);
        }
    }

    @Test
    void endsARunningStatementWhenCanceled() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Thread canceller = new Thread(() -> {
            try {
                started.await();
                Thread.sleep(200);
                session.session.cancel();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        canceller.start();
        started.countDown();
        long start = System.nanoTime();
        SqlProblem problem =
                assertThrows(SqlProblem.class, () -> session.print("select count(*) from range(100000000000) a"));
        assertTrue(problem.isCanceled(), problem.getMessage());
        assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20));
        assertEquals("1", session.rows("select 1"));
        canceller.join();
    }

    @Test
    void convertsTextInArithmeticToItsLeadingNumber() throws Exception {
        assertEquals(
                "15,6,1,3.500000,-3,10",
                session.rows("select '10' + 5, '3x' * 2, 'abc' + 1, '2.5' + 1, -'3', 2 * ' 5 apples'"));
        assertEquals(
                "5.000000,\"[NULL]\"",
                session.rows("select max(s + 4), max(n + 1) from (select '1x' as s, cast(null as varchar) as n)"));
    }

    @Test
    void writesBooleansAsNumbersIntoJson() throws Exception {
        assertEquals(
                "\"{\"a\":0,\"b\":1,\"c\":\"true\",\"d\":null}\",\"[1,\"x\",2]\"",
                session.rows(
                        "select json_object('a', dur > 100, 'b', dur in (5), 'c', 'true', 'd', null), json_array(dur ="
                                + " 5, 'x', 2) from slice where id = 0"));
        assertEquals(
                "\"[1,1,0]\",\"{\"a\":1,\"b\":1,\"a\":0}\"",
                session.rows(
                        "select json_group_array(dur < 8 order by id), json_group_object(name, dur < 8) from (select *"
                                + " from slice order by id)"));
    }

    @Test
    void aggregatesNoRowsIntoEmptyJson() throws Exception {
        assertEquals(
                "\"[]\",\"{}\",\"[]\"",
                session.rows(
                        "select json_group_array(id), json_group_object(name, id), json_group_array(id) filter (where"
                                + " id > 1) from slice where id < 0"));
    }

    @Test
    void namesTheColumnOfASeriesLikeSqlite() throws Exception {
        assertEquals(
                "0,0\n1,0\n2,3",
                session.rows(
                        "select value, ifnull((select sum(id) + 1 from slice where id = value and value = 2), 0) from"
                                + " generate_series(0, 2) order by value"));
        assertEquals(
                "5\n7",
                session.rows("select s.value + 4 from generate_series(1, 3, 2) s where s.value > 0 order by 1"));
        assertEquals("1", session.rows("select generate_series from generate_series(1, 1)"));
    }

    @Test
    void takesAnArgumentFromOneRowOfAGroup() throws Exception {
        assertEquals(
                "\"a\",5,2\n\"b\",6,1",
                session.rows("select name, extract_arg(arg_set_id, 'k') k, count(*) from slice group by name"));
        for (String by : new String[] {"t", "1"}) {
            assertEquals(
                    "\"[NULL]\",\"[NULL]\",1\n5,\"x\",1\n6,\"[NULL]\",1",
                    session.rows("select extract_arg(arg_set_id, 'k') t, extract_arg(arg_set_id, 's') s, count(*) from"
                            + " slice group by "
                            + by + " order by t"));
        }
        assertEquals(
                "\"b\",6,7",
                session.rows("select name, extract_arg(arg_set_id, 'k') k, max(dur) from slice where id < 2 group by"
                        + " track_id"));
    }

    @Test
    void functionsStayRegisteredAfterStreaming() throws Exception {
        try (SyntheticSession session = new SyntheticSession()) {
            assertEquals("1", session.rows("SELECT 1"));
            assertEquals("\"5\"", session.rows("SELECT printf('%d', 5)"));
            assertEquals("2", session.rows("SELECT 2"));
            assertEquals("\"foo()\"", session.rows("SELECT demangle('_Z3foov')"));
            assertEquals("1", session.rows("SELECT hash('a') <> hash('b')"));
        }
    }

    @Test
    void parametersOfFunctionsAreNotBound() throws Exception {
        BoundSql bound = BoundSql.named(WITH_FUNCTION, Map.of("id", 5, "more", 100));
        assertEquals(WITH_FUNCTION.replace("$more", "(100)").replace("f($id)", "f((5))"), bound.text());
        assertEquals("110", session.rows(bound.text()));
    }

    @Test
    void parametersOfMacrosAreNotBound() throws Exception {
        String sql = "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS ($x + 1); SELECT m!($x), m!(1)";
        assertEquals("6,2", session.rows(BoundSql.named(sql, Map.of("x", 5)).text()));
    }

    @Test
    void namesExcludeParametersOfFunctions() {
        assertEquals(Set.of("id", "more"), BoundSql.names(WITH_FUNCTION));
        assertEquals(
                Set.of(),
                BoundSql.names("CREATE PERFETTO FUNCTION f(id LONG) RETURNS LONG AS SELECT $id; SELECT f(1)"));
    }

    @Test
    void bindsNothingInTextThatCannotBeRead() {
        for (String sql : new String[] {"SELECT 'a $x", "CREATE PERFETTO FUNCTION", "CREATE PERFETTO MACRO m(x"}) {
            assertEquals(sql, BoundSql.named(sql, Map.of("x", 5)).text());
        }
        assertEquals(
                "CREATE PERFETTO FUNCTION f(x LONG) (5)",
                BoundSql.named("CREATE PERFETTO FUNCTION f(x LONG) $x", Map.of("x", 5))
                        .text());
    }
}
