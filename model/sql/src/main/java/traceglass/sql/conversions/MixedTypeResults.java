package traceglass.sql.conversions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.Expression;

/// Results of CASE, COALESCE, IFNULL and IIF, and of LAG and LEAD with a default, keep their types if these differ.
final class MixedTypeResults implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Case.class, Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        List<Expression> results = results(expression);
        if (!results.isEmpty() && binding.isMixed(results)) {
            results.forEach(conversions::toVariant);
        }
    }

    /// Returns the possible results of an expression; empty for other kinds of expressions.
    private static List<Expression> results(Expression expression) {
        return switch (expression) {
            case Expression.Case c -> {
                List<Expression> results = new ArrayList<>(c.branches().size() + 1);
                c.branches().forEach(b -> results.add(b.result()));
                if (c.otherwise() != null) {
                    results.add(c.otherwise());
                }
                yield results;
            }
            case Expression.Call c
            when c.is("coalesce") || c.is("ifnull") -> c.arguments().values(0);
            case Expression.Call c when c.is("iif") -> c.arguments().values(1);
            case Expression.Call c
            when (c.is("lag") || c.is("lead")) && c.arguments().size() == 3 ->
                List.of(c.arguments().value(0), c.arguments().value(2));
            default -> List.of();
        };
    }
}
