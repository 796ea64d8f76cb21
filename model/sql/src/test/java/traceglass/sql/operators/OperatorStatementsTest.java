package traceglass.sql.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests operators in statements of all kinds.
class OperatorStatementsTest {
    private static final String SEARCH = "graph_reachable_dfs!(edges, starts)";

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createTables() throws Exception {
        session.print("""
            include perfetto module graphs.search;
            create table edges(source_node_id bigint, dest_node_id bigint);
            insert into edges values (1, 2), (2, 3), (1, 4);
            create table starts as select 1 as node_id;
            create table t(n bigint, p bigint); insert into t values (2, 0), (9, 0)\
            """);
    }

    @Test
    void mergeStatementsCanUseRowsOfAnOperator() throws Exception {
        assertEquals(
                "1,\"[NULL]\"\n2,20\n3,2\n4,1\n9,0",
                session.rows(
                        "merge into t using " + SEARCH + " as d on d.node_id = t.n when matched then update set p ="
                                + " 10 * d.node_id when not matched then insert values (d.node_id, d.parent_node_id);"
                                + " select * from t order by n"));
        assertEquals(
                "\"DELETE\",2",
                session.rows(
                        "with d as (select * from " + SEARCH + ") merge into t using d on d.node_id = t.n and n = 2"
                                + " when matched then delete returning merge_action, n"));
        assertEquals(
                "1,4\n3,4\n4,4\n9,0",
                session.rows("merge into t using (select max(node_id) as m from " + SEARCH + ") as d on n <= m when"
                        + " matched and n in (select node_id from " + SEARCH + ") then update set p = (select count(*)"
                        + " from " + SEARCH + "); select * from t order by n"));
    }

    @Test
    void operatorsCanFollowLateral() throws Exception {
        assertEquals("4", session.rows("select count(*) from lateral " + SEARCH));
        assertEquals(
                "2,1", session.rows("select n, parent_node_id from t join lateral " + SEARCH + " g on n = node_id"));
    }

    @Test
    void preparedStatementsKeepTheTablesOfOperators() throws Exception {
        assertEquals("4", session.rows("prepare p as select count(*) from " + SEARCH + "; execute p"));
    }

    @Test
    void argumentsCanBeAnyFromClause() throws Exception {
        String all = "1\n2\n3\n4";
        assertEquals(all, search("(select * from edges) x"));
        assertEquals(all, search("((select * from edges) as x)"));
        assertEquals(all, search("(values (1, 2), (2, 3), (1, 4)) as x(source_node_id, dest_node_id)"));
        assertEquals("1\n2\n3", search("edges where dest_node_id < 4"));
        assertEquals("1\n2\n3", search("edges as x where x.dest_node_id in (select 2 union select 3)"));
        assertEquals("1\n2", search("edges limit 1"));
        assertEquals("1\n4", search("edges order by dest_node_id desc limit 1"));
        assertEquals("1\n2\n3\n4\n10\n20\n30\n40", search("edges union all select * from tens", "s2"));
        assertEquals(all, search("starts join edges on source_node_id >= node_id"));
        assertEquals("1\n2\n4", search("(starts join edges on source_node_id = node_id) where node_id > 0"));
        assertEquals(all, search("edges tablesample 100%"));
        assertEquals("2\n3", search("edges", "generate_series(2, 2) as g(node_id)"));
    }

    private String search(String edges) throws Exception {
        return search(edges, "starts");
    }

    private String search(String edges, String starts) throws Exception {
        return session.rows("create or replace table tens as select source_node_id * 10 as source_node_id,"
                + " dest_node_id * 10 as dest_node_id from edges; create or replace table s2 as select 1 as node_id"
                + " union select 10; select node_id from graph_reachable_dfs!(" + edges + ", " + starts
                + ") order by 1");
    }

