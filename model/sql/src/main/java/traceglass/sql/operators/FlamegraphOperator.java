package traceglass.sql.operators;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import traceglass.sql.flame.FlameColumn;
import traceglass.sql.flame.FlameConfig;
import traceglass.sql.flame.FlameLayout;
import traceglass.sql.flame.FlameTree;
import traceglass.sql.flame.Flamegraph;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;

/// Implements `tg_op_flamegraph(table, super_root, __intrinsic_flamegraph_config(…))`: the frames of a table (id,
/// parent_id, name, value, and any other columns) merged and laid out.
final class FlamegraphOperator {

    private static final String CONFIG = "__intrinsic_flamegraph_config";
    private static final int FIXED_COLUMNS = 4;

    private FlamegraphOperator() {}

    static List<Token> compute(OperatorCall call) throws SqlProblem, SqlSyntaxException, SQLException {
        boolean hasConfig = call.size() == 3 && call.argument(2) instanceof Expression.Call c && c.is(CONFIG);
        if (!hasConfig) {
            throw new SqlSyntaxException("flamegraph: expected " + CONFIG + "(…)", call.name());
        }
        try {
            FlameTree tree = read(call, call.word(0));
            FlameConfig requested = config(texts(call, ((Expression.Call) call.argument(2)).arguments()));
            boolean isSuperRoot = call.word(1).equals("1");
            return call.text(isSuperRoot ? superRoot(call, tree) : view(call, tree, requested));
        } catch (IllegalArgumentException e) {
            throw new SqlSyntaxException(e.getMessage(), call.name());
        } catch (ArithmeticException e) {
            throw new SqlSyntaxException("flamegraph: integer value overflow", call.name());
        }
    }

    /// Evaluates arguments and returns their values as text.
    static List<String> texts(OperatorCall call, CallArguments arguments)
            throws SqlProblem, SqlSyntaxException, SQLException {
        return texts(
                call,
                arguments.list().stream()
                        .map(a -> call.edits().tokens(a.value()))
                        .toList());
    }

