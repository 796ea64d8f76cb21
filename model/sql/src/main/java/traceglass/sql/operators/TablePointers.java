package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Macros;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Converts the way in which published PerfettoSQL modules call native code into calls of our `Operators`.
///
/// Such a module passes rows to a function through an aggregate (`__intrinsic_graph_agg(a, b)`), reads the result's
/// columns as `c0`, `c1`, … from `__intrinsic_table_ptr(…)`, and names the columns in WHERE
/// (`__intrinsic_table_ptr_bind(c0, 'node_id')`). Here the aggregates become queries with named columns, the
/// function becomes the corresponding operator, and the bindings become a list of columns.
public final class TablePointers {
    private static final String POINTER = "__intrinsic_table_ptr";
    private static final String BIND = "__intrinsic_table_ptr_bind";

    /// Argument names of each aggregate in order; further arguments are pairs of a name and a value.
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

    private TablePointers() {}

    /// Returns the statement with pointers replaced by operators.
    public static List<Token> rewrite(List<Token> statement) throws SqlSyntaxException {
        List<Token> out = statement;
        for (int position = lastPointer(out); position >= 0; position = lastPointer(out)) {
            out = rewrite(out, position);
        }
        for (int position = weightBounded(out); position >= 0; position = weightBounded(out)) {
            int[] matchingBracket = SqlTokens.brackets(out);
            out = splice(
                    out,
                    position,
                    matchingBracket[position + 1] + 1,
                    weightBoundedCall(out, matchingBracket, position));
        }
        return out;
    }

    /// Returns the index of the last pointer, which contains no other, or -1.
    private static int lastPointer(List<Token> tokens) {
        for (int i = tokens.size() - 2; i >= 0; i--) {
            if (tokens.get(i).is(POINTER) && tokens.get(i + 1).isOperator("(")) {
                return i;
            }
        }
        return -1;
    }

    private static List<Token> rewrite(List<Token> tokens, int position) throws SqlSyntaxException {
        int[] matchingBracket = SqlTokens.brackets(tokens);
        int close = matchingBracket[position + 1];
        Token name = tokens.get(position);
        List<Token> call = new ArrayList<>();
        List<String> columns = call(tokens.subList(position + 2, close), name, call);
        // The binding is in the same SELECT: up to the parenthesis that closes around it.
        int end = close + 1;
        Map<String, String> bound = new LinkedHashMap<>();
        List<int[]> bindings = new ArrayList<>();
        String alias = alias(tokens, close + 1);
        while (end < tokens.size() && !tokens.get(end).closes()) {
            if (tokens.get(end).is(BIND) && end + 1 < tokens.size() && matchingBracket[end + 1] > end) {
                List<List<Token>> pair =
                        PerfettoStatement.commaSeparated(tokens.subList(end + 2, matchingBracket[end + 1]));
                boolean isQualified = pair.size() == 2 && pair.getFirst().size() == 3;
                if (pair.size() != 2 || !isQualified && pair.getFirst().size() != 1) {
                    throw new SqlSyntaxException(BIND + " takes a column and a name", tokens.get(end));
                }
                if (!isQualified || pair.getFirst().getFirst().value().equalsIgnoreCase(alias)) {
                    bound.put(
                            pair.getFirst().getLast().value(),
                            pair.getLast().getFirst().value());
                    bindings.add(new int[] {end, matchingBracket[end + 1] + 1});
                }
            }
            end = matchingBracket[end] > end ? matchingBracket[end] + 1 : end + 1;
        }
        StringBuilder select = new StringBuilder("(SELECT ");
        bound.forEach((column, source) -> {
            if (columns.stream().anyMatch(source::equalsIgnoreCase)) {
                select.append(select.length() > 8 ? ", " : "")
                        .append("tg_made.")
                        .append(Token.quoteName(source))
                        .append(" AS ")
                        .append(column);
            }
        });
        List<Token> source = new ArrayList<>(SqlTokens.read(
                select.append(select.length() == 8 ? "* FROM " : " FROM ").toString(), name.origin()));
        source.addAll(call);
        source.addAll(SqlTokens.read(" AS tg_made", name.origin()));
        source.addAll(SqlTokens.read(alias == null ? ") AS tg_pointer" : ")", name.origin()));
        List<Token> out = new ArrayList<>(tokens);
        for (int[] binding : bindings.reversed()) {
            out = splice(out, binding[0], binding[1], SqlTokens.read(" TRUE", name.origin()));
        }
        return splice(out, position, close + 1, source);
    }

