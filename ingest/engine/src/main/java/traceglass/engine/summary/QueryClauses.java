package traceglass.engine.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalFilterGroup;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.Filter;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.GroupBy;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.OrderBy;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.SelectColumn;

/// Converts the clauses of a structured query, except its source, to SQL.
final class QueryClauses {

    private QueryClauses() {}

    /// Returns `SELECT … FROM source …`.
    static String select(PerfettoSqlStructuredQuery q, String source) throws SpecProblem {
        StringBuilder sql = new StringBuilder("SELECT ")
                .append(q.hasGroupBy() ? groupColumns(q) : columns(q.getSelectColumnsList()))
                .append(" FROM ")
                .append(source);
        String filter = q.hasExperimentalFilterGroup()
                ? group(q.getExperimentalFilterGroup())
                : joinFilters(q.getFiltersList(), " AND ");
        if (!filter.isEmpty()) {
            sql.append(" WHERE ").append(filter);
        }
        if (q.getGroupBy().getColumnNamesCount() > 0) {
            sql.append(" GROUP BY ").append(String.join(", ", q.getGroupBy().getColumnNamesList()));
        }
        if (q.hasOrderBy()) {
            sql.append(" ORDER BY ").append(order(q.getOrderBy()));
        }
        if (q.hasOffset() && !q.hasLimit()) {
            throw new SpecProblem("OFFSET requires LIMIT to be specified");
        }
        if (q.getLimit() < 0 || q.getOffset() < 0) {
            throw new SpecProblem("LIMIT and OFFSET must not be negative");
        }
        if (q.hasLimit()) {
            sql.append(" LIMIT ").append(q.getLimit());
        }
        if (q.hasOffset()) {
            sql.append(" OFFSET ").append(q.getOffset());
        }
        return sql.toString();
    }

    private static String nameOf(SelectColumn column) {
        return column.hasColumnNameOrExpression() ? column.getColumnNameOrExpression() : column.getColumnName();
    }

    static String columns(List<SelectColumn> columns) {
        if (columns.isEmpty()) {
            return "*";
        }
        List<String> parts = new ArrayList<>();
        for (SelectColumn column : columns) {
            parts.add(nameOf(column) + (column.hasAlias() ? " AS " + column.getAlias() : ""));
        }
        return String.join(", ", parts);
    }

    /// Returns the names of a query's result columns if it lists them.
    static List<String> outputNames(PerfettoSqlStructuredQuery q) {
        return q.getSelectColumnsList().stream()
                .map(c -> c.hasAlias() ? c.getAlias() : nameOf(c))
                .toList();
    }

    /// Returns the group columns and aggregates: the selected ones, or all if none are selected.
    private static String groupColumns(PerfettoSqlStructuredQuery q) throws SpecProblem {
        GroupBy groups = q.getGroupBy();
        Map<String, String> chosen = new LinkedHashMap<>();
        q.getSelectColumnsList().forEach(c -> chosen.putIfAbsent(nameOf(c), c.hasAlias() ? c.getAlias() : nameOf(c)));
        List<String> parts = new ArrayList<>();
        for (String column : groups.getColumnNamesList()) {
            String alias = chosen.isEmpty() ? column : chosen.get(column);
            if (alias != null) {
                parts.add(alias.equals(column) ? column : column + " AS " + alias);
            }
        }
        for (GroupBy.Aggregate aggregate : groups.getAggregatesList()) {
            String name = aggregate.getResultColumnName();
            String alias = chosen.isEmpty() ? name : chosen.get(name);
            if (alias != null) {
                parts.add(aggregate(aggregate) + " AS " + alias);
            }
        }
        if (parts.isEmpty()) {
            throw new SpecProblem("None of the group's columns and aggregates is selected");
        }
        return String.join(", ", parts);
    }

