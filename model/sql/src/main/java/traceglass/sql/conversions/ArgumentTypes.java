package traceglass.sql.conversions;

import java.util.List;
import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.FunctionTypes;

/// Arguments of functions are converted to the types that the function takes: numbers, integers or text.
final class ArgumentTypes implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        FunctionTypes.Signature signature =
                expression instanceof Expression.Call c && c.path().size() == 1
                        ? FunctionTypes.of(c.name().text())
                        : null;
        if (signature == null || !(expression instanceof Expression.Call call)) {
            return;
        }
        List<CallArguments.Argument> arguments = call.arguments().list();
        for (int i = 0; i < arguments.size(); i++) {
            Expression value = arguments.get(i).value();
            DuckType type = binding.typeOf(value);
            switch (signature.argument(i)) {
                case NUMBER -> convertToNumber(call, value, type, conversions);
                case TEXT -> {
                    if (type.isNumber() || type.isBoolean() || type.equals(DuckType.VARIANT)) {
                        conversions.toText(value, type);
                    }
                }
                case INTEGER -> {
                    if (type.isReal()) {
                        conversions.truncate(value);
                    }
                }
                case ANY -> {}
            }
        }
    }

    private static void convertToNumber(
            Expression.Call call, Expression value, DuckType type, ValueConversions conversions) {
        // DuckDB adds booleans as 0 and 1.
        if (type.isText() || type.equals(DuckType.VARIANT) || type.isBoolean() && !call.is("sum")) {
            conversions.toNumber(value, type);
        }
    }
}
