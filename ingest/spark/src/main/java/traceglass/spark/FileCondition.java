package traceglass.spark;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// Evaluates conditions on columns of the traces, such as labels, before a trace is read.
final class FileCondition {

    private static final Set<String> COMPARISONS = Set.of("=", "<=>", "<>", "<", "<=", ">", ">=", "IN");
    private static final Set<String> UNARY = Set.of("IS_NULL", "IS_NOT_NULL");

    private FileCondition() {}

    /// Returns whether this class can evaluate a condition.
    static boolean supports(Predicate predicate, Map<String, TraceColumn> columns) {
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "AND", "OR", "NOT" ->
                Arrays.stream(children).allMatch(c -> c instanceof Predicate inner && supports(inner, columns));
            default -> {
                boolean isKnown = COMPARISONS.contains(predicate.name()) || UNARY.contains(predicate.name());
                TraceColumn column = isKnown && children.length > 0 ? column(children[0], columns) : null;
                yield column != null
                        && Arrays.stream(children)
                                .skip(1)
                                .allMatch(c -> c instanceof Literal<?> l
                                        && l.dataType().equals(column.type()));
            }
        };
    }

    private static @Nullable TraceColumn column(Expression expression, Map<String, TraceColumn> columns) {
        if (!(expression instanceof NamedReference reference) || reference.fieldNames().length != 1) {
            return null;
        }
        TraceColumn column = columns.get(reference.fieldNames()[0]);
        return column != null && column.isTraceColumn() ? column : null;
    }

    static boolean matches(Predicate predicate, Map<String, TraceColumn> columns, SourceTrace file) {
        return Boolean.TRUE.equals(value(predicate, columns, file));
    }

    /// Returns true, false, or null for unknown.
    private static @Nullable Boolean value(Predicate predicate, Map<String, TraceColumn> columns, SourceTrace file) {
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "AND", "OR" -> {
                boolean decidingValue = predicate.name().equals("OR");
                boolean isUnknown = false;
                for (Expression child : children) {
                    Boolean childValue = value((Predicate) child, columns, file);
                    if (childValue == null) {
                        isUnknown = true;
                    } else if (childValue == decidingValue) {
                        yield decidingValue;
                    }
                }
                yield isUnknown ? null : (Boolean) !decidingValue;
            }
            case "NOT" -> {
                Boolean inner = value((Predicate) children[0], columns, file);
                yield inner == null ? null : (Boolean) !inner;
            }
            default -> compare(predicate, columns, file);
        };
    }

    private static @Nullable Boolean compare(Predicate predicate, Map<String, TraceColumn> columns, SourceTrace file) {
        Expression[] children = predicate.children();
        TraceColumn column = column(children[0], columns);
        Object value = column == null ? null : file.value(column);
        switch (predicate.name()) {
            case "IS_NULL":
                return value == null;
            case "IS_NOT_NULL":
                return value != null;
            case "IN":
                boolean isUnknown = value == null;
                for (int i = 1; i < children.length && value != null; i++) {
                    Object other = ((Literal<?>) children[i]).value();
                    isUnknown |= other == null;
                    if (other != null && compareValues(value, other) == 0) {
                        return true;
                    }
                }
                return isUnknown ? null : false;
            default:
        }
        Object other = ((Literal<?>) children[1]).value();
        if (value == null || other == null) {
            return predicate.name().equals("<=>") ? (Boolean) (value == other) : null;
        }
        int order = compareValues(value, other);
        return switch (predicate.name()) {
            case "=", "<=>" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static int compareValues(Object value, Object other) {
        if (value instanceof Long number && other instanceof Long second) {
            return number.compareTo(second);
        }
        if (value instanceof Double number && other instanceof Double second) {
            // As in Spark, 0.0 and -0.0 are equal.
            return number.doubleValue() == second.doubleValue() ? 0 : number.compareTo(second);
        }
        return UTF8String.fromString(value.toString()).compareTo(UTF8String.fromString(other.toString()));
    }
}
