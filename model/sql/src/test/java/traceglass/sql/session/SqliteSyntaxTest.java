package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;

/// Tests SQLite syntax and semantics that DuckDB rejects unless the statement is converted.
class SqliteSyntaxTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void acceptsDuckDbKeywordsAsNames() throws Exception {
        assertEquals("0,1", session.rows("select at.id, do.id from slice as at join slice do on do.parent_id = at.id"));
        assertEquals("1", session.rows("with freeze as (select 1 as n) select freeze.n from freeze"));
    }

    @Test
    void acceptsAllColumnsOfASourceOutsideGroupBy() throws Exception {
        assertEquals(
                "0,10,5\n1,12,7",
                session.rows("select x.*, max(dur) from (select id, ts from slice) x join slice using (id) where id < 2"
                        + " group by x.id"));
    }

    /// Many rows, so that the hash table of the union would return them in another order.
    @Test
    void keepsTheRowOrderOfAUnionInParentheses() throws Exception {
        String rows = session.rows(
                "select * from (select cast((range * 7919) % 1009 as int) as n from range(1009) union select 5)");
        assertEquals(IntStream.range(0, 1009).mapToObj(String::valueOf).collect(Collectors.joining("\n")), rows);
    }

    @Test
    void aCaseThatReturnsTextCanBeAnOperand() throws Exception {
        assertEquals(
                "1,1,1,1",
                session.rows(
                        "select case when 1 then '2' else 'x' end + 0 = 2, 1 + case when 0 then '1' else 'x' end = 1,"
                                + " 2 * case when case 1 when 1 then 'a' end = 'a' then '2' else 'x' end = 4, case when 0"
                                + " then '1' else '3x' end - 0 = 3"));
    }

    @Test
    void havingComparesABareColumnWithTheMaximumOfItsGroup() throws Exception {
        assertEquals("2,\"a\"\n1,\"b\"", session.rows("select id, name from slice group by name having ts = max(ts)"));
    }

    @Test
    void inAcceptsTheNameOfATable() throws Exception {
        assertEquals(
                "0",
                session.rows(
                        "create perfetto table wanted as select 0 as id; select id from slice where id in wanted"));
        assertEquals(
                "2",
                session.rows("with w as (select id from slice where id > 0) select count(*) from slice where id in w"));
        assertEquals(
                "1",
                session.rows(
                        "with w as (select id from slice where id > 0) select count(*) from slice where id not in w"));
    }

    @Test
    void usingJoinsTheColumnOfTheFirstTable() throws Exception {
        assertEquals(
                "3", session.rows("select count(*) from slice a join slice b on a.ts = b.ts join slice c using (id)"));
    }

    @Test
    void aConditionMayReferenceATableJoinedLater() throws Exception {
        assertEquals(
                "1",
                session.rows("select count(*) from slice a join slice b on b.id = c.parent_id join slice c on c.id = 1"
                        + " where a.id = 0"));
    }

    @Test
    void conditionsMayUseAliasesOfTheSelectList() throws Exception {
        assertEquals("1,0", session.rows("select s.id, s.parent_id + 0 as up from slice s join slice p on p.id = up"));
    }

    @Test
    void withMayBeRecursiveWithoutTheKeyword() throws Exception {
        assertEquals(
                "10",
                session.rows("with c(n) as (select 1 union all select n + 1 from c where n < 4) select sum(n) from c"));
    }

    @Test
    void comparisonsAreEvaluatedFromLeftToRight() throws Exception {
        assertEquals("1,0", session.rows("select 1 = 1 != 0, 2 = 1 != 0"));
    }

    @Test
    void patternsAcceptAValueThatIsAlwaysNull() throws Exception {
        assertEquals("\"[NULL]\"", session.rows("select n glob 'a*' from (select null as n)"));
        assertEquals("1", session.rows("select count(*) from slice where name glob ('a' || '*') and id = 0"));
    }

    @Test
    void castsOfTextToIntUseItsLeadingNumber() throws Exception {
        assertEquals("12,0,\"[NULL]\",-3,1700000000000000001", session.rows("""
            select cast(substr('x12abc', 2) as int), cast(lower('X') as int), cast(lower(null) as int), cast(trim(' -3.7') as int),
              cast(trim('1700000000000000001') as int)\
            """));
    }

    @Test
    void perfettoTablesHaveAnAutomaticId() throws Exception {
        assertEquals(
                "0,2\n1,1",
                session.rows("create perfetto table t as select id from slice where id > 0 order by id desc; select"
                        + " _auto_id as n, id from t"));
    }

    @Test
    void functionBodiesMayUseSqliteSyntax() throws Exception {
        assertEquals("\"a\",13", session.rows("""
            create perfetto function latest(track LONG) returns table(name STRING, ts LONG) as
            select name, max(ts) from slice where track_id = $track;
            select * from latest(2)\
            """));
    }

    @Test
    void jsonArraysSupportDistinctAndOrder() throws Exception {
        assertEquals(
                "[\"b\",\"a\"]",
                session.rows("select json_group_array(distinct name order by name desc) from slice")
                        .replaceAll("^\"|\"$", ""));
    }

    @Test
    void usingJoinsEachColumnOfTheFirstTableThatHasIt() throws Exception {
        assertEquals("3", session.rows("""
            create perfetto table x as select id, ts as t from slice;
            create perfetto table y as select id, track_id from slice;
            create perfetto table z as select id, track_id, depth from slice;
            select count(*) from x join y on x.id = y.id join z using (id, track_id)\
            """));
    }

    @Test
    void nestedFunctionCallsMayUseTheSameColumn() throws Exception {
        assertEquals("10\n12\n13", session.rows("""
            create perfetto function ts_of(x LONG) returns LONG as select s.ts from slice s where s.id = $x;
            create perfetto function id_at(t LONG) returns LONG as select s.id from slice s where s.ts = $t;
            create perfetto table u as select id as k from slice;
            select ts_of(id_at(ts_of(k))) from u\
            """));
    }

    @Test
    void theArgumentOfMaxMayBeAnyExpression() throws Exception {
        assertEquals(
                "2,\"a\"\n1,\"b\"",
                session.rows("select id, name, max(iif(dur > 5, dur, 0)) from slice group by name")
                        .replaceAll(",\\d+(\n|$)", "$1"));
    }

    @Test
    void substrUsesTheLeadingNumberOfAText() throws Exception {
        assertEquals("\"abc\",\"bc\"", session.rows("select substr('abc', ': '), substr('abc', '2x')"));
    }

    @Test
    void errorsInDataAreReportedAfterAConversion() {
        SqlProblem problem = org.junit.jupiter.api.Assertions.assertThrows(
                SqlProblem.class,
                () -> session.rows("select id, name, max(ts), error('no ' || min(name)) from slice group by name"));
        org.junit.jupiter.api.Assertions.assertTrue(problem.getMessage().startsWith("no "), problem.getMessage());
    }

    @Test
    void productsInFunctionsHave64Bits() throws Exception {
        assertEquals("2,3600000000000", session.rows("""
            create perfetto function hours(dur LONG) returns LONG as select $dur / (60 * 60 * 1000 * 1000 * 1000);
            select hours(7200000000001), 3600 * 1000000 * 1000\
            """));
    }

    @Test
    void aLimitEndsARecursiveQuery() throws Exception {
        assertEquals(
                "1\n2\n3",
                session.rows(
                        "with recursive c(n) as (select 1 union all select n + 1 from c limit 3) select n from c"));
        assertEquals(
                "6,3",
                session.rows("with recursive c(n) as (select 1 union all select c.n + 1 from c limit 3) select sum(n),"
                        + " (select max(n) from c) from c"));
        assertEquals(
                "3",
                session.rows(
                        "with c(n) as (select 1 union all select r.n + 1 from c as r limit 2 offset 2) select min(n)"
                                + " from c"));
    }

    @Test
    void setOperatorsAreEvaluatedFromLeftToRight() throws Exception {
        assertEquals("2", session.rows("select 1 as n union select 2 intersect select 2"));
        assertEquals(
                "2\n3", session.rows("select * from (select 1 as n union select 2 intersect select 2 union select 3)"));
        assertEquals("1", session.rows("with a as (select 1 as n) select n from a except select 2 intersect select 1"));
    }

    @Test
    void namesMayBeInBrackets() throws Exception {
        assertEquals(
                "10,5\n12,7",
                session.rows("select [s].[ts], [dur] as [how long] from [slice] as [s] where [id] < 2 order by [ts]"));
        assertEquals("21", session.rows("select sum([dur]) from slice"));
        assertEquals("2,1", session.rows("select [1, 2][2], len([id]) from slice where id = 0"));
    }

    @Test
    void aScalarSubqueryReturnsItsFirstRow() throws Exception {
        String kids =
                "create table kid(parent int, name text, dur int); insert into kid values (0, 'first', 1), (1, 'only',"
                        + " 2), (0, 'longest', 9); ";
        assertEquals(
                "0,\"first\"\n1,\"only\"\n2,\"[NULL]\"",
                session.rows(kids + "select id, (select k.name from kid k where k.parent = slice.id) from slice"));
        assertEquals(
                "0,\"longest\"\n1,\"only\"",
                session.rows(
                        "select id, (select name from kid where kid.parent = s.id order by dur desc) as n from slice s"
                                + " where id < 2"));
        assertEquals(
                "\"firsta\"\n\"onlyb\"",
                session.rows(
                        "select (select kid.name || s.name from kid join slice x on x.id = kid.parent where kid.parent"
                                + " = s.id) from slice s where id < 2"));
        assertEquals("0", session.rows("select id from slice s where (select dur from kid where parent = s.id) = 1"));
    }

    @Test
    void aSubqueryInTheSelectListMayUseAColumnOfAGroup() throws Exception {
        assertEquals(
                "\"a\",22\n\"b\",19",
                session.rows(
                        "select name, case when depth > 0 then max(ts + dur) else (select max(max(x.ts), s.ts + s.dur)"
                                + " from slice x) end from slice s where id > 0 group by name order by name"));
        assertEquals(
                "\"a\",1,13\n\"b\",1,12",
                session.rows(
                        "select s.name, (select count(*) from slice x where x.ts = s.ts) as n, max(s.ts) from slice s"
                                + " group by s.name order by 1"));
    }

    @Test
    void columnsOutsideGroupByComeFromTheRowOfTheLastMinOrMax() throws Exception {
        assertEquals(
                "\"a\",10,13,2\n\"b\",12,12,1",
                session.rows("select name, min(ts), max(ts), id from slice group by name order by name"));
        assertEquals(
                "\"a\",13,10,0\n\"b\",12,12,1",
                session.rows("select name, max(ts), min(ts), id from slice group by name order by name"));
        assertEquals(
                "\"a\",3,0",
                session.rows("select name, max(ts) - min(ts), id from slice where name = 'a' group by name"));
    }

    @Test
    void windowFunctionsReadOneRowOfEachGroup() throws Exception {
        assertEquals(
                "\"a\",5\n\"b\",7",
                session.rows(
                        "select name, first_value(dur) over (partition by name order by ts) as first from slice group"
                                + " by name order by name"));
    }

    @Test
    void havingPrefersAColumnToAnAlias() throws Exception {
        assertEquals("\"b\",7", session.rows("select name, sum(dur) as dur from slice group by name having dur > 6"));
        assertEquals(
                "\"a\",14", session.rows("select name, sum(dur) as total from slice group by name having total > 7"));
    }

    @Test
    void aFunctionDeclaredAsIntegerMayReturnText() throws Exception {
        assertEquals(
                "0\n0\n\"[NULL]\"",
                session.rows(
                        "create perfetto function kind(slice_id LONG) returns LONG as select extract_arg(arg_set_id,"
                                + " 's') from slice where id = $slice_id; select case when arg_set_id is not null then"
                                + " coalesce(kind(id), 0) end from slice order by id"));
    }

    @Test
    void nestedTableFunctionsQualifyColumns() throws Exception {
        assertEquals(
                "\"a\"",
                session.rows(
                        "select ancestor_slice.name from ancestor_slice((select max(id) - 1 from slice())) order by"
                                + " 1"));
        assertEquals(
                "0",
                session.rows("select ancestor_slice.id from ancestor_slice((select max(descendant_slice.id) from"
                        + " descendant_slice((select min(id) from slice()))))"));
        assertEquals(
                "0\n1\n2", session.rows("select slice.id from slice() where slice.id in (select id from slice())"));
    }

    @Test
    void preparedStatementsFollowSqliteSemantics() throws Exception {
        assertEquals(
                "2",
                session.rows("prepare p as select count(*) from slice where name like 'A' and 7.5 % 2 = 1; execute p"));
    }

    @Test
    void declaredColumnsAcceptSqliteLiterals() throws Exception {
        assertEquals(
                "\"AB\",16",
                session.rows("create table declared(a blob default x'4142', b int default 0x10, c int);"
                        + " insert into declared(c) values (1); select cast(a as text), b from declared"));
    }

    @Test
    void thousandsOfConditionsAreAccepted() throws Exception {
        String conditions = IntStream.range(3, 6000).mapToObj(i -> "id != " + i).collect(Collectors.joining(" and "));
        assertEquals("3", session.rows("select count(*) from slice where " + conditions));
        assertEquals("3", session.rows("select count(*) from slice where " + conditions.replace("id", "name")));
    }

    @Test
    void columnsOfStarExpressionsKeepTheirNames() throws Exception {
        assertEquals(
                "\"dur\",\"depth\"",
                session.print("select * like 'd%' from slice")
                        .lines()
                        .findFirst()
                        .orElse(""));
        assertEquals(
                "\"coalesce(*columns('id|dur'))\"",
                session.print("select coalesce(*columns('id|dur')) from slice")
                        .lines()
                        .findFirst()
                        .orElse(""));
    }

    @Test
    void conditionsMayFollowSeveralJoins() throws Exception {
        assertEquals(
                "0,0,1\n0,0,3\n1,1,2\n1,1,4",
                session.rows("select s.id, t.id, a.id + 1 from slice s join slice t join args a on t.arg_set_id is"
                        + " a.arg_set_id on s.id == t.id"));
    }

    @Test
    void pivotsInFromFollowSqliteSemantics() throws Exception {
        assertEquals(
                "0,1",
                session.rows("select a, b from (select name, dur from slice where dur < 9) pivot (max(dur % 3 == 1)"
                        + " for name in ('a', 'b'))"));
    }

    @Test
    void constraintsAndIndexesFollowSqliteSemantics() throws Exception {
        assertEquals(
                "1,\"x\",0",
                session.rows("create table checked(a int, b text check (b like 'X' and iif(b is 'x', 1, 0)), c int"
                        + " default (iif(1 == 1, 0, 1)) not null, check (a % 2 = 1)); create index i on checked(a % 2,"
                        + " b desc); insert into checked(a, b) values (1, 'x'); select * from checked"));
        assertEquals(
                "\"one\"",
                session.rows("create table changed(a int); insert into changed values (1); alter table changed alter a"
                        + " type text using iif(a == 1, 'one', 'more'); select a from changed"));
    }

    @Test
    void returningAndConflictClausesFollowSqliteSemantics() throws Exception {
        session.rows("create table kept(a int primary key, b text); insert into kept values (1, 'x')");
        assertEquals(
                "\"same\",1,\"text\"",
                session.rows("insert into kept values (1, 'X') on conflict (a) do update set b = iif(kept.b like"
                        + " excluded.b, 'same', 'other') where excluded.a is 1 returning b, a is 1, \"text\""));
        assertEquals(
                "\"yes\"",
                session.rows("merge into kept using slice s on kept.a == s.id when matched then update set b ="
                        + " iif(s.name like 'B', 'yes', 'no'); select b from kept"));
    }

    @Test
    void argumentsMayBeSeparatedByKeywords() throws Exception {
        assertEquals(
                "\"ell\",1",
                session.rows("select substring('hello' from 2 for 3), id is 1"
                        + " from slice where id == 1 and name is substring('abc' from 2 for 1)"));
    }

    @Test
    void columnsAreNamedByTheirNameOrTheirText() throws Exception {
        assertEquals("\"id\",\"ts\",\"-id\"", header("select (id), ((s.ts)), -id from slice s"));
        assertEquals(
                "\"max(id) /* last */\",\"id\"", header("select /* of */ max(id) /* last */, /* x */ id from slice"));
    }

    private String header(String sql) throws Exception {
        return session.print(sql).lines().findFirst().orElseThrow();
    }

    @Test
    void theColumnsOfValuesHaveNames() throws Exception {
        session.print("create table v as values (1, 2), (3, 4); create view w as values (5, 6) union all select 7, 8");
        for (String source : List.of("v", "w", "x", "(values (1, 2) union all values (3, 4))")) {
            String sql = "with x as (values (9, 10)) select * from " + source;
            assertEquals(
                    "\"column1\",\"column2\"",
                    session.print(sql).lines().findFirst().orElseThrow(),
                    sql);
        }
        assertEquals("4", session.rows("select column2 from v where column1 = 3"));
        assertEquals("10,9,10", session.rows("with x as (values (9, 10)) select column2, * from x"));
    }

    @Test
    void valuesInMergeAreConverted() throws Exception {
        session.print("create table m(k int, v text); insert into m values (0, 'a'), (1, 'b')");
        session.print(
                "merge into m using slice as s on m.k = s.id when matched and 1 + '2' = 3 and s.name = 'a' then update"
                        + " set v = 1 + '2' when matched then delete when not matched then insert values (s.id, s.dur + '1')");
        assertEquals("0,\"3\"\n2,\"10\"", session.rows("select * from m order by k"));
    }

    @Test
    void aTruthValueOfASubqueryIsANumberedColumn() throws Exception {
        assertEquals(
                "\"column1\"\n1", session.print("select * from (select true)").strip());
        assertEquals(
                "\"id\",\"column2\"\n0,0",
                session.print("with q as (select id, false from slice limit 1)" + " select * from q")
                        .strip());
        assertEquals("\"true\"\n1", session.print("select true").strip());
    }

    @Test
    void theColumnOfASeriesIsNamedValue() throws Exception {
        assertEquals(
                "\"value\"\n1\n2",
                session.print("select * from generate_series(1, 2)").strip());
        assertEquals(
                "\"value\"\n1\n2",
                session.print("select g.* from generate_series(1, 2) g").strip());
        assertEquals("1\n2", session.rows("select generate_series.value from generate_series(1, 2)"));
        assertEquals("1\n2", session.rows("select generate_series from generate_series(1, 2)"));
    }
}
