package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.NumericCast;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// `CAST(x AS NUMERIC)` of a number is that number; of text it is its leading number, else 0.
final class NumericCasts implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Cast.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Cast cast) || !NumericCast.is(cast)) {
            return;
        }
        DuckType operand = binding.typeOf(cast.value());
        if (operand.isBoolean()) {
            conversions.convertCastOperand(cast, "BOOLEAN");
        } else if (operand.isNumber()) {
            conversions.convertCastOperand(cast, "NUMERIC");
        } else if (ValueConversions.isString(operand)) {
            conversions.toNumeric(cast.value());
            conversions.convertCastOperand(cast, "NUMERIC");
        }
    }
}
