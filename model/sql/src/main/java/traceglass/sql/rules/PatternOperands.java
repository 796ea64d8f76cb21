package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;

/// Both sides of LIKE, GLOB and REGEXP are text.
final class PatternOperands implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Pattern p) {
            convert(p.value(), binding, conversions);
            convert(p.pattern(), binding, conversions);
        }
    }

    private static void convert(Expression value, Binding binding, ValueConversions conversions) {
        DuckType type = binding.typeOf(value);
        if (type.isNumber() || type.isBoolean() || type.equals(DuckType.VARIANT)) {
            conversions.toText(value, type);
        }
    }
}
