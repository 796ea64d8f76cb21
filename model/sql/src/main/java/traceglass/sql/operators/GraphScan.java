package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import traceglass.sql.compute.LongRows;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Propagates rows along the edges of a graph, with a query that computes a node's outgoing rows from its incoming
/// rows: `_graph_scan!` and `_graph_aggregating_scan!`. The rows stay in DuckDB because their columns may have any
/// type.
final class GraphScan {
    private final Token location;
    private final List<Token> with;
    private final List<Token> edges;
    private final List<Token> inits;
    private final List<List<Token>> columns;
    private final ParsedStatement step;
    private final Operators.Reader reader;
    private final Supplier<String> names;

    /// @param call its arguments are the edges (source_node_id, dest_node_id), the initial rows (id and the
    ///     columns), the list of columns, and the query, in which `$table` represents the incoming rows
    GraphScan(OperatorCall call) throws SqlSyntaxException {
        location = call.name();
        if (call.size() != 4) {
            throw new SqlSyntaxException(
                    "a graph scan takes edges, initial rows, a list of columns and a query", location);
        }
        with = call.with();
        edges = call.tokens(0);
        inits = call.tokens(1);
        columns = call.elements(2);
        // Operators in it may have been replaced by queries that read `$table` too.
        step = ParsedStatement.of(call.tokens(3));
        reader = call.reader();
        names = call.operators()::newTable;
    }

    /// Runs the scan and returns the name of the table of all outgoing rows: id and the columns.
    ///
    /// @param isAggregating whether a node waits until the rows of all its incoming edges have arrived
    String run(boolean isAggregating) throws SqlProblem, SqlSyntaxException {
        String graph = names.get();
        String out = names.get();
        String waiting = names.get();
        String stepped = names.get();
        run(
                "CREATE TEMP TABLE " + graph + " AS ",
                with,
                "SELECT source_node_id, dest_node_id FROM ",
                edges,
                " WHERE source_node_id IS NOT NULL AND dest_node_id IS NOT NULL");
        // Columns get the type that fits both the initial rows and the query's result.
        run(
                "CREATE TEMP TABLE " + out + " AS ",
                with,
                rows("") + " FROM ",
                inits,
                " UNION ALL " + rows("") + " FROM ",
                step(inits),
                " WHERE false");
        run("CREATE TEMP TABLE " + waiting + " AS SELECT CAST(0 AS BIGINT) AS tg_height, * FROM " + out
                + " WHERE false");
        String heights = null;
        if (isAggregating) {
            heights = names.get();
            computeHeights(graph, out, heights);
        }
        propagate(out, graph, waiting, heights);
        long stepsLeft = reader.read(tokens("SELECT count(*) FROM " + graph)).get(0, 0) + 1;
        for (long height = nextHeight(waiting); height != LongRows.NULL; height = nextHeight(waiting)) {
            if (stepsLeft-- < 0) {
                throw new SqlSyntaxException("the graph contains a cycle and can't be scanned", location);
            }
            String arrived = names.get();
            run("CREATE TEMP TABLE " + arrived + " AS " + rows("") + " FROM " + waiting + " WHERE tg_height = "
                    + height);
            run("DELETE FROM " + waiting + " WHERE tg_height = " + height);
            run("CREATE OR REPLACE TEMP TABLE " + stepped + " AS ", with, rows("") + " FROM ", step(tokens(arrived)));
            run("INSERT INTO " + out + " SELECT * FROM " + stepped);
            propagate(stepped, graph, waiting, heights);
            run("DROP TABLE " + arrived);
        }
        return out;
    }

    private void propagate(String from, String graph, String waiting, String heights)
            throws SqlProblem, SqlSyntaxException {
        String select =
                "INSERT INTO " + waiting + " SELECT " + (heights == null ? "0" : "h.height") + ", g.dest_node_id"
                        + list("f.") + " FROM " + from + " AS f JOIN " + graph + " AS g ON g.source_node_id = f.id";
        run(select + (heights == null ? "" : " JOIN " + heights + " AS h ON h.id = g.dest_node_id"));
    }

