package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Operands of bit operators are integers: reals are truncated, booleans count as 0 and 1, text as its leading
/// integer.
final class BitOperands implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class, Expression.Unary.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        switch (expression) {
            case Expression.Binary b -> {
                boolean isBitwise = switch (b.operator()) {
                    case BIT_AND, BIT_OR, SHIFT_LEFT, SHIFT_RIGHT -> true;
                    default -> false;
                };
                DuckType left = binding.typeOf(b.left());
                DuckType right = binding.typeOf(b.right());
                if (isBitwise && left.kind() != TypeKind.BIT && right.kind() != TypeKind.BIT) {
                    conversions.toInteger(b.left(), left);
                    conversions.toInteger(b.right(), right);
                }
            }
            case Expression.Unary u
            when u.operator() == Expression.UnaryKind.BIT_NOT ->
                conversions.toInteger(u.operand(), binding.typeOf(u.operand()));
            default -> {}
        }
    }
}
