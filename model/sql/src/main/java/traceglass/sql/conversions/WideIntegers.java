package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;
import traceglass.sql.types.TypeKind;

/// Integers have 64 bits, so arithmetic does not overflow at fewer bits. A shift by 64 or more is 0, and one by a
/// negative number goes in the opposite direction.
final class WideIntegers implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Binary b)) {
            return;
        }
        DuckType left = binding.typeOf(b.left());
        DuckType right = binding.typeOf(b.right());
        switch (b.operator()) {
            case ADD, SUBTRACT, MULTIPLY -> {
                if (OperatorTypes.isNarrow(left) && OperatorTypes.isNarrow(right)) {
                    conversions.toWideInteger(b.left());
                }
            }
            case SHIFT_LEFT, SHIFT_RIGHT -> shift(b, left, right, conversions);
            default -> {}
        }
    }

    private static void shift(Expression.Binary b, DuckType left, DuckType right, ValueConversions conversions) {
        if (left.isInteger() && !left.columnType().equals(DuckType.BIGINT)) {
            conversions.toWideInteger(b.left());
        }
        if (right.isInteger() && right.kind() != TypeKind.INTEGER_LITERAL && !right.equals(DuckType.BIGINT)) {
            conversions.toWideInteger(b.right());
        }
        if (b.operator() == BinaryOperator.SHIFT_LEFT) {
            conversions.allowWideShifts();
        }
    }
}
