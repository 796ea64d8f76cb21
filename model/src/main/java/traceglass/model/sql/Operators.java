package traceglass.model.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Sources of FROM that are computed here and not in DuckDB: `tg_op_dfs((edges), (starts))` and the like, which our modules' macros
/// expand to. The rows an operator reads are queried first, its result becomes a table of the session's, and that table's name takes
/// the call's place in the statement.
///
/// An operator's arguments see the WITH clauses around the call. They cannot use what only exists row by row: the parameters of a
/// function, or columns of the query around.
final class Operators {
    private static final String PREFIX = "tg_op_";
    private static final String INTERSECT = "tg_op_interval_intersect";

    /// Reads rows of whole numbers from a query.
    interface Reader {
        /// The rows of a query; null for a statement that has none.
        LongRows read(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    private final Connection connection;
    private final ArrayFeed feed;
    private final List<String> made = new ArrayList<>();
    private int next;

    Operators(Connection connection) {
        this.connection = connection;
        feed = new ArrayFeed(connection);
    }

    static boolean isUsed(List<Token> statement) {
        return statement.stream().anyMatch(Operators::isCall);
    }

    /// Whether any operator of a query is given a parameter of the function around.
    static boolean dependOnParameters(List<Token> query) throws SqlSyntaxException {
        if (!isUsed(query)) {
            return false;
        }
        int[] partner = SqlTokens.brackets(query);
        for (int i = 0; i + 1 < query.size(); i++) {
            if (isCall(query.get(i)) && partner[i + 1] > i
                    && (dependsOnParameter(query.subList(i + 2, partner[i + 1])) || dependsOnParameter(with(query, partner, i)))) {
                return true;
            }
        }
        return false;
    }

    /// Whether all operators of a query have a form as a join.
    static boolean onlyIntersect(List<Token> query) {
        return query.stream().noneMatch(t -> isCall(t) && !t.text().equalsIgnoreCase(INTERSECT));
    }

    private static boolean isCall(Token t) {
        return t.kind() == Token.Kind.WORD && t.text().regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    /// The statement with all operators replaced by tables.
    List<Token> replace(List<Token> statement, Reader reader) throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> out = statement;
        while (isUsed(out)) {
            int[] partner = SqlTokens.brackets(out);
            int call = innermost(out, partner);
            int open = call + 1;
            if (open >= out.size() || !out.get(open).isOperator("(")) {
                throw new SqlSyntaxException("syntax error at \"" + out.get(call).text() + "\"", out.get(call).origin());
            }
            List<Token> source = compute(out, partner, call, reader);
            List<Token> replaced = new ArrayList<>(out.subList(0, call));
            replaced.add(source.getFirst().withSpace(true));
            replaced.addAll(source.subList(1, source.size()));
            replaced.addAll(out.subList(partner[open] + 1, out.size()));
            out = replaced;
        }
        return out;
    }

    /// Drops the tables made for a statement that has run.
    void dropTables() throws SQLException {
        for (String table : made) {
            try (Statement s = connection.createStatement()) {
                s.execute("DROP TABLE IF EXISTS temp." + table);
            }
        }
        made.clear();
    }

    /// Keeps the tables, since a view or function reads them.
    void keepTables() {
        made.clear();
    }

    /// The first call that has no other inside.
    private static int innermost(List<Token> tokens, int[] partner) {
        int found = -1;
        for (int i = 0; i < tokens.size(); i++) {
            if (isCall(tokens.get(i))) {
                if (found >= 0 && i > partner[found + 1]) {
                    return found;
                }
                found = i;
            }
        }
        return found;
    }

    private List<Token> compute(List<Token> tokens, int[] partner, int call, Reader reader) throws SqlProblem, SqlSyntaxException, SQLException {
        Token name = tokens.get(call);
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(tokens.subList(call + 2, partner[call + 1]));
        List<Token> with = with(tokens, partner, call);
        if (name.text().equalsIgnoreCase(INTERSECT)) {
            return intersect(name, with, arguments, reader);
        }
        String table = switch (name.text().toLowerCase(Locale.ROOT).substring(PREFIX.length())) {
            case "dfs" -> {
                needs(name, arguments, 2);
                LongRows edges = reader.read(query(with, name, arguments.get(0), "source_node_id, dest_node_id"));
                LongRows starts = reader.read(query(with, name, arguments.get(1), "node_id"));
                yield table(new Graphs(edges).depthFirst(starts), "node_id", "parent_node_id");
            }
            case "bfs" -> {
                needs(name, arguments, 2);
                LongRows edges = reader.read(query(with, name, arguments.get(0), "source_node_id, dest_node_id"));
                LongRows starts = reader.read(query(with, name, arguments.get(1), "node_id"));
                yield table(new Graphs(edges).breadthFirst(starts), "node_id", "parent_node_id");
            }
            case "weight_bounded_dfs" -> {
                needs(name, arguments, 3);
                LongRows edges = reader.read(query(with, name, arguments.get(0), "source_node_id, dest_node_id, edge_weight"));
                LongRows roots = reader.read(query(with, name, arguments.get(1), "root_node_id, root_target_weight"));
                boolean floor = scalar(reader, with, name, arguments.get(2)) != 0;
                yield table(new Graphs(edges).weightBounded(roots, floor), "root_node_id", "node_id", "parent_node_id");
            }
            case "dominator_tree" -> {
                needs(name, arguments, 2);
                LongRows edges = reader.read(query(with, name, arguments.get(0), "source_node_id, dest_node_id"));
                yield table(new Graphs(edges).dominators(scalar(reader, with, name, arguments.get(1))), "node_id", "dominator_node_id");
            }
            case "tree_partition" -> {
                needs(name, arguments, 1);
                LongRows tree = reader.read(query(with, name, arguments.get(0), "id, parent_id, group_key"));
                yield table(TreePartition.byGroup(tree), "id", "parent_id", "group_key");
            }
            case "critical_path" -> {
                needs(name, arguments, 2);
                LongRows nodes = reader.read(query(with, name, arguments.get(0), "id, ts, dur, idle_dur, waker_id, prev_id"));
                LongRows roots = reader.read(query(with, name, arguments.get(1), "root_node_id"));
                yield table(CriticalPath.walk(nodes, roots), "root_id", "depth", "ts", "dur", "id", "parent_id");
            }
            case "graph_scan", "graph_aggregating_scan" -> new GraphScan(name, with, arguments, reader, this::newTable)
                    .run(name.text().toLowerCase(Locale.ROOT).contains("aggregating"));
            default -> new HeapOperators(connection, this::table, reader, with).compute(name, arguments);
        };
        if (table == null) {
            throw new SqlSyntaxException("no such function: " + name.text(), name.origin());
        }
        return SqlTokens.read(table, name.origin());
    }

    /// `tg_op_interval_intersect((tables), (partition columns)[, (id, ts, dur) of each table])`. Inside a function, where arguments are not
    /// known yet, it becomes a join instead.
    private List<Token> intersect(Token name, List<Token> with, List<List<Token>> arguments, Reader reader) throws SqlProblem, SqlSyntaxException, SQLException {
        if (arguments.stream().anyMatch(Operators::dependsOnParameter) || dependsOnParameter(with)) {
            return IntervalIntersect.join(name, arguments);
        }
        IntervalIntersect call = new IntervalIntersect(name, arguments);
        boolean partitioned = !call.partitions.isEmpty();
        String keys = "tg_operator_keys_" + next++;
        if (partitioned) {
            made.add(keys);
            reader.read(call.keys(keys, with));
        }
        LongRows[] tables = new LongRows[call.tables.size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = reader.read(call.rows(i, keys, with));
        }
        LongRows overlaps = IntervalSweep.overlaps(tables);
        StringBuilder select = new StringBuilder("SELECT c1 AS ts, c2 - c1 AS dur");
        for (int i = 0; i < tables.length; i++) {
            select.append(", c").append(i + 3).append(" AS id_").append(i);
        }
        for (int p = 0; p < call.partitions.size(); p++) {
            select.append(", tg_p").append(p).append(" AS ").append(Token.quoteName(call.partitions.get(p).getLast().value()));
        }
        return SqlTokens.read(create(overlaps, select.toString(), partitioned ? " JOIN " + keys + " ON tg_key = c0" : "", " ORDER BY c1, c3"), name.origin());
    }

    private static boolean dependsOnParameter(List<Token> argument) {
        return argument.stream().anyMatch(t -> t.kind() == Token.Kind.PARAMETER || t.text().startsWith("tg_arg_") || t.text().startsWith("vtg_arg_"));
    }

    static void needs(Token name, List<List<Token>> arguments, int count) throws SqlSyntaxException {
        if (arguments.size() != count) {
            throw new SqlSyntaxException(name.text() + " takes " + count + " arguments, not " + arguments.size(), name.origin());
        }
        for (List<Token> argument : arguments) {
            if (dependsOnParameter(argument)) {
                throw new SqlSyntaxException("a graph operator cannot depend on a function's parameter", name.origin());
            }
        }
    }

    private static long scalar(Reader reader, List<Token> with, Token at, List<Token> expression) throws SqlProblem, SqlSyntaxException {
        List<Token> query = new ArrayList<>(with);
        query.addAll(SqlTokens.read(" SELECT ", at.origin()));
        query.addAll(expression);
        LongRows rows = reader.read(query);
        return rows.size() == 0 ? LongRows.NULL : rows.get(0, 0);
    }

    static List<Token> query(List<Token> with, Token at, List<Token> source, String columns) throws SqlSyntaxException {
        List<Token> query = new ArrayList<>(with);
        query.addAll(SqlTokens.read(" SELECT " + columns + " FROM ", at.origin()));
        query.addAll(source);
        return query;
    }

    /// The WITH clauses around a call as one, with the tables that are complete before it and that it needs.
    private static List<Token> with(List<Token> tokens, int[] partner, int call) throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>();
        boolean recursive = false;
        for (int i = 0; i < call; i++) {
            boolean around = i == 0 || partner[i - 1] > call || partner[i - 1] < 0 && !inside(partner, i, call);
            if (!tokens.get(i).is("WITH") || !around) {
                continue;
            }
            int at = i + 1;
            if (tokens.get(at).is("RECURSIVE")) {
                recursive = true;
                at++;
            }
            while (at < call) {
                int start = at;
                while (at < call && !tokens.get(at).is("AS")) {
                    at = partner[at] > at ? partner[at] + 1 : at + 1;
                }
                at++;
                while (at < call && tokens.get(at).isAny("NOT", "MATERIALIZED")) {
                    at++;
                }
                int close = at < call ? partner[at] : -1;
                if (close < 0 || close > call) {
                    break;
                }
                String table = tokens.get(start).value();
                tables.removeIf(t -> t.getFirst().value().equalsIgnoreCase(table));
                tables.add(tokens.subList(start, close + 1));
                at = close + 1;
                if (at < call && tokens.get(at).isOperator(",")) {
                    at++;
                } else {
                    break;
                }
            }
        }
        List<Token> out = new ArrayList<>();
        for (List<Token> table : needed(tables, tokens.subList(call, partner[call + 1]))) {
            out.addAll(SqlTokens.read(out.isEmpty() ? recursive ? "WITH RECURSIVE " : "WITH " : ", ", table.getFirst().origin()));
            out.add(table.getFirst().withSpace(true));
            out.addAll(table.subList(1, table.size()));
        }
        return out;
    }

