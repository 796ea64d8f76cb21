package traceglass.sql.conversions;

import java.util.List;
import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// `max` of text and numbers is the greatest text, and `min` is the smallest number, because text is greater than all
/// numbers. Both are NULL if any value is NULL.
final class MixedExtremes implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Call call) || !call.is("min") && !call.is("max")) {
            return;
        }
        List<Expression> values = call.arguments().values(0);
        if (!binding.mixesTextAndNumbers(values)) {
            return;
        }
        boolean isReal = values.stream().anyMatch(v -> binding.typeOf(v).isReal());
        for (Expression value : values) {
            DuckType type = binding.typeOf(value);
            if (call.is("max") && type.isNumber()) {
                conversions.toLeastText(value);
            } else if (call.is("min") && type.isText()) {
                conversions.toGreatest(value, isReal);
            }
        }
    }
}
