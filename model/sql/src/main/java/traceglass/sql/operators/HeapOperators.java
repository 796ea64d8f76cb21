package traceglass.sql.operators;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.compute.ClassPaths;
import traceglass.sql.compute.LongRows;
import traceglass.sql.compute.TreeSums;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Operators for callstacks and heap graphs, in addition to the ones in [Operators].
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

    /// Creates a table for rows and returns its name.
    interface Tables {
        String create(LongRows rows, String... columns) throws SQLException;
    }

    private final Connection connection;
    private final Tables tables;
    private final Operators.Reader reader;
    private final List<Token> with;

    HeapOperators(Connection connection, Tables tables, Operators.Reader reader, List<Token> with) {
        this.connection = connection;
        this.tables = tables;
        this.reader = reader;
        this.with = with;
    }

    /// Returns the table for a call; null if the operator is none of these.
    String compute(Token name, List<List<Token>> arguments) throws SqlProblem, SqlSyntaxException, SQLException {
        return switch (name.text().toLowerCase(Locale.ROOT)) {
            case "tg_op_tree_sums" -> {
                Operators.checkCount(name, arguments, 1);
                LongRows tree = rows(name, arguments.get(0), "id, parent_id, value_0, value_1, value_2");
                yield tables.create(new TreeSums(tree).sums(), "id", "parent_id", "depth", "sum_0", "sum_1", "sum_2");
            }
            case "tg_op_paths_up" -> {
                Operators.checkCount(name, arguments, 2);
                LongRows tree = rows(name, arguments.get(0), "id, parent_id");
                yield tables.create(
                        new TreeSums(tree).pathsUp(rows(name, arguments.get(1), "node_id")), "root_node_id", "node_id");
            }
            case "tg_op_class_paths" -> {
                Operators.checkCount(name, arguments, 3);
                yield classPaths(name, arguments);
            }
            case "tg_op_native_paths" -> {
                Operators.checkCount(name, arguments, 1);
                LongRows paths = rows(name, arguments.get(0), "DISTINCT path_hash");
                LongRows out = new LongRows(2);
                for (int i = 0; i < paths.size(); i++) {
                    out.add(paths.get(0, i), ClassPaths.ofNative(paths.get(0, i)));
                }
                yield tables.create(out, "path_hash", "native_path_hash");
            }
            default -> null;
        };
    }

    private LongRows rows(Token location, List<Token> source, String columns) throws SqlProblem, SqlSyntaxException {
        return reader.read(Operators.query(with, location, source, columns));
    }

    private String classPaths(Token name, List<List<Token>> arguments)
            throws SqlProblem, SqlSyntaxException, SQLException {
        LongRows objects = rows(name, arguments.get(0), "id, parent_id, upid, graph_sample_ts, type_id, kind");
        List<String[]> kinds = new ArrayList<>();
        for (String[] kind : texts(name, arguments.get(1), "kind", "root_type", "heap_type")) {
            int position = Integer.parseInt(kind[0]);
            while (kinds.size() <= position) {
                kinds.add(new String[] {"", ""});
            }
            kinds.set(position, new String[] {kind[1], kind[2]});
        }
        Map<Long, String> names = new HashMap<>();
        for (String[] type : texts(name, arguments.get(2), "type_id", "name")) {
            names.put(Long.parseLong(type[0]), type[1]);
        }
        return tables.create(ClassPaths.of(objects, names, kinds), "id", "path_hash", "parent_path_hash");
    }

    /// Reads rows as text, NULL as empty text.
    private List<String[]> texts(Token location, List<Token> source, String... columns)
            throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> create =
                new ArrayList<>(SqlTokens.read("CREATE OR REPLACE TEMP TABLE tg_heap_texts AS", location.origin()));
        StringBuilder list = new StringBuilder();
        for (String column : columns) {
            list.append(list.isEmpty() ? "" : ", ")
                    .append("coalesce(CAST(")
                    .append(column)
                    .append(" AS VARCHAR), '') AS ")
                    .append(column);
        }
        create.addAll(Operators.query(with, location, source, list.toString()));
        reader.read(create);
        List<String[]> out = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM tg_heap_texts")) {
            while (r.next()) {
                String[] row = new String[columns.length];
                for (int c = 0; c < row.length; c++) {
                    row[c] = r.getString(c + 1);
                }
                out.add(row);
            }
        }
        try (Statement s = connection.createStatement()) {
            s.execute("DROP TABLE IF EXISTS temp.tg_heap_texts");
        }
        return out;
    }
}
