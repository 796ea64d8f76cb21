package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;

/// Operands of arithmetic are numbers: booleans count as 0 and 1, text as its leading number, else as 0; `%` works on
/// integer parts.
final class ArithmeticOperands implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class, Expression.Unary.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        switch (expression) {
            case Expression.Binary b -> binary(b, binding.typeOf(b.left()), binding.typeOf(b.right()), conversions);
            case Expression.Unary u
            when u.operator() == Expression.UnaryKind.MINUS -> {
                DuckType type = binding.typeOf(u.operand());
                if (isOperand(type)) {
                    conversions.toNumber(u.operand(), type);
                }
            }
            default -> {}
        }
    }

    private static void binary(Expression.Binary b, DuckType left, DuckType right, ValueConversions conversions) {
        switch (b.operator()) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE -> {
                if (isOperand(left) && isOperand(right)) {
                    conversions.toNumber(b.left(), left);
                    conversions.toNumber(b.right(), right);
                }
            }
            case MODULO -> {
                boolean isWhole = left.isInteger() && right.isInteger();
                if (isWhole && !(b.right() instanceof Expression.Literal)) {
                    conversions.toDivisor(b.right());
                } else if (isOperand(left) && isOperand(right) && !isWhole) {
                    conversions.convertRealModulo(b);
                    // DuckDB calculates only with text that is a number.
                    convertText(b.left(), left, conversions);
                    convertText(b.right(), right, conversions);
                }
            }
            default -> {}
        }
    }

    private static void convertText(Expression operand, DuckType type, ValueConversions conversions) {
        if (type.isText()) {
            conversions.toNumber(operand, type);
        }
    }

    private static boolean isOperand(DuckType type) {
        return OperatorTypes.isCountable(type) || ValueConversions.isString(type);
    }
}