    /// Evaluates expressions and returns their values as text.
    static List<String> texts(OperatorCall call, List<List<Token>> expressions)
            throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> select = new ArrayList<>();
        for (List<Token> e : expressions) {
            select.addAll(call.text(select.isEmpty() ? " CAST((" : ", CAST(("));
            select.addAll(e);
            select.addAll(call.text(") AS VARCHAR)"));
        }
        String table = call.create(call.query("SELECT ", select));
        List<String> out = new ArrayList<>();
        try (Statement s = call.operators().connection().createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM " + table)) {
            while (r.next()) {
                for (int c = 1; c <= expressions.size(); c++) {
                    out.add(r.getString(c));
                }
            }
        }
        return out;
    }

    private static FlameConfig config(List<String> arguments) {
        FlameConfig.View view = FlameConfig.View.TOP_DOWN;
        Pattern viewPattern = null;
        List<String> grouping = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<Pattern> show = new ArrayList<>();
        List<Pattern> hideStack = new ArrayList<>();
        List<Pattern> hideFrame = new ArrayList<>();
        List<FlameConfig.Aggregate> aggregates = new ArrayList<>();
        for (int i = 0; i < arguments.size(); ) {
            String tag = arguments.get(i++);
            switch (String.valueOf(tag)) {
                case "view" -> view = FlameConfig.View.valueOf(argument(arguments, i++, tag));
                case "view_pattern" -> {
                    viewPattern = pattern(argument(arguments, i, tag), argument(arguments, i + 1, tag));
                    i += 2;
                }
                case "filter" -> {
                    String kind = argument(arguments, i, tag);
                    Pattern p = pattern(argument(arguments, i + 1, tag), argument(arguments, i + 2, tag));
                    (switch (kind) {
                                case "SHOW_STACK" -> show;
                                case "HIDE_STACK" -> hideStack;
                                case "HIDE_FRAME" -> hideFrame;
                                default ->
                                    throw new IllegalArgumentException(
                                            "flamegraph_config: filter: unknown value '" + kind + "'");
                            })
                            .add(p);
                    i += 3;
                }
                case "grouping" -> grouping.add(argument(arguments, i++, tag));
                case "value" -> values.add(argument(arguments, i++, tag));
                case "aggregate" -> {
                    if (!argument(arguments, i + 1, tag).equals(argument(arguments, i + 2, tag))) {
                        throw new IllegalArgumentException("flamegraph: aggregate output must match its source column");
                    }
                    aggregates.add(new FlameConfig.Aggregate(
                            arguments.get(i + 1), FlameConfig.AggregateFunction.valueOf(arguments.get(i))));
                    i += 3;
                }
                default -> throw new IllegalArgumentException("flamegraph_config: unknown tag '" + tag + "'");
            }
        }
        if (view.hasPattern() != (viewPattern != null)) {
            throw new IllegalArgumentException("flamegraph_config: PIVOT and FROM_FRAME require a view pattern");
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException("flamegraph: at least one value column is required");
        }
        if (show.size() > FlameConfig.MAX_SHOW_STACK) {
            throw new IllegalArgumentException("flamegraph: too many SHOW_STACK filters");
        }
        return new FlameConfig(view, viewPattern, grouping, values, show, hideStack, hideFrame, aggregates);
    }

    private static String argument(List<String> arguments, int i, String tag) {
        if (i >= arguments.size() || arguments.get(i) == null) {
            throw new IllegalArgumentException("flamegraph_config: " + tag + " needs more arguments");
        }
        return arguments.get(i);
    }

    private static Pattern pattern(String text, String flags) {
        if (!flags.isEmpty() && !flags.equals("i")) {
            throw new IllegalArgumentException("flamegraph_config: unknown regex flags '" + flags + "'");
        }
        try {
            return Pattern.compile(text, flags.isEmpty() ? 0 : Pattern.CASE_INSENSITIVE);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("flamegraph_config: " + e.getDescription() + " in " + text, e);
        }
    }

    private static FlameTree read(OperatorCall call, String name) throws SQLException {
        try (Statement s = call.operators().connection().createStatement()) {
            int n;
            try (ResultSet r = s.executeQuery("SELECT count(*) FROM " + name)) {
                r.next();
                n = r.getInt(1);
            }
            long[] ids = new long[n];
            Long[] parents = new Long[n];
            List<FlameColumn> columns = new ArrayList<>();
            try (ResultSet r = s.executeQuery("SELECT * FROM " + name + " ORDER BY rowid")) {
                ResultSetMetaData meta = r.getMetaData();
                List<String> fixed = List.of("id", "parent_id", "name", "value");
                for (int c = 1; c <= meta.getColumnCount(); c++) {
                    if (c <= FIXED_COLUMNS && !meta.getColumnName(c).equals(fixed.get(c - 1))
                            || meta.getColumnCount() < FIXED_COLUMNS) {
                        throw new IllegalArgumentException(
                                "flamegraph: first source columns must be id, parent_id, name, value");
                    }
                    columns.add(new FlameColumn(meta.getColumnName(c), kind(meta.getColumnType(c), c), n));
                }
                for (int row = 0; r.next(); row++) {
                    ids[row] = r.getLong(1);
                    parents[row] = r.getObject(2) == null ? null : (Long) r.getLong(2);
                    for (int c = 2; c < columns.size(); c++) {
                        set(columns.get(c), row, r, c + 1);
                    }
                }
            }
            int[] order = FlameTree.parentsFirst(ids, parents);
            return new FlameTree(
                    FlameTree.parentsIn(order, ids, parents),
                    columns.subList(2, columns.size()).stream()
                            .map(c -> c.inOrder(order))
                            .toList());
        }
    }

    private static FlameColumn.Kind kind(int sqlType, int column) {
        return column == 3
                ? FlameColumn.Kind.TEXT
                : switch (sqlType) {
                    case Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.BOOLEAN ->
                        FlameColumn.Kind.LONG;
                    case Types.DOUBLE, Types.FLOAT, Types.REAL, Types.DECIMAL, Types.NUMERIC -> FlameColumn.Kind.DOUBLE;
                    default -> FlameColumn.Kind.TEXT;
                };
    }

    private static void set(FlameColumn column, int row, ResultSet r, int position) throws SQLException {
        if (r.getObject(position) == null) {
            return;
        }
        switch (column.kind()) {
            case LONG -> column.set(row, r.getLong(position));
            case DOUBLE -> column.set(row, r.getDouble(position));
            case TEXT -> column.set(row, r.getString(position));
        }
    }

    private static String superRoot(OperatorCall call, FlameTree tree) throws SQLException {
        FlameColumn value = tree.column("value");
        double sum = 0;
        for (int row = 0; row < tree.size(); row++) {
            sum += value.number(row);
        }
        FlamegraphRows out = new FlamegraphRows(tree, null);
        return out.write(call.operators(), List.of(), sum);
    }

    private static String view(OperatorCall call, FlameTree tree, FlameConfig config) throws SQLException {
        for (String value : config.values()) {
            FlameColumn c = tree.column(value);
            if (c != null && !c.isNumeric()) {
                throw new IllegalArgumentException("flamegraph: value columns must be numeric");
            }
        }
        Flamegraph graph = new Flamegraph(tree, config);
        return new FlamegraphRows(tree, new FlamegraphRows.View(config, graph))
                .write(call.operators(), FlameLayout.of(graph, 0), 0);
    }
}