    private static String alias(List<Token> tokens, int position) {
        if (position >= tokens.size()) {
            return null;
        }
        if (tokens.get(position).is("AS") && position + 1 < tokens.size()) {
            return tokens.get(position + 1).value();
        }
        Token t = tokens.get(position);
        return t.isName() && !Keywords.continuesFrom(t.text()) ? t.value() : null;
    }

    private static List<Token> splice(List<Token> tokens, int from, int to, List<Token> replacement) {
        List<Token> out = new ArrayList<>(tokens.subList(0, from));
        out.addAll(replacement);
        out.addAll(tokens.subList(to, tokens.size()));
        return out;
    }

    /// Writes the operator call for the function that creates the table and returns its columns.
    private static List<String> call(List<Token> expression, Token location, List<Token> out)
            throws SqlSyntaxException {
        List<Token> e = unwrap(expression);
        if (e.isEmpty()) {
            throw new SqlSyntaxException(POINTER + " takes a table", location);
        }
        if (e.getFirst().is("SELECT")) {
            return writeAggregate(e, location, out);
        }
        List<List<Token>> arguments = e.size() > 2 && e.get(1).isOperator("(")
                ? PerfettoStatement.commaSeparated(e.subList(2, e.size() - 1))
                : List.of();
        Writer w = new Writer(out, location.origin());
        switch (e.getFirst().text().toLowerCase(Locale.ROOT)) {
            case "__intrinsic_dfs" -> {
                w.operator("tg_op_dfs", rows(arguments, 0, location), rows(arguments, 1, location));
                return List.of("node_id", "parent_node_id");
            }
            case "__intrinsic_bfs" -> {
                w.operator("tg_op_bfs", rows(arguments, 0, location), rows(arguments, 1, location));
                return List.of("node_id", "parent_node_id");
            }
            case "__intrinsic_interval_create" -> {
                w.operator("tg_op_interval_create", rows(arguments, 0, location), rows(arguments, 1, location));
                return List.of("ts", "dur");
            }
            case "__intrinsic_counter_intervals" -> {
                w.operator("tg_op_counter_intervals", rows(arguments, 2, location), argument(arguments, 1, location));
                return List.of("id", "ts", "dur", "track_id", "value", "next_value", "delta_value");
            }
            case "__intrinsic_graph_scan", "__intrinsic_graph_aggregating_scan" -> {
                return graphScan(e.getFirst(), arguments, location, w);
            }
            case "__intrinsic_critical_path_walk" -> {
                return criticalPath(arguments, location, out);
            }
            case "__intrinsic_interval_intersect" -> {
                return intersection(arguments, location, w);
            }
            case "__intrinsic_tree_to_table" -> {
                List<Token> tree = rows(arguments, 0, location);
                w.operator("tg_op_tree_to_table", tree);
                List<String> columns = new ArrayList<>(List.of("_tree_id", "_tree_parent_id"));
                columns.addAll(aliases(tree));
                return columns;
            }
            case "__intrinsic_symbolize" -> {
                // Symbols are resolved when a trace is imported; they cannot be looked up later.
                w.text("(SELECT CAST(NULL AS VARCHAR) AS function_name, CAST(NULL AS VARCHAR) AS file_name, 0 AS"
                        + " line_number, 0 AS mapping_id, 0 AS address WHERE FALSE)");
                return List.of("function_name", "file_name", "line_number", "mapping_id", "address");
            }
            default ->
                throw new SqlSyntaxException(
                        "no such table function: " + e.getFirst().text(), e.getFirst());
        }
    }

