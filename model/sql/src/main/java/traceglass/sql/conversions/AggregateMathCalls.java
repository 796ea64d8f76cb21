package traceglass.sql.conversions;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.TreeRewriter;

/// Mathematical functions of aggregates, such as `exp(avg(x))`, call DuckDB's own functions: a macro can't choose its
/// expression by the type of an aggregate.
final class AggregateMathCalls implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Call call && call.arguments().size() == 1) {
            String name = builtinName(call.name().text());
            AggregateFinder finder = new AggregateFinder();
            if (name != null && call.path().size() == 1) {
                finder.arguments(call.arguments());
            }
            if (name != null && finder.isFound) {
                conversions.callDuckDb(call, name);
            }
        }
    }

    private static @Nullable String builtinName(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ceiling" -> "ceil";
            case "ln", "exp", "sqrt", "ceil", "floor" -> name;
            default -> null;
        };
    }

    private static final class AggregateFinder extends TreeRewriter {
        private boolean isFound;

        @Override
        public Query query(Query q) {
            return q;
        }

        @Override
        public Expression call(Expression.Call e) {
            isFound |= ValueConversions.isAggregate(e);
            return super.call(e);
        }
    }
}
