package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// `CAST(x AS INT)` of text is its leading integer, else 0; of a boolean it is 0 or 1; of a number beyond 64 bits,
/// it is the largest or smallest integer.
final class IntegerCasts implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Cast.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Cast cast
                && cast.form() == Expression.CastForm.CAST
                && binding.typeOf(cast).equals(DuckType.BIGINT)) {
            DuckType operand = binding.typeOf(cast.value());
            if (operand.isText() || operand.isNull() || operand.equals(DuckType.BLOB)) {
                conversions.convertCastOperand(cast, "VARCHAR");
            } else if (operand.isBoolean()) {
                conversions.convertCastOperand(cast, "BOOLEAN");
            } else if (operand.isReal()) {
                conversions.convertCastOperand(cast, "DOUBLE");
            }
        }
    }
}
