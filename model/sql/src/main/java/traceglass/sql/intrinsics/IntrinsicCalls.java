package traceglass.sql.intrinsics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.Macros;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;

/// Translates calls of native functions that return a table to calls of operators. The aggregates that collect rows
/// for these functions become queries.
final class IntrinsicCalls {
    /// Column names for the arguments of each aggregate, in order. Further arguments are pairs of a column name and a
    /// value.
    private static final Map<String, List<String>> AGGREGATES = Map.of(
            "__intrinsic_graph_agg", List.of("source_node_id", "dest_node_id"),
            "__intrinsic_array_agg", List.of("node_id"),
            "__intrinsic_timestamp_set_agg", List.of("ts"),
            "__intrinsic_counter_per_track_agg", List.of("id", "ts", "track_id", "value"),
            "__intrinsic_interval_tree_intervals_agg", List.of("id", "ts", "dur"),
            "__intrinsic_row_dataframe_agg", List.of(),
            "__intrinsic_tree_from_table", List.of(),
            "__intrinsic_wakeup_graph_agg", List.of("id", "utid", "ts", "dur", "idle_dur", "waker_id", "prev_id"),
            "__intrinsic_symbolize_agg", List.of("file_name", "rel_pc", "mapping_id", "address"));

    private final NodeEdits edits;

    /// @param edits edits of the statement; they are applied to the arguments
    IntrinsicCalls(NodeEdits edits) {
        this.edits = edits;
    }

    /// Returns the first token of an expression.
    static Token first(Expression e) {
        return e.span().tokens().getFirst();
    }

    /// Writes the call of the operator for a function that creates a table, and returns the columns of the table.
    List<String> write(Expression table, Token location, List<Token> out) throws SqlSyntaxException {
        if (table instanceof Expression.ScalarQuery query) {
            return writeAggregate(query, location, out);
        }
        if (!(table instanceof Expression.Call call)) {
            throw noSuchFunction(first(table));
        }
        CallArguments arguments = call.arguments();
        Writer w = new Writer(out, location.origin());
        switch (first(call).text().toLowerCase(Locale.ROOT)) {
            case "__intrinsic_dfs", "__intrinsic_bfs" -> {
                w.operator(
                        first(call).is("__intrinsic_dfs") ? "tg_op_dfs" : "tg_op_bfs",
                        rows(arguments, 0, location).query(),
                        rows(arguments, 1, location).query());
                return List.of("node_id", "parent_node_id");
            }
            case "__intrinsic_interval_create" -> {
                w.operator(
                        "tg_op_interval_create",
                        rows(arguments, 0, location).query(),
                        rows(arguments, 1, location).query());
                return List.of("ts", "dur");
            }
            case "__intrinsic_counter_intervals" -> {
                w.operator(
                        "tg_op_counter_intervals",
                        rows(arguments, 2, location).query(),
                        edits.tokens(argument(arguments, 1, location)));
                return List.of("id", "ts", "dur", "track_id", "value", "next_value", "delta_value");
            }
            case "__intrinsic_graph_scan", "__intrinsic_graph_aggregating_scan" -> {
                return graphScan(first(call), arguments, location, w);
            }
            case "__intrinsic_critical_path_walk" -> {
                return criticalPath(arguments, location, out);
            }
            case "__intrinsic_interval_intersect" -> {
                return intersection(arguments, location, w);
            }
            case "__intrinsic_tree_to_table" -> {
                Rows tree = rows(arguments, 0, location);
                w.operator("tg_op_tree_to_table", tree.query());
                List<String> columns = new ArrayList<>(List.of("_tree_id", "_tree_parent_id"));
                columns.addAll(tree.names());
                return columns;
            }
            case "__intrinsic_symbolize" -> {
                // Symbols are resolved when a trace is imported; they cannot be looked up later.
                w.text("(SELECT CAST(NULL AS VARCHAR) AS function_name, CAST(NULL AS VARCHAR) AS file_name, 0 AS"
                        + " line_number, 0 AS mapping_id, 0 AS address WHERE FALSE)");
                return List.of("function_name", "file_name", "line_number", "mapping_id", "address");
            }
            default -> throw noSuchFunction(first(call));
        }
    }

    private List<String> graphScan(Token function, CallArguments arguments, Token location, Writer w)
            throws SqlSyntaxException {
        List<Token> names = sqlText(arguments, 3, location);
        w.operator(
                function.is("__intrinsic_graph_scan") ? "tg_op_graph_scan" : "tg_op_graph_aggregating_scan",
                rows(arguments, 0, location).query(),
                rows(arguments, 1, location).query(),
                names,
                sqlText(arguments, 2, location));
        List<String> columns = new ArrayList<>(List.of("id"));
        Macros.elements(names).forEach(n -> columns.add(n.getFirst().value()));
        return columns;
    }

