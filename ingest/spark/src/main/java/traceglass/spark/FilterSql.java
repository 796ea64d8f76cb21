package traceglass.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/// Converts conditions of Spark to SQL if both have the same meaning.
final class FilterSql {

    private FilterSql() {}

    /// Returns the SQL of a condition.
    ///
    /// @return the SQL, or null if Spark must evaluate the condition
    static @Nullable String of(Predicate predicate, Map<String, TraceColumn> columns) {
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "AND", "OR" -> join(predicate, columns);
            case "NOT" ->
                children[0] instanceof Predicate inner && of(inner, columns) instanceof String sql
                        ? "NOT (" + sql + ")"
                        : null;
            case "IS_NULL", "IS_NOT_NULL" -> {
                TraceColumn column = column(children[0], columns);
                yield column == null
                        ? null
                        : name(column) + (predicate.name().equals("IS_NULL") ? " IS NULL" : " IS NOT NULL");
            }
            case "=", "<>", "<", "<=", ">", ">=" -> comparison(predicate, columns);
            case "IN" -> in(children, columns);
            case "STARTS_WITH", "CONTAINS" -> text(predicate, columns);
            default -> null;
        };
    }

    private static @Nullable String join(Predicate predicate, Map<String, TraceColumn> columns) {
        List<String> parts = new ArrayList<>();
        for (Expression child : predicate.children()) {
            String sql = child instanceof Predicate inner ? of(inner, columns) : null;
            if (sql == null) {
                return null;
            }
            parts.add("(" + sql + ")");
        }
        return String.join(" " + predicate.name() + " ", parts);
    }

    private static @Nullable String comparison(Predicate predicate, Map<String, TraceColumn> columns) {
        Expression left = predicate.children()[0];
        Expression right = predicate.children()[1];
        TraceColumn column = column(left, columns);
        if (column != null && right instanceof Literal<?> literal) {
            String value = value(literal, column);
            return value == null ? null : name(column) + " " + predicate.name() + " " + value;
        }
        TraceColumn other = column(right, columns);
        if (other != null && left instanceof Literal<?> literal) {
            String value = value(literal, other);
            return value == null ? null : value + " " + predicate.name() + " " + name(other);
        }
        return null;
    }

    private static @Nullable String in(Expression[] children, Map<String, TraceColumn> columns) {
        TraceColumn column = column(children[0], columns);
        if (column == null || children.length < 2) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (int i = 1; i < children.length; i++) {
            String value = children[i] instanceof Literal<?> literal ? value(literal, column) : null;
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return name(column) + " IN (" + String.join(", ", values) + ")";
    }

    private static @Nullable String text(Predicate predicate, Map<String, TraceColumn> columns) {
        TraceColumn column = column(predicate.children()[0], columns);
        if (column == null
                || !column.type().equals(DataTypes.StringType)
                || !(predicate.children()[1] instanceof Literal<?> literal)) {
            return null;
        }
        String value = value(literal, column);
        String text = String.valueOf(literal.value());
        if (value == null || text.isEmpty()) {
            return null;
        }
        return predicate.name().equals("CONTAINS")
                ? "instr(" + name(column) + ", " + value + ") > 0"
                : "substr(" + name(column) + ", 1, " + text.codePointCount(0, text.length()) + ") = " + value;
    }

    /// Returns the referenced result column, if SQL compares its values in the same way as Spark; otherwise null.
    private static @Nullable TraceColumn column(Expression expression, Map<String, TraceColumn> columns) {
        if (!(expression instanceof NamedReference reference) || reference.fieldNames().length != 1) {
            return null;
        }
        TraceColumn column = columns.get(reference.fieldNames()[0]);
        return column != null && column.role() == TraceColumn.Role.DATA && column.isExact() ? column : null;
    }

    private static String name(TraceColumn column) {
        return SourceOptions.quoted(column.source());
    }

    private static @Nullable String value(Literal<?> literal, TraceColumn column) {
        DataType type = literal.dataType();
        Object value = literal.value();
        if (value == null || !type.equals(column.type())) {
            return null;
        }
        if (type.equals(DataTypes.LongType)) {
            long number = ((Number) value).longValue();
            // The digits of Long.MIN_VALUE without its sign don't fit into a long.
            return number == Long.MIN_VALUE ? null : Long.toString(number);
        }
        if (type.equals(DataTypes.DoubleType)) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? Double.toString(number) : null;
        }
        String text = value.toString();
        boolean isText = type.equals(DataTypes.StringType) && text.indexOf(0) < 0;
        return isText ? "'" + text.replace("'", "''") + "'" : null;
    }
}