    private long nextHeight(String waiting) throws SqlProblem, SqlSyntaxException {
        return reader.read(tokens("SELECT max(tg_height) FROM " + waiting)).get(0, 0);
    }

    /// Computes for each node the length of its longest path: incoming rows come from higher nodes.
    private void computeHeights(String graph, String out, String table) throws SqlProblem, SqlSyntaxException {
        LongRows all = reader.read(tokens("SELECT source_node_id, dest_node_id FROM " + graph));
        Map<Long, List<Long>> next = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            next.computeIfAbsent(all.get(0, i), k -> new ArrayList<>()).add(all.get(1, i));
        }
        LongRows starts = reader.read(tokens("SELECT DISTINCT g.dest_node_id FROM " + graph + " AS g JOIN " + out
                + " AS f ON f.id = g.source_node_id"));
        Map<Long, Long> height = new HashMap<>();
        LongRows stack = new LongRows(1);
        for (int i = 0; i < starts.size(); i++) {
            stack.add(starts.get(0, i));
        }
        while (stack.size() > 0) {
            long node = stack.get(0, stack.size() - 1);
            List<Long> below = next.getOrDefault(node, List.of());
            Long known = height.get(node);
            if (known == null) {
                height.put(node, LongRows.NULL);
                below.stream().filter(b -> !height.containsKey(b)).forEach(stack::add);
            } else {
                stack.pop();
                if (known == LongRows.NULL) {
                    height.put(
                            node,
                            below.stream()
                                    .mapToLong(b -> Math.max(height.getOrDefault(b, 0L), 0) + 1)
                                    .max()
                                    .orElse(0));
                }
            }
        }
        run("CREATE TEMP TABLE " + table + "(id BIGINT, height BIGINT)");
        StringBuilder values = new StringBuilder();
        int n = 0;
        for (Map.Entry<Long, Long> e : height.entrySet()) {
            values.append(values.isEmpty() ? "INSERT INTO " + table + " VALUES (" : ", (")
                    .append(e.getKey())
                    .append(", ")
                    .append(e.getValue())
                    .append(")");
            if (++n % 2000 == 0) {
                run(values.toString());
                values.setLength(0);
            }
        }
        if (!values.isEmpty()) {
            run(values.toString());
        }
    }

    private String rows(String source) {
        return "SELECT " + source + "id" + list(source);
    }

    private String list(String source) {
        StringBuilder text = new StringBuilder();
        for (List<Token> column : columns) {
            text.append(", ").append(source).append(SqlTokens.text(column).strip());
        }
        return text.toString();
    }

    /// Returns the query with `$table` replaced.
    private List<Token> step(List<Token> table) {
        NodeEdits edits = new NodeEdits(step.tokens());
        List<Token> spaced = new ArrayList<>(table);
        spaced.set(0, table.getFirst().withSpace(true));
        new TreeRewriter() {
            @Override
            public TableSource table(TableSource.Table t) {
                replace(t.name());
                return super.table(t);
            }

            @Override
            public Expression column(Expression.Column e) {
                e.path().forEach(this::replace);
                return e;
            }

            private void replace(SqlName name) {
                if (name.form() == SqlName.Form.PARAMETER && name.is("table")) {
                    edits.replace(name, spaced);
                }
            }
        }.statement(step.tree());
        return edits.apply();
    }

    private List<Token> tokens(String text) throws SqlSyntaxException {
        return SqlTokens.read(text, location.origin());
    }

    /// Runs a statement composed of strings and tokens.
    @SuppressWarnings("unchecked")
    private void run(Object... parts) throws SqlProblem, SqlSyntaxException {
        List<Token> statement = new ArrayList<>();
        for (Object part : parts) {
            List<Token> tokens = part instanceof String text ? tokens(text) : (List<Token>) part;
            if (!tokens.isEmpty()) {
                statement.add(tokens.getFirst().withSpace(true));
                statement.addAll(tokens.subList(1, tokens.size()));
            }
        }
        reader.read(statement);
    }
}
