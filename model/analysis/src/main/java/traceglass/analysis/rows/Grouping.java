package traceglass.analysis.rows;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Grouping of rows: one row for each combination of values of some columns, with the number of rows and further
/// aggregates. Immutable.
///
/// @param keys indexes in the [RowStore] of the columns to group by
/// @param values aggregates of each group other than its number of rows
public record Grouping(List<Integer> keys, List<Value> values) {

    public static final Grouping NONE = new Grouping(List.of(), List.of());

    public Grouping {
        keys = List.copyOf(keys);
        values = List.copyOf(values);
    }

    /// Aggregate function.
    public enum Function {
        SUM("sum", true),
        MIN("min", false),
        MAX("max", false),
        AVERAGE("avg", true),
        P50("p50", true),
        P95("p95", true),
        DISTINCT("distinct", false);

        private final String title;
        private final boolean isForNumbersOnly;

        Function(String title, boolean isForNumbersOnly) {
            this.title = title;
            this.isForNumbersOnly = isForNumbersOnly;
        }

        public String title() {
            return title;
        }

        public boolean appliesTo(RowType type) {
            return !isForNumbersOnly || type.isNumber();
        }
    }

    /// Aggregate of a column.
    ///
    /// @param column index in the [RowStore]
    public record Value(Function function, int column) {

        public String title(RowStore rows) {
            return function.title + "(" + rows.names().get(column) + ")";
        }
    }

    public boolean isNone() {
        return keys.isEmpty();
    }

    public Grouping withKey(int column) {
        List<Integer> extended = new ArrayList<>(keys);
        if (!extended.contains(column)) {
            extended.add(column);
        }
        return new Grouping(extended, values);
    }

    public Grouping withoutKey(int column) {
        return new Grouping(keys.stream().filter(k -> k != column).toList(), values);
    }

    public Grouping with(Value value) {
        List<Value> extended = new ArrayList<>(values);
        if (!extended.contains(value)) {
            extended.add(value);
        }
        return new Grouping(keys, extended);
    }

    public Grouping without(Value value) {
        return new Grouping(keys, values.stream().filter(v -> !v.equals(value)).toList());
    }

    /// Returns the initial grouping by a column, with sum, average and maximum of the first column of durations.
    public static Grouping initial(GridContent content, int key) {
        Grouping grouping = NONE.withKey(key);
        for (GridColumn c : content.columns()) {
            if (c.kind().isDuration()
                    && c.source() != key
                    && content.rows().type(c.source()).isNumber()) {
                return grouping.with(new Value(Function.SUM, c.source()))
                        .with(new Value(Function.AVERAGE, c.source()))
                        .with(new Value(Function.MAX, c.source()));
            }
        }
        return grouping;
    }

    /// Returns the columns of the store that the query reads.
    public List<Integer> columns() {
        Set<Integer> columns = new LinkedHashSet<>(keys);
        values.forEach(v -> columns.add(v.column));
        return List.copyOf(columns);
    }

    /// Returns the query, largest groups first.
    ///
    /// @param source the rows, see [RowScan]
    public String sql(GridContent content, String source) {
        StringBuilder select = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (int k : keys) {
            select.append('c')
                    .append(k)
                    .append(" AS ")
                    .append(quoted(content.rows().names().get(k)))
                    .append(", ");
            text.append(text.isEmpty() ? "" : ", ").append('c').append(k);
        }
        select.append("count(*) AS count");
        for (Value v : values) {
            select.append(", ").append(expression(v, content)).append(" AS ").append(quoted(v.title(content.rows())));
        }
        String first = values.isEmpty() || values.getFirst().function != Function.SUM
                ? "count"
                : quoted(values.getFirst().title(content.rows()));
        return "SELECT " + select + " FROM " + source + " GROUP BY " + text + " ORDER BY " + first
                + " DESC NULLS LAST, " + text;
    }

    private static String expression(Value v, GridContent content) {
        String c = "c" + v.column;
        boolean isTime = columnOf(content, v.column).kind() == CellKind.TIMESTAMP;
        // The median of timestamps is a timestamp, too.
        return switch (v.function) {
            case SUM -> "sum(" + c + ")";
            case MIN -> "min(" + c + ")";
            case MAX -> "max(" + c + ")";
            case AVERAGE -> isTime ? "CAST(avg(" + c + ") AS BIGINT)" : "avg(" + c + ")";
            case P50 -> percentile(c, .5, isTime);
            case P95 -> percentile(c, .95, isTime);
            case DISTINCT -> "count(DISTINCT " + c + ")";
        };
    }

    private static String percentile(String column, double share, boolean isTime) {
        return (isTime ? "quantile_disc(" : "quantile_cont(") + column + ", " + share + ")";
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /// Returns the columns of the result: keys as they were, aggregates with the kind of their column.
    public List<GridColumn> visibleColumns(GridContent content) {
        List<GridColumn> columns = new ArrayList<>();
        for (int k : keys) {
            GridColumn c = columnOf(content, k);
            columns.add(new GridColumn(
                    columns.size(),
                    c.title(),
                    c.note(),
                    c.kind(),
                    c.decimals(),
                    c.links(),
                    false,
                    c.hasSwatch(),
                    0,
                    0));
        }
        columns.add(GridColumn.of(columns.size(), "count", CellKind.INTEGER).withBar());
        for (Value v : values) {
            GridColumn c = columnOf(content, v.column);
            boolean isInteger = content.rows().type(v.column) == RowType.LONG
                    || content.rows().type(v.column) == RowType.HUGE;
            CellKind kind = switch (v.function) {
                case DISTINCT -> CellKind.INTEGER;
                case MIN, MAX -> c.kind();
                case SUM -> c.kind().isDuration() ? c.kind() : isInteger ? CellKind.INTEGER : CellKind.REAL;
                case AVERAGE, P50, P95 ->
                    c.kind().isDuration() || c.kind() == CellKind.TIMESTAMP ? c.kind() : CellKind.REAL;
            };
            String title = v.function.title + "(" + c.title() + ")";
            // Averages have their own decimals, unless the owner of the grid has set a number.
            int decimals = kind == CellKind.REAL && c.kind() != CellKind.FIXED ? GridColumn.OWN_DECIMALS : c.decimals();
            columns.add(
                    new GridColumn(columns.size(), title, "", kind, decimals, null, kind.isDuration(), false, 0, 0));
        }
        return columns;
    }

    /// Returns filters that select the rows of one group.
    ///
    /// @param groups result of [#sql]
    public List<RowFilter> filters(RowStore groups, int row) {
        List<RowFilter> filters = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            filters.add(new RowFilter(keys.get(i), RowFilter.Test.EQUAL, groups.getText(row, i)));
        }
        return filters;
    }

    static GridColumn columnOf(GridContent content, int source) {
        for (GridColumn c : content.columns()) {
            if (c.source() == source) {
                return c;
            }
        }
        return GridColumn.of(source, content.rows().names().get(source), CellKind.TEXT);
    }
}