    private List<String> criticalPath(CallArguments arguments, Token location, List<Token> out)
            throws SqlSyntaxException {
        Writer w = new Writer(out, location.origin());
        List<Token> nodes = rows(arguments, 0, location).query();
        w.text("(SELECT p.root_id, p.depth, p.ts, p.dur, p.id AS blocker_id, n.utid AS blocker_utid,"
                + " p.parent_id FROM ");
        w.operator(
                "tg_op_critical_path",
                nodes,
                query(
                        List.of("root_node_id"),
                        List.of(SqlTokens.read("node_id", location.origin())),
                        fromClause(arguments, location),
                        location));
        w.text(" AS p JOIN ");
        out.addAll(nodes);
        w.text(" AS n ON n.id = p.id)");
        return List.of("root_id", "depth", "ts", "dur", "blocker_id", "blocker_utid", "parent_id");
    }

    private List<String> intersection(CallArguments arguments, Token location, Writer w) throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>();
        List<String> columns = new ArrayList<>(List.of("ts", "dur"));
        for (int i = 0; i + 1 < arguments.size(); i++) {
            tables.add(rows(arguments, i, location).query());
            columns.add("id_" + i);
        }
        List<Token> partitions = sqlText(arguments, arguments.size() - 1, location);
        Macros.elements(partitions).forEach(p -> columns.add(p.getFirst().value()));
        w.operator("tg_op_interval_intersect", w.list(tables), partitions);
        return columns;
    }

    /// Writes the call of the operator for a function that is an aggregate itself: `(SELECT f(columns) FROM …)`.
    /// Returns the columns of its table.
    private List<String> writeAggregate(Expression.ScalarQuery query, Token location, List<Token> out)
            throws SqlSyntaxException {
        Aggregate aggregate = aggregate(query);
        if (aggregate == null) {
            throw noSuchFunction(query.query().span().tokens().getFirst());
        }
        Token function = first(aggregate.call());
        List<Token> after = aggregate.after();
        List<List<Token>> arguments = aggregate.call().arguments().list().stream()
                .map(a -> edits.tokens(a.value()))
                .toList();
        Writer w = new Writer(out, location.origin());
        switch (function.text().toLowerCase(Locale.ROOT)) {
            case "__intrinsic_dominator_tree" -> {
                List<Token> root = edits.tokens(argument(aggregate.call().arguments(), 2, location));
                w.operator(
                        "tg_op_dominator_tree",
                        query(List.of("source_node_id", "dest_node_id"), arguments, after, location),
                        root);
                return List.of("node_id", "dominator_node_id");
            }
            case "__intrinsic_structural_tree_partition" -> {
                w.text("(SELECT id AS node_id, parent_id AS parent_node_id, group_key FROM ");
                w.operator(
                        "tg_op_tree_partition",
                        query(List.of("id", "parent_id", "group_key"), arguments, after, location));
                w.text(")");
                return List.of("node_id", "parent_node_id", "group_key");
            }
            case "__intrinsic_tree_dominator_summary" -> {
                Expression tree = argument(aggregate.call().arguments(), 0, location);
                w.operator("tg_op_tree_summary", rows(tree, after, location).query());
                return List.of(
                        "id",
                        "idom_id",
                        "dominated_obj_count",
                        "dominated_size_bytes",
                        "dominated_native_size_bytes",
                        "depth");
            }
            default -> throw noSuchFunction(function);
        }
    }

    private static SqlSyntaxException noSuchFunction(Token name) {
        return new SqlSyntaxException("no such table function: " + name.text(), name);
    }

    /// An aggregate that is the only column of a query.
    ///
    /// @param after tokens of the query after its column
    private record Aggregate(Expression.Call call, List<Token> after) {}

    /// Returns the aggregate in the first column of a query; null if it is not an aggregate.
    private @Nullable Aggregate aggregate(Expression.ScalarQuery e) {
        Query query = e.query();
        if (query.with() != null
                || !(query.body() instanceof QueryBody.Select select)
                || select.items().isEmpty()) {
            return null;
        }
        SelectItem item = select.items().getFirst();
        return item.value() instanceof Expression.Call call
                ? new Aggregate(call, edits.tokensAfter(item, query))
                : null;
    }

    private List<Token> fromClause(CallArguments arguments, Token location) throws SqlSyntaxException {
        List<Token> from = new ArrayList<>(SqlTokens.read(" FROM ", location.origin()));
        from.addAll(rows(arguments, 1, location).query());
        return from;
    }

    /// Returns the call of the operator for a depth-first search with bounded weight. The function has five lists,
    /// three for the edges and two for the roots, each collected by a query, and a flag.
    List<Token> weightBoundedSearch(Expression.Call call) throws SqlSyntaxException {
        CallArguments lists = call.arguments();
        Token name = first(call);
        if (lists.size() != 6) {
            throw new SqlSyntaxException(name.text() + " takes 6 arguments, not " + lists.size(), name);
        }
        List<Token> out = new ArrayList<>();
        new Writer(out, name.origin())
                .operator(
                        "tg_op_weight_bounded_dfs",
                        queryOfLists(lists, 0, List.of("source_node_id", "dest_node_id", "edge_weight"), name),
                        queryOfLists(lists, 3, List.of("root_node_id", "root_target_weight"), name),
                        edits.tokens(lists.value(5)));
        return out;
    }

    /// Returns a query whose columns are the elements of lists.
    ///
    /// @param first index of the first list
    private List<Token> queryOfLists(CallArguments lists, int first, List<String> names, Token location)
            throws SqlSyntaxException {
        List<List<Token>> values = new ArrayList<>();
        List<Token> after = List.of();
        for (int i = first; i < first + names.size(); i++) {
            Aggregate list = lists.value(i) instanceof Expression.ScalarQuery query ? aggregate(query) : null;
            if (list == null
                    || !list.call().is("repeatedfield")
                    || list.call().arguments().size() == 0) {
                throw new SqlSyntaxException(location.text() + " takes lists created with repeatedfield", location);
            }
            values.add(edits.tokens(list.call().arguments().value(0)));
            after = list.after();
        }
        return query(names, values, after, location);
    }

    private static Expression argument(CallArguments arguments, int i, Token location) throws SqlSyntaxException {
        if (i >= arguments.size()) {
            throw new SqlSyntaxException("an argument is missing", location);
        }
        return arguments.value(i);
    }

    /// Returns the tokens of the SQL in a string argument.
    private static List<Token> sqlText(CallArguments arguments, int i, Token location) throws SqlSyntaxException {
        List<Token> text =
                SqlTokens.read(first(argument(arguments, i, location)).value(), location.origin());
        return text.isEmpty()
                ? text
                : TablePointers.rewrite(ParsedStatement.of(text)).tokens();
    }

    /// Rows collected by an aggregate.
    ///
    /// @param query query in parentheses that returns the rows
    /// @param names names of its columns
    private record Rows(List<Token> query, List<String> names) {}

    private Rows rows(CallArguments arguments, int i, Token location) throws SqlSyntaxException {
        Expression argument = argument(arguments, i, location);
        Aggregate aggregate = argument instanceof Expression.ScalarQuery query ? aggregate(query) : null;
        return aggregate == null
                ? rows(argument, List.of(), location)
                : rows(aggregate.call(), aggregate.after(), location);
    }

    /// @param after tokens after the aggregate in its query
    private Rows rows(Expression aggregate, List<Token> after, Token location) throws SqlSyntaxException {
        List<String> names = aggregate instanceof Expression.Call call
                ? AGGREGATES.get(call.name().text().toLowerCase(Locale.ROOT))
                : null;
        if (names == null) {
            throw new SqlSyntaxException(
                    "expected rows collected with one of "
                            + String.join(
                                    ", ", AGGREGATES.keySet().stream().sorted().toList()),
                    aggregate instanceof Expression.ScalarQuery query
                            ? query.query().span().tokens().getFirst()
                            : first(aggregate));
        }
        CallArguments arguments = ((Expression.Call) aggregate).arguments();
        List<String> all = new ArrayList<>(names);
        List<List<Token>> values = new ArrayList<>();
        for (int i = 0; i < Math.min(names.size(), arguments.size()); i++) {
            values.add(edits.tokens(arguments.value(i)));
        }
        for (int i = names.size(); i + 1 < arguments.size(); i += 2) {
            all.add(first(arguments.value(i)).value());
            values.add(edits.tokens(arguments.value(i + 1)));
        }
        return new Rows(query(all, values, after, location), all);
    }

    /// Returns the query `(SELECT value AS name, … FROM …)`.
    private static List<Token> query(List<String> names, List<List<Token>> values, List<Token> after, Token location)
            throws SqlSyntaxException {
        List<Token> out = new ArrayList<>(SqlTokens.read("(SELECT ", location.origin()));
        for (int i = 0; i < names.size(); i++) {
            if (i >= values.size()) {
                throw new SqlSyntaxException("the value for " + names.get(i) + " is missing", location);
            }
            out.addAll(SqlTokens.read(i == 0 ? "" : ", ", location.origin()));
            out.addAll(values.get(i));
            out.addAll(SqlTokens.read(" AS " + Token.quoteName(names.get(i)), location.origin()));
        }
        out.addAll(after);
        out.addAll(SqlTokens.read(")", location.origin()));
        return out;
    }

    /// Writes calls of operators.
    record Writer(List<Token> out, int origin) {

        void text(String text) throws SqlSyntaxException {
            out.addAll(SqlTokens.read(text, origin));
        }

        @SafeVarargs
        @SuppressWarnings("varargs") // The array goes into an immutable list.
        final void operator(String name, List<Token>... arguments) throws SqlSyntaxException {
            text(name);
            out.addAll(list(List.of(arguments)));
        }

        List<Token> list(List<List<Token>> elements) throws SqlSyntaxException {
            List<Token> list = new ArrayList<>(SqlTokens.read("(", origin));
            for (List<Token> element : elements) {
                list.addAll(SqlTokens.read(list.size() > 1 ? ", " : "", origin));
                list.addAll(element);
            }
            list.addAll(SqlTokens.read(")", origin));
            return list;
        }
    }
}
