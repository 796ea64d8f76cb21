package traceglass.sql.conversions;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.TreeRewriter;

/// `exp(avg(x))` and the like call DuckDB's functions, because DuckDB can't choose the form of a macro by the type of
/// an aggregate.
final class AggregateMathCalls implements TypeRule {

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        if (expression instanceof Expression.Call call && call.arguments().size() == 1) {
            String name = plain(call.name().text());
            Finder finder = new Finder();
            if (name != null && call.path().size() == 1) {
                finder.arguments(call.arguments());
            }
            if (name != null && finder.isFound) {
                conversions.callPlain(call, name);
            }
        }
    }

    private static @Nullable String plain(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "ceiling" -> "ceil";
            case "ln", "exp", "sqrt", "ceil", "floor" -> name;
            default -> null;
        };
    }

    private static final class Finder extends TreeRewriter {
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
