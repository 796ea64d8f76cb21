package traceglass.sql.conversions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;

/// Results of CASE, COALESCE, IFNULL and IIF, and of LAG and LEAD with a default, keep their types if these differ.
final class MixedTypeResults implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Case.class, Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        List<Expression> results = new ArrayList<>();
        switch (expression) {
            case Expression.Case c -> {
                c.branches().forEach(b -> results.add(b.result()));
                if (c.otherwise() != null) {
                    results.add(c.otherwise());
                }
            }
            case Expression.Call c
            when c.is("coalesce") || c.is("ifnull") ->
                c.arguments().list().stream().map(CallArguments.Argument::value).forEach(results::add);
            case Expression.Call c
            when c.is("iif") ->
                c.arguments().list().stream()
                        .skip(1)
                        .map(CallArguments.Argument::value)
                        .forEach(results::add);
            case Expression.Call c
            when (c.is("lag") || c.is("lead")) && c.arguments().size() == 3 -> {
                results.add(c.arguments().value(0));
                results.add(c.arguments().value(2));
            }
            default -> {}
        }
        if (!results.isEmpty() && binding.isMixed(results)) {
            results.forEach(conversions::toVariant);
        }
    }
}