    @Test
    void listsOfTablesCanHaveClausesAndAliases() throws Exception {
        session.print("include perfetto module intervals.intersect;"
                + " create table a as select 0 as id, 10 as ts, 20 as dur union select 1, 50, 10;"
                + " create table b as select 7 as id, 12 as ts, 5 as dur union select 8, 55, 10");
        assertEquals("12,5,0,7\n55,5,1,8", intersect("a as x, (select * from b) y"));
        assertEquals("12,5,0,7", intersect("a where id = 0, b"));
        assertEquals("55,5,1,8", intersect("(a join (select 1 as n) on id = n), b"));
        assertEquals("12,5,0,7,0\n55,5,1,8,1", intersect("a x, b y, a z"));
        assertEquals("10,20,0", intersect("a x where x.id = 0"));
    }

    private String intersect(String tables) throws Exception {
        return session.rows("select * from _interval_intersect!((" + tables + "), ()) order by ts");
    }

    @Test
    void pipelinesReadGraphScans() throws Exception {
        session.print("include perfetto module graphs.scan; perfetto pragma pipelines = 1");
        assertEquals(
                "2,1\n3,2\n4,1",
                session.rows("from (select * from _graph_scan!(edges, (select 1 as id, 0 as d), (d), (select id, d + 1"
                        + " as d from $table))) |> where d > 0 |> order by id"));
    }

    @Test
    void operatorsOutsideOfFromAreErrors() {
        SqlProblem problem = assertThrows(SqlProblem.class, () -> session.rows("select 1, " + SEARCH));
        assertEquals("graph_reachable_dfs! is a table: read it in FROM", problem.getMessage());
        assertEquals(11, problem.column());
        problem = assertThrows(SqlProblem.class, () -> session.rows("select tg_op_dfs(edges, starts)"));
        assertEquals("tg_op_dfs is a table: read it in FROM", problem.getMessage());
    }

    @Test
    void operatorsAcceptResultsOfOtherOperators() throws Exception {
        assertEquals(
                "4",
                session.rows("select count(*) from graph_reachable_dfs!(edges, graph_reachable_dfs!(edges, starts))"));
    }

    @Test
    void unnamedColumnsAreNamedAfterTheirSourceText() throws Exception {
        session.print("create perfetto function f(x LONG) returns LONG as select count(*) from"
                + " graph_reachable_dfs!(edges, (select $x as node_id))");
        assertNamed("(select count(*) from " + SEARCH + ")", "");
        assertNamed("(select  count(*) from " + SEARCH + ")", " where 1 = 1");
        assertNamed("1 in (select node_id from " + SEARCH + ")  + 0", " from t");
        assertNamed("f( 1 )", "");
        assertNamed("1 + f(f(1))", ", 2");
        assertNamed("(select count(*) from slice())", " from t");
        assertNamed("internal_layout(ts, dur) over (order by ts)", " from slice");
        assertNamed("(select max(node_id) from tg_op_dfs(edges, starts))", "");
        assertNamed(
                "(select c0 from __intrinsic_table_ptr(__intrinsic_bfs((select __intrinsic_graph_agg(1, 2)),"
                        + " (select __intrinsic_array_agg(1)))) where __intrinsic_table_ptr_bind(c0, 'node_id'))",
                "");
        session.print("perfetto pragma pipelines = 1");
        assertNamed("(from slice |> aggregate count(*) as n)", "");
        assertEquals(
                "\"count(*)\",\"m\"",
                session.print("select count(*), max(p) as m from t where n in (select node_id from " + SEARCH + ")")
                        .lines()
                        .findFirst()
                        .orElseThrow());
    }

    private void assertNamed(String item, String rest) throws Exception {
        String header =
                session.print("select " + item + rest).lines().findFirst().orElseThrow();
        assertEquals("\"" + item + "\"", header.replace(",\"2\"", ""));
        String inner = session.print("select * from (select " + item + rest + ")")
                .lines()
                .findFirst()
                .orElseThrow();
        assertEquals(header, inner);
    }
}
