package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// `a || b` has higher precedence than arithmetic.
final class ConcatenationPrecedence implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Binary e && isArithmetic(e.operator())) {
            enclose(e.left(), statement);
            enclose(e.right(), statement);
        }
    }

    private static void enclose(Expression operand, EditableStatement statement) {
        if (operand.span().parentheses() == 0 && isConcatenation(operand)) {
            statement.wrap(operand, "(", ")");
        }
    }

    /// Returns whether an expression is `a || b`, or one with JSON operators after it.
    private static boolean isConcatenation(Expression expression) {
        return expression instanceof Expression.Binary e
                && switch (e.operator()) {
                    case CONCATENATE -> true;
                    case JSON, JSON_TEXT -> e.left().span().parentheses() == 0 && isConcatenation(e.left());
                    default -> false;
                };
    }

    private static boolean isArithmetic(BinaryOperator operator) {
        return switch (operator) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, BIT_AND, BIT_OR, SHIFT_LEFT, SHIFT_RIGHT -> true;
            default -> false;
        };
    }
}
