package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;

/// Integers have 64 bits: arithmetic with fewer does not overflow. A shift by 64 or more is 0, and one by a negative
/// number goes in the opposite direction.
final class WideIntegers implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Binary b) || !overflows(b.operator())) {
            return;
        }
        DuckType left = binding.typeOf(b.left());
        DuckType right = binding.typeOf(b.right());
        if (OperatorTypes.isNarrow(left)
                && (b.operator() == BinaryOperator.SHIFT_LEFT || OperatorTypes.isNarrow(right))) {
            conversions.toWideInteger(b.left());
        }
        if (b.operator() == BinaryOperator.SHIFT_LEFT) {
            conversions.anyShift();
        }
    }

    private static boolean overflows(BinaryOperator operator) {
        return switch (operator) {
            case ADD, SUBTRACT, MULTIPLY, SHIFT_LEFT -> true;
            default -> false;
        };
    }
}
