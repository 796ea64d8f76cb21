package traceglass.sql.conversions;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Rounding keeps integers and calls DuckDB's own functions for reals: a macro can't choose its expression by the type
/// of an aggregate, as in `floor(avg(x))`.
final class RoundingCalls implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (!(expression instanceof Expression.Call call)
                || call.arguments().size() != 1
                || call.path().size() != 1) {
            return;
        }
        String name = builtinName(call.name().text());
        if (name == null) {
            return;
        }
        DuckType type = binding.typeOf(call.arguments().value(0));
        if (type.isInteger()) {
            conversions.callBuiltin(call, "tg_same");
        } else if (type.kind() == TypeKind.DOUBLE || type.kind() == TypeKind.FLOAT) {
            conversions.callDuckDb(call, name);
        }
    }

    private static @Nullable String builtinName(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ceil", "ceiling" -> "ceil";
            case "floor" -> "floor";
            case "trunc" -> "trunc";
            default -> null;
        };
    }
}
