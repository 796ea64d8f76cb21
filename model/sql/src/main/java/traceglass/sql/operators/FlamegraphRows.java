package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import traceglass.sql.flame.FlameColumn;
import traceglass.sql.flame.FlameConfig;
import traceglass.sql.flame.FlameLayout;
import traceglass.sql.flame.FlameTree;
import traceglass.sql.flame.Flamegraph;
import traceglass.sql.syntax.Token;

/// Writes a flame graph as a table: the tree, the weights and edges of its first value, then the source's other
/// columns and, for numeric columns, their weights.
final class FlamegraphRows {

    private static final int PROPERTIES_FROM = 2;

    private final FlameTree tree;
    private final View view;

    /// The flame graph to write; null for the total only.
    record View(FlameConfig config, Flamegraph graph) {}

    FlamegraphRows(FlameTree tree, View view) {
        this.tree = tree;
        this.view = view;
    }

    /// Creates the table and returns its name.
    ///
    /// @param sum the total, if only that is requested
    String write(Operators operators, List<FlameLayout.Box> boxes, double sum) throws SQLException {
        List<FlameColumn> properties =
                tree.columns().subList(PROPERTIES_FROM, tree.columns().size());
        boolean isInteger = view != null && view.graph.self().getFirst().kind() == FlameColumn.Kind.LONG;
        String number = isInteger ? "BIGINT" : "DOUBLE";
        StringBuilder create = new StringBuilder(
                        "(_tree_id BIGINT, _tree_parent_id BIGINT, depth BIGINT, name VARCHAR, self_value ")
                .append(number)
                .append(", cumulative_value ")
                .append(number)
                .append(", parent_cumulative_value ")
                .append(number)
                .append(", x_start ")
                .append(number)
                .append(", x_end ")
                .append(number);
        for (FlameColumn p : properties) {
            FlameColumn aggregate = aggregateOf(p);
            create.append(", ")
                    .append(Token.quoteName(p.name()))
                    .append(' ')
                    .append(type(aggregate == null ? p : aggregate));
        }
        for (FlameColumn p : properties) {
            if (p.isNumeric()) {
                create.append(", ")
                        .append(Token.quoteName("self_" + p.name()))
                        .append(' ')
                        .append(type(p));
                create.append(", ")
                        .append(Token.quoteName("cumulative_" + p.name()))
                        .append(' ')
                        .append(type(p));
            }
        }
        String name = operators.newTable();
        operators.execute("CREATE OR REPLACE TEMP TABLE " + name + create + ")");
        try (DuckDBAppender out =
                operators.connection().unwrap(DuckDBConnection.class).createAppender("temp", "main", name)) {
            if (view == null) {
                writeSuperRoot(out, properties, sum);
            }
            for (int i = 0; i < boxes.size(); i++) {
                writeRow(out, properties, boxes, i, isInteger);
            }
        }
        return name;
    }

    private static String type(FlameColumn c) {
        return switch (c.kind()) {
            case LONG -> "BIGINT";
            case DOUBLE -> "DOUBLE";
            case TEXT -> "VARCHAR";
        };
    }

    private FlameColumn aggregateOf(FlameColumn property) {
        return view == null
                ? null
                : view.graph.aggregates().stream()
                        .filter(a -> a.name().equals(property.name()))
                        .findFirst()
                        .orElse(null);
    }

    private static void writeSuperRoot(DuckDBAppender out, List<FlameColumn> properties, double sum)
            throws SQLException {
        out.beginRow();
        out.append(0L)
                .appendNull()
                .append(0L)
                .appendNull()
                .appendNull()
                .append(sum)
                .appendNull()
                .appendNull()
                .appendNull();
        for (FlameColumn _ : properties) {
            out.appendNull();
        }
        for (FlameColumn p : properties) {
            if (p.isNumeric()) {
                out.appendNull().appendNull();
            }
        }
        out.endRow();
    }

    private void writeRow(
            DuckDBAppender out, List<FlameColumn> properties, List<FlameLayout.Box> boxes, int i, boolean isInteger)
            throws SQLException {
        FlameLayout.Box box = boxes.get(i);
        Flamegraph.Node node = view.graph.nodes().get(box.node());
        FlameColumn cumulative = view.graph.cumulative().getFirst();
        out.beginRow();
        out.append((long) i);
        if (box.parent() < 0) {
            out.appendNull();
        } else {
            out.append((long) box.parent());
        }
        out.append((long) node.depth());
        writeValue(out, tree.column("name"), node.row());
        writeValue(out, view.graph.self().getFirst(), node.source());
        writeValue(out, cumulative, node.source());
        if (box.parent() < 0) {
            out.appendNull();
        } else {
            writeValue(
                    out,
                    cumulative,
                    view.graph.nodes().get(boxes.get(box.parent()).node()).source());
        }
        writeEdge(out, box.start(), isInteger);
        writeEdge(out, box.start() + Math.max(cumulative.number(node.source()), 0), isInteger);
        for (FlameColumn p : properties) {
            FlameColumn aggregate = aggregateOf(p);
            if (aggregate != null) {
                writeValue(out, aggregate, node.source());
            } else if (view.config.grouping().contains(p.name())) {
                writeValue(out, p, node.row());
            } else {
                out.appendNull();
            }
        }
        for (FlameColumn p : properties) {
            if (p.isNumeric()) {
                int v = view.config.values().indexOf(p.name());
                if (v < 0) {
                    out.appendNull().appendNull();
                } else {
                    writeValue(out, view.graph.self().get(v), node.source());
                    writeValue(out, view.graph.cumulative().get(v), node.source());
                }
            }
        }
        out.endRow();
    }

    private static void writeEdge(DuckDBAppender out, double x, boolean isInteger) throws SQLException {
        if (isInteger) {
            out.append((long) x);
        } else {
            out.append(x);
        }
    }

    private static void writeValue(DuckDBAppender out, FlameColumn column, int row) throws SQLException {
        if (!column.has(row)) {
            out.appendNull();
            return;
        }
        switch (column.kind()) {
            case LONG -> out.append(column.longValue(row));
            case DOUBLE -> out.append(column.number(row));
            case TEXT -> out.append(column.text(row));
        }
    }
}