    /// The tables that some tokens name, directly or through other tables, in their order.
    private static List<List<Token>> needed(List<List<Token>> tables, List<Token> tokens) {
        List<List<Token>> kept = new ArrayList<>();
        Set<String> names = names(tokens);
        for (List<Token> table : tables.reversed()) {
            if (names.contains(table.getFirst().value().toLowerCase(Locale.ROOT))) {
                kept.addFirst(table);
                names.addAll(names(table));
            }
        }
        return kept;
    }

    private static Set<String> names(List<Token> tokens) {
        Set<String> names = new HashSet<>();
        for (Token t : tokens) {
            if (t.isName()) {
                names.add(t.value().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /// Whether token `i` stands in a bracket that closes before `call`.
    private static boolean inside(int[] partner, int i, int call) {
        for (int k = i; k >= 0; k--) {
            if (partner[k] > i && partner[k] < call) {
                return true;
            }
        }
        return false;
    }

    private String table(LongRows rows, String... columns) throws SQLException {
        StringBuilder select = new StringBuilder();
        for (int c = 0; c < columns.length; c++) {
            select.append(c == 0 ? "SELECT " : ", ").append("c").append(c).append(" AS ").append(columns[c]);
        }
        return create(rows, select.toString(), "", "");
    }

    /// Makes a table of rows and returns its name.
    private String create(LongRows rows, String select, String join, String order) throws SQLException {
        String name = newTable();
        try (Statement s = connection.createStatement()) {
            s.execute("CREATE OR REPLACE TEMP TABLE " + name + " AS " + select + " FROM " + feed.source(rows) + join + order);
        } finally {
            feed.clear();
        }
        return name;
    }

    /// A name for a table that goes with the statement.
    private String newTable() {
        String name = "tg_operator_" + next++;
        made.add(name);
        return name;
    }

    /// Reads all rows of a result as whole numbers.
    static LongRows rows(ResultCursor cursor) throws SQLException, IOException {
        int width = cursor.columns().size();
        LongRows rows = new LongRows(width);
        long[] row = new long[width];
        while (cursor.next()) {
            for (int c = 0; c < width; c++) {
                row[c] = switch (cursor.columns().get(c).type()) {
                    case DOUBLE -> (long) cursor.getDouble(c);
                    case HUGE, TEXT, OTHER, BLOB -> {
                        String text = cursor.getString(c);
                        yield text == null ? LongRows.NULL : number(text);
                    }
                    default -> cursor.getLong(c);
                };
                if (cursor.wasNull()) {
                    row[c] = LongRows.NULL;
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return LongRows.NULL;
        }
    }

    /// Statements whose operators' tables must outlive them.
    static boolean keeps(List<Token> statement) {
        Set<String> made = Set.of("view", "macro");
        return statement.getFirst().is("CREATE") && statement.stream().limit(5).anyMatch(t -> made.contains(t.text().toLowerCase(Locale.ROOT)));
    }
}
