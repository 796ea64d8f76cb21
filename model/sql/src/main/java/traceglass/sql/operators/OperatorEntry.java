package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// An operator in the registry, which has one line for each.
record OperatorEntry(Kind kind, Body body) {

    /// How queries call an operator.
    enum Kind {
        /// They call the function `tg_op_NAME`.
        TABLE,
        /// They call the function `tg_op_NAME`. The operator can also be expressed as one query, and may therefore
        /// depend on rows.
        QUERY,
        /// They call it in FROM by its own name.
        FUNCTION
    }

    /// Computes the replacement of a call.
    interface Body {
        List<Token> compute(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException;
    }

    /// Returns an operator; null if there is none with this name. Only the class of this operator is loaded.
    static @Nullable OperatorEntry of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "dfs" -> table(GraphOperators::depthFirst);
            case "bfs" -> table(GraphOperators::breadthFirst);
            case "weight_bounded_dfs" -> table(GraphOperators::weightBounded);
            case "dominator_tree" -> table(GraphOperators::dominators);
            case "tree_flatten" -> table(GraphOperators::flatten);
            case "path_hashes" -> table(GraphOperators::pathHashes);
            case "tree_partition" -> table(GraphOperators::partition);
            case "tree_to_table" -> table(GraphOperators::treeToTable);
            case "tree_summary" -> table(GraphOperators::treeSummary);
            case "critical_path" -> table(GraphOperators::criticalPath);
            case "graph_scan" -> table(GraphOperators::scan);
            case "graph_aggregating_scan" -> table(GraphOperators::aggregatingScan);
            case "perfetto_table_info" -> function(TableFunctions::tableInfo);
            case "experimental_slice_layout" -> function(TableFunctions::sliceLayout);
            case "experimental_flat_slice" -> function(TableFunctions::flatSlice);
            case "interval_intersect" -> query(IntervalIntersect::compute);
            case "interval_create" -> query(IntervalOperators::create);
            case "counter_intervals" -> query(IntervalOperators::counters);
            case "pipe_tree" -> table(PipeOperators::tree);
            case "pipe_flatten" -> table(PipeOperators::flatten);
            case "pipe_intersect" -> table(PipeOperators::intersect);
            case "flamegraph" -> table(FlamegraphOperator::compute);
            case "experimental_flamegraph" -> function(ExperimentalFlamegraph::compute);
            case "tree_sums" -> table(HeapOperators::treeSums);
            case "paths_up" -> table(HeapOperators::pathsUp);
            case "class_paths" -> table(HeapOperators::classPaths);
            case "native_paths" -> table(HeapOperators::nativePaths);
            default -> null;
        };
    }

    /// Returns whether queries can call an operator by its own name.
    static boolean isFunction(String name) {
        OperatorEntry operator = of(name);
        return operator != null && operator.kind == Kind.FUNCTION;
    }

    private static OperatorEntry table(Body body) {
        return new OperatorEntry(Kind.TABLE, body);
    }

    private static OperatorEntry query(Body body) {
        return new OperatorEntry(Kind.QUERY, body);
    }

    private static OperatorEntry function(Body body) {
        return new OperatorEntry(Kind.FUNCTION, body);
    }
}
