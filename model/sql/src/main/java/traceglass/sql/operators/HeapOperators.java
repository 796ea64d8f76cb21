package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.compute.ClassPaths;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.TreeSums;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Operators for callstacks and heap graphs.
///
/// - `tg_op_tree_sums((id, parent_id, value_0, value_1, value_2))`: id, parent_id, depth, and sums over each node's
///   subtree
/// - `tg_op_paths_up((id, parent_id), (node_id))`: root_node_id (the start of the path) and node_id, for all
///   ancestors
/// - `tg_op_class_paths((id, parent_id, upid, graph_sample_ts, type_id, kind), (kind, root_type, heap_type),
///   (type_id, name))`: id, path_hash, parent_path_hash
/// - `tg_op_native_paths((path_hash))`: path_hash and native_path_hash, the path of the native memory of a path's
///   objects
final class HeapOperators {

    private HeapOperators() {}

    static List<Token> treeSums(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        LongRows tree = call.rows(0, "id, parent_id, value_0, value_1, value_2");
        return call.table(new TreeSums(tree).sums(), "id", "parent_id", "depth", "sum_0", "sum_1", "sum_2");
    }

    static List<Token> pathsUp(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(2);
        LongRows tree = call.rows(0, "id, parent_id");
        return call.table(new TreeSums(tree).pathsUp(call.rows(1, "node_id")), "root_node_id", "node_id");
    }

    static List<Token> nativePaths(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(1);
        LongRows paths = call.rows(0, "DISTINCT path_hash");
        LongRows out = new LongRows(2);
        for (int i = 0; i < paths.size(); i++) {
            out.add(paths.get(0, i), ClassPaths.ofNative(paths.get(0, i)));
        }
        return call.table(out, "path_hash", "native_path_hash");
    }

    static List<Token> classPaths(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        call.checkCount(3);
        LongRows objects = call.rows(0, "id, parent_id, upid, graph_sample_ts, type_id, kind");
        List<String[]> kinds = new ArrayList<>();
        for (String[] kind : texts(call, 1, "kind", "root_type", "heap_type")) {
            int position = Integer.parseInt(kind[0]);
            while (kinds.size() <= position) {
                kinds.add(new String[] {"", ""});
            }
            kinds.set(position, new String[] {kind[1], kind[2]});
        }
        Map<Long, String> names = new HashMap<>();
        for (String[] type : texts(call, 2, "type_id", "name")) {
            names.put(Long.parseLong(type[0]), type[1]);
        }
        return call.table(ClassPaths.of(objects, names, kinds), "id", "path_hash", "parent_path_hash");
    }

    /// Reads rows as text, NULL as empty text.
    private static List<String[]> texts(OperatorCall call, int argument, String... columns)
            throws SqlProblem, SqlSyntaxException, SQLException {
        StringBuilder list = new StringBuilder();
        for (String column : columns) {
            list.append(list.isEmpty() ? "" : ", ")
                    .append("coalesce(CAST(")
                    .append(column)
                    .append(" AS VARCHAR), '') AS ")
                    .append(column);
        }
        String table = call.create(call.query("SELECT " + list + " FROM ", call.tokens(argument)));
        return call.operators().readTexts("SELECT * FROM " + table);
    }
}
