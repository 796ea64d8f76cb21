package traceglass.sql.conversions;

import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// `nullif` of text and a number is the first value: they are not equal, even if the text is that number.
final class MixedNullIf implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Call call)
                || !call.is("nullif")
                || call.arguments().size() != 2) {
            return;
        }
        Expression other = call.arguments().value(1);
        DuckType first = binding.typeOf(call.arguments().value(0));
        DuckType second = binding.typeOf(other);
        if (first.isText() && second.isNumber()) {
            conversions.toNull(other, "VARCHAR");
        } else if (first.isNumber() && second.isText()) {
            conversions.toNull(other, "BIGINT");
        }
    }
}