    private static String aggregate(GroupBy.Aggregate aggregate) throws SpecProblem {
        String column = aggregate.getColumnName();
        switch (aggregate.getOp()) {
            case COUNT -> {
                return aggregate.hasColumnName() ? "COUNT(" + column + ")" : "COUNT(*)";
            }
            case CUSTOM -> {
                if (!aggregate.hasCustomSqlExpression()) {
                    throw new SpecProblem("A CUSTOM aggregate has no SQL expression");
                }
                return aggregate.getCustomSqlExpression();
            }
            default -> {
                if (!aggregate.hasColumnName()) {
                    throw new SpecProblem("An aggregate has no column name");
                }
            }
        }
        return switch (aggregate.getOp()) {
            case COUNT_DISTINCT -> "COUNT(DISTINCT " + column + ")";
            case SUM -> "SUM(" + column + ")";
            case MIN -> "MIN(" + column + ")";
            case MAX -> "MAX(" + column + ")";
            case MEAN -> "AVG(" + column + ")";
            case MEDIAN -> "PERCENTILE(" + column + ", 50)";
            case PERCENTILE -> {
                if (!aggregate.hasPercentile()) {
                    throw new SpecProblem("A PERCENTILE aggregate has no percentile");
                }
                yield "PERCENTILE(" + column + ", " + number(aggregate.getPercentile()) + ")";
            }
            case DURATION_WEIGHTED_MEAN -> "SUM(CAST(" + column + " * dur AS DOUBLE)) / CAST(SUM(dur) AS DOUBLE)";
            default -> throw new SpecProblem("An aggregate has no operation");
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%f", value);
    }

    private static String joinFilters(List<Filter> filters, String operator) throws SpecProblem {
        List<String> parts = new ArrayList<>();
        for (Filter filter : filters) {
            parts.add(filter(filter));
        }
        return String.join(operator, parts);
    }

    /// Returns the SQL of a filter. A filter with several values is true if one of them matches.
    private static String filter(Filter filter) throws SpecProblem {
        String column = filter.getColumnName();
        String operator = switch (filter.getOp()) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "!=";
            case LESS_THAN -> "<";
            case LESS_THAN_EQUAL -> "<=";
            case GREATER_THAN -> ">";
            case GREATER_THAN_EQUAL -> ">=";
            case GLOB -> "GLOB";
            case IS_NULL -> "IS NULL";
            case IS_NOT_NULL -> "IS NOT NULL";
            case UNKNOWN -> throw new SpecProblem("A filter has no operator");
        };
        if (operator.startsWith("IS ")) {
            return column + " " + operator;
        }
        List<String> values = new ArrayList<>();
        filter.getStringRhsList().forEach(v -> values.add(quoted(v)));
        if (values.isEmpty()) {
            filter.getDoubleRhsList().forEach(v -> values.add(number(v)));
        }
        if (values.isEmpty()) {
            filter.getInt64RhsList().forEach(v -> values.add(Long.toString(v)));
        }
        if (values.isEmpty()) {
            throw new SpecProblem("A filter has no value to compare with");
        }
        List<String> parts =
                values.stream().map(v -> column + " " + operator + " " + v).toList();
        return parts.size() == 1 ? parts.getFirst() : "(" + String.join(" OR ", parts) + ")";
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String group(ExperimentalFilterGroup group) throws SpecProblem {
        String operator = switch (group.getOp()) {
            case AND -> " AND ";
            case OR -> " OR ";
            case UNSPECIFIED -> throw new SpecProblem("A group of filters needs the operator AND or OR");
        };
        List<String> parts = new ArrayList<>();
        for (Filter filter : group.getFiltersList()) {
            parts.add(filter(filter));
        }
        for (ExperimentalFilterGroup inner : group.getGroupsList()) {
            parts.add("(" + group(inner) + ")");
        }
        group.getSqlExpressionsList().forEach(e -> parts.add("(" + e + ")"));
        if (parts.isEmpty()) {
            throw new SpecProblem("A group of filters is empty");
        }
        return String.join(operator, parts);
    }

    private static String order(OrderBy order) throws SpecProblem {
        List<String> parts = new ArrayList<>();
        for (OrderBy.OrderingSpec spec : order.getOrderingSpecsList()) {
            if (spec.getColumnName().isEmpty()) {
                throw new SpecProblem("ORDER BY has a column without a name");
            }
            parts.add(
                    switch (spec.getDirection()) {
                        case ASC -> spec.getColumnName() + " ASC";
                        case DESC -> spec.getColumnName() + " DESC";
                        case UNSPECIFIED -> spec.getColumnName();
                    });
        }
        if (parts.isEmpty()) {
            throw new SpecProblem("ORDER BY has no columns");
        }
        return String.join(", ", parts);
    }
}
