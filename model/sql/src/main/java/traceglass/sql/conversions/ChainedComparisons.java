package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// Comparisons are evaluated from left to right, and `<` before `=`: `a = b != c`, `a = b < c`.
final class ChainedComparisons implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Binary b && isComparison(b.operator())) {
            enclose(b.left(), conversions);
            enclose(b.right(), conversions);
        }
    }

    private static boolean isComparison(BinaryOperator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    private static void enclose(Expression operand, ValueConversions conversions) {
        if (operand instanceof Expression.Binary b
                && isComparison(b.operator())
                && b.span().parentheses() == 0) {
            conversions.enclose(operand);
        }
    }
}
