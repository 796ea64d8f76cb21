package traceglass.sql.intrinsics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SyntheticSession;

/// Tests calls of published modules through table pointers, and the operators themselves.
class TablePointersTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void walksAGraphPassedThroughAggregates() throws Exception {
        assertEquals("1,\"[NULL]\"\n2,1\n3,2", session.rows("""
            WITH edges(a, b) AS (VALUES (1, 2), (2, 3), (7, 8))
            SELECT c0 AS node, r.c1 AS came_from
            FROM __intrinsic_table_ptr(__intrinsic_dfs(
              (SELECT __intrinsic_graph_agg(e.a, e.b) FROM edges AS e), (SELECT __intrinsic_array_agg(n) AS starts FROM (SELECT 1 AS n)))) r
            WHERE __intrinsic_table_ptr_bind(r.c1, 'parent_node_id') AND __intrinsic_table_ptr_bind(c0, 'node_id') AND node > 0\
            """));
    }

    @Test
    void bindsColumnsOfPointersInPointers() throws Exception {
        assertEquals("3,2", session.rows("""
            SELECT a.c0 AS node, b.c0 AS start FROM __intrinsic_table_ptr(__intrinsic_dfs(
              (SELECT __intrinsic_graph_agg(2, 3)),
              (SELECT __intrinsic_array_agg(i.c0) FROM __intrinsic_table_ptr(__intrinsic_bfs(
                (SELECT __intrinsic_graph_agg(1, 2)), (SELECT __intrinsic_array_agg(1)))) AS i
                WHERE __intrinsic_table_ptr_bind(i.c0, 'node_id')))) AS a
            JOIN __intrinsic_table_ptr(__intrinsic_dfs(
              (SELECT __intrinsic_graph_agg(5, 6)), (SELECT __intrinsic_array_agg(2)))) AS b ON b.c0 < a.c0
            WHERE (__intrinsic_table_ptr_bind(a.c0, 'node_id') AND __intrinsic_table_ptr_bind(b.c0, 'node_id'))\
            """));
    }

    @Test
    void intervalsCanHaveNoPartitions() throws Exception {
        String rows = "(SELECT __intrinsic_interval_tree_intervals_agg(id, ts, dur) FROM slice WHERE id < 2)";
        for (String partitions : List.of("", "()")) {
            assertEquals(
                    "10,2,0,0\n12,3,0,1",
                    session.rows("SELECT c0, c1, c2, c3 FROM __intrinsic_table_ptr("
                            + "__intrinsic_interval_intersect(" + rows + ", (SELECT"
                            + " __intrinsic_interval_tree_intervals_agg(id, ts, dur) FROM (VALUES (0, 8, 4), (1, 12, 3))"
                            + " AS v(id, ts, dur)), '" + partitions
                            + "')) WHERE __intrinsic_table_ptr_bind(c0, 'ts') AND"
                            + " __intrinsic_table_ptr_bind(c1, 'dur') AND __intrinsic_table_ptr_bind(c2, 'id_0') AND"
                            + " __intrinsic_table_ptr_bind(c3, 'id_1') AND c2 = 0"));
        }
    }

    @Test
    void rowsAreDeletedByPointers() throws Exception {
        assertEquals("3", session.rows("""
            CREATE TABLE t AS SELECT 1 AS n UNION ALL SELECT 3;
            DELETE FROM t USING __intrinsic_table_ptr(__intrinsic_dfs(
              (SELECT __intrinsic_graph_agg(1, 2)), (SELECT __intrinsic_array_agg(1)))) AS r
            WHERE __intrinsic_table_ptr_bind(r.c0, 'node_id') AND t.n = r.c0;
            SELECT n FROM t\
            """));
    }

    @Test
    void invalidPointersAreReported() {
        String source = "__intrinsic_table_ptr(__intrinsic_bfs((SELECT __intrinsic_graph_agg(1, 2)), (SELECT"
                + " __intrinsic_array_agg(1))))";
        assertError(
                "__intrinsic_table_ptr_bind takes a column and a name",
                "SELECT * FROM " + source + " WHERE __intrinsic_table_ptr_bind(c0)");
        assertError("__intrinsic_table_ptr takes a table", "SELECT * FROM __intrinsic_table_ptr()");
        assertError("no such table function: f", "SELECT * FROM __intrinsic_table_ptr(f(1))");
        assertError("expected rows collected with one of", "SELECT * FROM " + source.replace("graph_agg", "graph"));
        assertError("an argument is missing", "SELECT * FROM __intrinsic_table_ptr(__intrinsic_bfs())");
        assertError("the value for dest_node_id is missing", "SELECT * FROM " + source.replace("(1, 2)", "(1)"));
    }

    private void assertError(String message, String sql) {
        String found =
                assertThrows(SqlProblem.class, () -> session.rows(sql), sql).getMessage();
        assertTrue(found.contains(message), found);
    }

    @Test
    void scansAGraphStepByStepWithAQuery() throws Exception {
        String scan = """
            SELECT * FROM tg_op_graph_scan((SELECT * FROM (VALUES (1, 2), (1, 3), (2, 4)) AS e(source_node_id, dest_node_id)),
              (SELECT 1 AS id, 0 AS depth, 'root' AS path), (depth, path),
              (SELECT id, depth + 1 AS depth, path || '/' || id AS path FROM $table)) ORDER BY id\
            """;
        assertEquals("1,0,\"root\"\n2,1,\"root/2\"\n3,1,\"root/3\"\n4,2,\"root/2/4\"", session.rows(scan));
    }

    @Test
    void aggregatesTheRowsOfAllEdgesAtOnce() throws Exception {
        assertEquals("1,1\n2,1\n3,2\n4,3", session.rows("""
            SELECT * FROM tg_op_graph_aggregating_scan(
              (SELECT * FROM (VALUES (1, 3), (2, 3), (3, 4), (1, 4)) AS e(source_node_id, dest_node_id)),
              (SELECT * FROM (VALUES (1, 1), (2, 1)) AS s(id, ways)), (ways),
              (SELECT id, sum(ways) AS ways FROM $table GROUP BY id)) ORDER BY id\
            """));
    }

    @Test
    void findsTheNearestAncestorOfTheSameGroup() throws Exception {
        assertEquals("1,\"[NULL]\",10\n2,\"[NULL]\",20\n3,1,10\n4,2,20", session.rows("""
            SELECT c0 AS node, c1, c2 FROM __intrinsic_table_ptr((SELECT __intrinsic_structural_tree_partition(t.id, t.parent_id, t.group_key)
              FROM (VALUES (1, NULL, 10), (2, 1, 20), (3, 2, 10), (4, 3, 20)) AS t(id, parent_id, group_key)))
            WHERE __intrinsic_table_ptr_bind(c0, 'node_id') AND __intrinsic_table_ptr_bind(c1, 'parent_node_id') AND __intrinsic_table_ptr_bind(c2, 'group_key')
            ORDER BY node\
            """));
    }

    @Test
    void sumsOverSubtrees() throws Exception {
        assertEquals("1,\"[NULL]\",3,60,6,1\n2,1,2,50,5,2\n3,2,1,30,3,3", session.rows("""
            SELECT * FROM tg_op_tree_summary((SELECT * FROM (VALUES (3, 2, 30, 3, 1), (1, NULL, 10, 1, 1), (2, 1, 20, 2, 1))
              AS t(id, parent_id, self_size, native_size, self_count))) ORDER BY id\
            """));
        assertTrue(assertThrows(SqlProblem.class, () -> session.rows("""
            SELECT * FROM tg_op_tree_to_table((SELECT 1 AS id, 2 AS parent_id UNION ALL SELECT 2, 1))\
            """))
                .getMessage()
                .contains("contain a cycle"));
    }

    @Test
    void attributesWaitingToTheWaker() throws Exception {
        // Thread 1 runs [100, 110) after idling from 50, woken by thread 2's run [80, 95), which was idle from
        // 60 on and has no known waker.
        assertEquals("1,0,100,10,1,1,1\n1,1,80,15,2,2,1", session.rows("""
            SELECT c0, c1 AS depth, c2, c3, c4, c5, c6 FROM __intrinsic_table_ptr(__intrinsic_critical_path_walk(
              (SELECT __intrinsic_wakeup_graph_agg(n.id, n.utid, n.ts, n.dur, n.idle_dur, n.waker_id, n.prev_id)
               FROM (VALUES (1, 1, 100, 10, 50, 2, NULL), (2, 2, 80, 15, 20, NULL, NULL)) AS n(id, utid, ts, dur, idle_dur, waker_id, prev_id)),
              (SELECT __intrinsic_array_agg(root) FROM (SELECT 1 AS root))))
            WHERE __intrinsic_table_ptr_bind(c0, 'root_id') AND __intrinsic_table_ptr_bind(c1, 'depth') AND __intrinsic_table_ptr_bind(c2, 'ts')
              AND __intrinsic_table_ptr_bind(c3, 'dur') AND __intrinsic_table_ptr_bind(c4, 'blocker_id')
              AND __intrinsic_table_ptr_bind(c5, 'blocker_utid') AND __intrinsic_table_ptr_bind(c6, 'parent_id')
            ORDER BY depth\
            """));
    }

    @Test
    void runsAFunctionWithAnOperatorOnItsParameter() throws Exception {
        session.rows("""
            CREATE PERFETTO FUNCTION reach(start LONG) RETURNS TABLE(node LONG) AS
            SELECT node_id AS node FROM tg_op_dfs((SELECT slice_out AS source_node_id, slice_in AS dest_node_id FROM flow), (SELECT $start AS node_id));
            SELECT 1\
            """);
        assertEquals("0\n1\n2", session.rows("SELECT node FROM reach(0) ORDER BY node"));
        assertEquals("2", session.rows("SELECT count(*) FROM reach(1)"));
    }

    @Test
    void keepsTheFirstTwoAndTheLastOfEqualCounterValues() throws Exception {
        assertEquals(
                "1,10,10,\"[NULL]\"\n2,20,10,1.000000\n3,30,20,0.000000\n5,50,10,0.000000\n6,60,40,1.000000",
                session.rows("""
                    SELECT id, ts, dur, delta_value FROM tg_op_counter_intervals((SELECT * FROM (VALUES (1, 10, 1, 10), (2, 20, 1, 11), (3, 30, 1, 11),
                      (4, 40, 1, 11), (5, 50, 1, 11), (6, 60, 1, 12)) AS c(id, ts, track_id, value)), 100)\
                    """));
    }
}
