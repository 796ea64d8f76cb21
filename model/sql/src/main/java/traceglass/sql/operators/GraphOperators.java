package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.List;
import traceglass.sql.compute.CriticalPath;
import traceglass.sql.compute.Graphs;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.PathHashes;
import traceglass.sql.compute.TreeFlattening;
import traceglass.sql.compute.TreePartition;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Operators on graphs and trees: they read edges or nodes, and return the rows of a walk.
final class GraphOperators {
    private static final String EDGES = "source_node_id, dest_node_id";

    private GraphOperators() {}

    /// `tg_op_dfs((edges), (starts))`: node_id, parent_node_id
    static List<Token> depthFirst(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        LongRows edges = call.rows(0, EDGES);
        return call.table(new Graphs(edges).depthFirst(call.rows(1, "node_id")), "node_id", "parent_node_id");
    }

    /// `tg_op_bfs((edges), (starts))`: node_id, parent_node_id
    static List<Token> breadthFirst(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        LongRows edges = call.rows(0, EDGES);
        return call.table(new Graphs(edges).breadthFirst(call.rows(1, "node_id")), "node_id", "parent_node_id");
    }

    /// `tg_op_weight_bounded_dfs((edges with edge_weight), (roots), is_floor)`: root_node_id, node_id,
    /// parent_node_id
    static List<Token> weightBounded(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(3);
        LongRows edges = call.rows(0, EDGES + ", edge_weight");
        LongRows roots = call.rows(1, "root_node_id, root_target_weight");
        return call.table(
                new Graphs(edges).weightBounded(roots, call.scalar(2) != 0),
                "root_node_id",
                "node_id",
                "parent_node_id");
    }

    /// `tg_op_dominator_tree((edges), root)`: node_id, dominator_node_id
    static List<Token> dominators(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        return call.table(new Graphs(call.rows(0, EDGES)).dominators(call.scalar(1)), "node_id", "dominator_node_id");
    }

    /// `tg_op_tree_partition((nodes with id, parent_id, group_key))`: id, parent_id, group_key
    static List<Token> partition(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        return call.table(
                TreePartition.byGroup(call.rows(0, "id, parent_id, group_key")), "id", "parent_id", "group_key");
    }

    /// `tg_op_tree_flatten((intervals with id, parent_id, ts, dur))`: root_id, id, ts, dur
    static List<Token> flatten(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        return call.table(TreeFlattening.flatten(call.rows(0, "id, parent_id, ts, dur")), "root_id", "id", "ts", "dur");
    }

    /// `tg_op_path_hashes((nodes with id, parent_id, value))`: id, path_hash, parent_path_hash
    static List<Token> pathHashes(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        return call.table(PathHashes.of(call.rows(0, "id, parent_id, value")), "id", "path_hash", "parent_path_hash");
    }

    /// `tg_op_graph_scan((edges), (starts), (columns), query)`: id and the columns
    static List<Token> scan(OperatorCall call) throws SqlProblem, SqlSyntaxException {
        return call.text(new GraphScan(call).run(false));
    }

    /// `tg_op_graph_aggregating_scan((edges), (starts), (columns), query)`: id and the columns
    static List<Token> aggregatingScan(OperatorCall call) throws SqlProblem, SqlSyntaxException {
        return call.text(new GraphScan(call).run(true));
    }

    /// `tg_op_tree_to_table((nodes with id, parent_id, …))`: _tree_id, _tree_parent_id, and the columns of the
    /// nodes, parents before children.
    static List<Token> treeToTable(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        String nodes = call.create(0);
        LongRows rows = call.operators().read("SELECT id, parent_id FROM " + nodes + " ORDER BY rowid");
        int[] order = Trees.parentsFirst(rows, call.name());
        int[] positions = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            positions[order[i]] = i;
        }
        Trees tree = new Trees(rows, call.name());
        LongRows numbers = new LongRows(3);
        for (int row : order) {
            numbers.add(positions[row], tree.parent(row) < 0 ? LongRows.NULL : positions[tree.parent(row)], row);
        }
        return call.text(call.operators()
                .create(
                        numbers,
                        "SELECT c0 AS _tree_id, c1 AS _tree_parent_id, n.*",
                        " JOIN " + nodes + " AS n ON n.rowid = c2 ORDER BY c0"));
    }

    /// `tg_op_tree_summary((nodes with id, parent_id, self_size, native_size, self_count))`: sums over each node's
    /// subtree, and depths from 1.
    static List<Token> treeSummary(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        LongRows rows = call.rows(0, "id, parent_id, self_size, native_size, self_count");
        Trees tree = new Trees(rows, call.name());
        int[] order = Trees.parentsFirst(rows, call.name());
        int n = rows.size();
        long[][] sums = new long[3][n];
        long[] depth = new long[n];
        for (int row : order) {
            depth[row] = tree.parent(row) < 0 ? 1 : depth[tree.parent(row)] + 1;
            for (int k = 0; k < 3; k++) {
                long value = rows.get(k == 0 ? 4 : k + 1, row);
                sums[k][row] = value == LongRows.NULL ? 0 : value;
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            int parent = tree.parent(order[i]);
            for (int k = 0; parent >= 0 && k < 3; k++) {
                sums[k][parent] += sums[k][order[i]];
            }
        }
        LongRows out = new LongRows(6);
        for (int row : order) {
            int parent = tree.parent(row);
            out.add(
                    rows.get(0, row),
                    parent < 0 ? LongRows.NULL : rows.get(0, parent),
                    sums[0][row],
                    sums[1][row],
                    sums[2][row],
                    depth[row]);
        }
        return call.table(
                out,
                "id",
                "idom_id",
                "dominated_obj_count",
                "dominated_size_bytes",
                "dominated_native_size_bytes",
                "depth");
    }

    /// `tg_op_critical_path((nodes), (roots))`: the critical path of each root, see `CriticalPath`.
    static List<Token> criticalPath(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        LongRows nodes = call.rows(0, "id, ts, dur, idle_dur, waker_id, prev_id");
        return call.table(
                CriticalPath.walk(nodes, call.rows(1, "root_node_id")),
                "root_id",
                "depth",
                "ts",
                "dur",
                "id",
                "parent_id");
    }
}
