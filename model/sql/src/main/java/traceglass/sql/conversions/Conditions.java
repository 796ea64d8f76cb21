package traceglass.sql.conversions;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;

/// Text as a condition is true if its leading number is not 0.
final class Conditions implements TypeRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Unary.class, Expression.Binary.class, Expression.Case.class, Expression.Call.class);
    }

    @Override
    public void apply(Expression expression, Binding binding, ValueConversions conversions) {
        switch (expression) {
            case Expression.Unary u
            when u.operator() == Expression.UnaryKind.NOT -> convert(u.operand(), binding, conversions);
            case Expression.Binary b
            when b.operator() == BinaryOperator.AND || b.operator() == BinaryOperator.OR -> {
                convert(b.left(), binding, conversions);
                convert(b.right(), binding, conversions);
            }
            case Expression.Case c
            when c.operand() == null -> c.branches().forEach(b -> convert(b.condition(), binding, conversions));
            case Expression.Call c -> {
                convert(c.filter(), binding, conversions);
                if (c.is("iif") && c.arguments().size() > 0) {
                    convert(c.arguments().value(0), binding, conversions);
                }
            }
            default -> {}
        }
    }

    /// Converts the conditions of the clauses of all queries.
    static void applyToClauses(Binding binding, ValueConversions conversions) {
        for (Binding.BoundSelect bound : binding.selects()) {
            QueryBody.Select select = bound.select();
            convert(select.where(), binding, conversions);
            convert(select.having(), binding, conversions);
        }
        binding.joins().forEach(j -> convert(j.join().on(), binding, conversions));
    }

    private static void convert(@Nullable Expression condition, Binding binding, ValueConversions conversions) {
        if (condition != null && binding.typeOf(condition).isText()) {
            conversions.toCondition(condition);
        }
    }
}
