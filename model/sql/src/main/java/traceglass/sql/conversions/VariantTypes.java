package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// `typeof` of a VARIANT returns the type of each value.
final class VariantTypes implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        boolean isVariant = expression instanceof Expression.Call call
                && call.is("typeof")
                && call.arguments().size() == 1
                && binding.typeOf(call.arguments().value(0)).equals(DuckType.VARIANT);
        if (isVariant) {
            conversions.callBuiltin((Expression.Call) expression, "tg_variant_type");
        }
    }
}
