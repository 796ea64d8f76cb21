package traceglass.sql.operators;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SqlAnswers;

/// Tests operators in statements of all kinds.
class OperatorStatementsTest {
    private static final String SEARCH = "graph_reachable_dfs!(edges, starts)";

    @AutoClose
    private final SqlAnswers answers = new SqlAnswers();

    @BeforeEach
    void createTables() throws Exception {
        answers.print("""
            include perfetto module graphs.search;
            create table edges(source_node_id bigint, dest_node_id bigint);
            insert into edges values (1, 2), (2, 3), (1, 4);
            create table starts as select 1 as node_id;
            create table t(n bigint, p bigint); insert into t values (2, 0), (9, 0)\
            """);
    }

    @Test
    void rowsOfAnOperatorAreMerged() throws Exception {
        assertEquals(
                "1,\"[NULL]\"\n2,20\n3,2\n4,1\n9,0",
                answers.rows(
                        "merge into t using " + SEARCH + " as d on d.node_id = t.n when matched then update set p ="
                                + " 10 * d.node_id when not matched then insert values (d.node_id, d.parent_node_id);"
                                + " select * from t order by n"));
        assertEquals(
                "\"DELETE\",2",
                answers.rows(
                        "with d as (select * from " + SEARCH + ") merge into t using d on d.node_id = t.n and n = 2"
                                + " when matched then delete returning merge_action, n"));
        assertEquals(
                "1,4\n3,4\n4,4\n9,0",
                answers.rows("merge into t using (select max(node_id) as m from " + SEARCH + ") as d on n <= m when"
                        + " matched and n in (select node_id from " + SEARCH + ") then update set p = (select count(*)"
                        + " from " + SEARCH + "); select * from t order by n"));
    }
}