    private static List<String> graphScan(Token function, List<List<Token>> arguments, Token location, Writer w)
            throws SqlSyntaxException {
        List<Token> names = text(arguments, 3, location);
        w.operator(
                function.is("__intrinsic_graph_scan") ? "tg_op_graph_scan" : "tg_op_graph_aggregating_scan",
                rows(arguments, 0, location),
                rows(arguments, 1, location),
                names,
                text(arguments, 2, location));
        List<String> columns = new ArrayList<>(List.of("id"));
        Macros.elements(names).forEach(n -> columns.add(n.getFirst().value()));
        return columns;
    }

    private static List<String> criticalPath(List<List<Token>> arguments, Token location, List<Token> out)
            throws SqlSyntaxException {
        Writer w = new Writer(out, location.origin());
        List<Token> nodes = rows(arguments, 0, location);
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

    private static List<String> intersection(List<List<Token>> arguments, Token location, Writer w)
            throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>();
        List<String> columns = new ArrayList<>(List.of("ts", "dur"));
        for (int i = 0; i + 1 < arguments.size(); i++) {
            tables.add(rows(arguments, i, location));
            columns.add("id_" + i);
        }
        List<Token> partitions = text(arguments, arguments.size() - 1, location);
        Macros.elements(partitions).forEach(p -> columns.add(p.getFirst().value()));
        w.operator("tg_op_interval_intersect", w.list(tables), partitions);
        return columns;
    }

    /// `SELECT f(columns) FROM …` for functions that are aggregates themselves.
    private static List<String> writeAggregate(List<Token> select, Token location, List<Token> out)
            throws SqlSyntaxException {
        Token function = select.get(1);
        int[] matchingBracket = SqlTokens.brackets(select);
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(select.subList(3, matchingBracket[2]));
        List<Token> after = select.subList(matchingBracket[2] + 1, select.size());
        Writer w = new Writer(out, location.origin());
        switch (function.text().toLowerCase(Locale.ROOT)) {
            case "__intrinsic_dominator_tree" -> {
                w.operator(
                        "tg_op_dominator_tree",
                        query(List.of("source_node_id", "dest_node_id"), arguments.subList(0, 2), after, location),
                        arguments.get(2));
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
                List<Token> tree = new ArrayList<>(SqlTokens.read("SELECT ", location.origin()));
                tree.addAll(arguments.getFirst());
                tree.addAll(after);
                w.operator("tg_op_tree_summary", rows(tree, location));
                return List.of(
                        "id",
                        "idom_id",
                        "dominated_obj_count",
                        "dominated_size_bytes",
                        "dominated_native_size_bytes",
                        "depth");
            }
            default -> throw new SqlSyntaxException("no such table function: " + function.text(), function);
        }
    }

    private static List<Token> fromClause(List<List<Token>> arguments, Token location) throws SqlSyntaxException {
        List<Token> from = new ArrayList<>(SqlTokens.read(" FROM ", location.origin()));
        from.addAll(rows(arguments, 1, location));
        return from;
    }

    private static int weightBounded(List<Token> tokens) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is("__intrinsic_dfs_weight_bounded")
                    && tokens.get(i + 1).isOperator("(")) {
                return i;
            }
        }
        return -1;
    }

    /// Five lists, three for the edges and two for the roots, each a query with one column.
    private static List<Token> weightBoundedCall(List<Token> tokens, int[] matchingBracket, int position)
            throws SqlSyntaxException {
        List<List<Token>> lists =
                PerfettoStatement.commaSeparated(tokens.subList(position + 2, matchingBracket[position + 1]));
        Token name = tokens.get(position);
        if (lists.size() != 6) {
            throw new SqlSyntaxException(name.text() + " takes 6 arguments, not " + lists.size(), name);
        }
        List<Token> out = new ArrayList<>();
        new Writer(out, name.origin())
                .operator(
                        "tg_op_weight_bounded_dfs",
                        zip(lists.subList(0, 3), List.of("source_node_id", "dest_node_id", "edge_weight"), name),
                        zip(lists.subList(3, 5), List.of("root_node_id", "root_target_weight"), name),
                        lists.get(5));
        return out;
    }

    private static List<Token> zip(List<List<Token>> lists, List<String> names, Token location)
            throws SqlSyntaxException {
        List<List<Token>> values = new ArrayList<>();
        List<Token> after = List.of();
        for (List<Token> list : lists) {
            List<Token> e = unwrap(list);
            int[] matchingBracket = SqlTokens.brackets(e);
            if (e.size() < 5 || !e.get(1).is("repeatedfield")) {
                throw new SqlSyntaxException(location.text() + " takes lists created with repeatedfield", location);
            }
            values.add(e.subList(3, matchingBracket[2]));
            after = e.subList(matchingBracket[2] + 1, e.size());
        }
        return query(names, values, after, location);
    }

    private static List<Token> argument(List<List<Token>> arguments, int i, Token location) throws SqlSyntaxException {
        if (i >= arguments.size()) {
            throw new SqlSyntaxException("an argument is missing", location);
        }
        return arguments.get(i);
    }

    /// Returns the tokens in a string argument.
    private static List<Token> text(List<List<Token>> arguments, int i, Token location) throws SqlSyntaxException {
        List<Token> argument = argument(arguments, i, location);
        return SqlTokens.read(argument.getFirst().value(), location.origin());
    }

    private static List<Token> rows(List<List<Token>> arguments, int i, Token location) throws SqlSyntaxException {
        return rows(argument(arguments, i, location), location);
    }

    /// Returns the query in parentheses whose rows an aggregate collects.
    private static List<Token> rows(List<Token> argument, Token location) throws SqlSyntaxException {
        List<Token> e = unwrap(argument);
        List<String> names = e.size() > 3 && e.getFirst().is("SELECT")
                ? AGGREGATES.get(e.get(1).text().toLowerCase(Locale.ROOT))
                : null;
        if (names == null) {
            throw new SqlSyntaxException(
                    "expected rows collected with one of "
                            + String.join(
                                    ", ", AGGREGATES.keySet().stream().sorted().toList()),
                    e.isEmpty() ? location : e.getFirst());
        }
        int[] matchingBracket = SqlTokens.brackets(e);
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(e.subList(3, matchingBracket[2]));
        List<String> all = new ArrayList<>(names);
        List<List<Token>> values = new ArrayList<>(arguments.subList(0, Math.min(names.size(), arguments.size())));
        for (int i = names.size(); i + 1 < arguments.size(); i += 2) {
            all.add(arguments.get(i).getFirst().value());
            values.add(arguments.get(i + 1));
        }
        int from = matchingBracket[2] + 1;
        if (from + 1 < e.size() && e.get(from).is("AS")) {
            from += 2;
        }
        return query(all, values, e.subList(from, e.size()), location);
    }

    /// `(SELECT value AS name, … FROM …)`
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

    /// Returns the column names of a query created by `query`.
    private static List<String> aliases(List<Token> query) throws SqlSyntaxException {
        List<String> names = new ArrayList<>();
        int[] matchingBracket = SqlTokens.brackets(query);
        for (int i = 1;
                i + 1 < query.size() && !query.get(i).is("FROM");
                i = matchingBracket[i] > i ? matchingBracket[i] + 1 : i + 1) {
            if (query.get(i).is("AS")) {
                names.add(query.get(i + 1).value());
            }
        }
        return names;
    }

    private static List<Token> unwrap(List<Token> tokens) throws SqlSyntaxException {
        List<Token> e = tokens;
        while (e.size() > 2 && e.getFirst().isOperator("(") && SqlTokens.brackets(e)[0] == e.size() - 1) {
            e = e.subList(1, e.size() - 1);
        }
        return e;
    }

    /// Composes calls.
    private record Writer(List<Token> out, int origin) {

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
