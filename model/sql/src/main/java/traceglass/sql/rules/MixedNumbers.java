package traceglass.sql.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.types.DuckType;

/// Lets integers and reals of one column of the result keep their types, for a reader that shows them differently:
/// `CASE WHEN x THEN 0.5 ELSE 0 END` is 0.5 or the integer 0. Other readers get a column of one type.
final class MixedNumbers {
    private final Binding binding;
    private final ValueConversions conversions;

    private MixedNumbers(Binding binding, ValueConversions conversions) {
        this.binding = binding;
        this.conversions = conversions;
    }

    /// Applies to the columns of a query that is the whole statement.
    static void apply(SqlStatement statement, Binding binding, ValueConversions conversions) {
        if (!(statement instanceof SqlStatement.Read read)) {
            return;
        }
        Query query = read.query();
        MixedNumbers rule = new MixedNumbers(binding, conversions);
        if (query.body() instanceof QueryBody.Select select) {
            for (SelectItem item : select.items()) {
                if (select.distinct() == null && isOnlyShown(item, select, query.order())) {
                    rule.keepTypes(results(item.value()));
                }
            }
        } else if (query.body() instanceof QueryBody.SetOperation
                && query.order().isEmpty()) {
            rule.keepColumns(query.body());
        }
    }

    /// Returns the expressions whose value an expression can have, such as the branches of a CASE; none if the
    /// value is computed.
    private static List<Expression> results(Expression value) {
        List<Expression> results = new ArrayList<>();
        switch (value) {
            case Expression.Case c -> {
                c.branches().forEach(b -> results.add(b.result()));
                if (c.otherwise() != null) {
                    results.add(c.otherwise());
                }
            }
            case Expression.Call c when c.is("coalesce") || c.is("ifnull") -> addArguments(c, 0, results);
            case Expression.Call c when c.is("iif") -> addArguments(c, 1, results);
            default -> {}
        }
        return results;
    }

    private static void addArguments(Expression.Call call, int from, List<Expression> to) {
        call.arguments().list().stream()
                .skip(from)
                .map(CallArguments.Argument::value)
                .forEach(to::add);
    }

    /// Returns whether the rows are neither grouped nor sorted by an item of the list.
    private static boolean isOnlyShown(SelectItem item, QueryBody.Select select, List<OrderTerm> order) {
        return select.groups().stream().noneMatch(g -> means(g, item))
                && order.stream().noneMatch(t -> means(t.value(), item));
    }

    /// Returns whether a term may mean an item: by its alias, its number or its text.
    private static boolean means(Expression term, SelectItem item) {
        return switch (term) {
            case Expression.Literal e -> true;
            case Expression.Everything e -> true;
            case Expression.Column c ->
                item.alias() != null && c.path().size() == 1 && item.alias().is(c.name());
            default -> term.equals(item.value()) || item.alias() != null;
        };
    }

    private void keepTypes(List<Expression> values) {
        boolean hasInteger = false;
        boolean hasReal = false;
        for (Expression value : values) {
            DuckType type = binding.typeOf(value);
            if (!type.isNumber() && !type.isNull()) {
                return;
            }
            hasInteger |= type.isInteger();
            hasReal |= type.isReal();
        }
        if (hasInteger && hasReal) {
            values.forEach(conversions::toVariant);
        }
    }

    /// Keeps the types in the columns of rows that are joined by UNION ALL.
    private void keepColumns(QueryBody body) {
        List<QueryBody.Select> selects = new ArrayList<>();
        if (!addSelects(body, selects)) {
            return;
        }
        for (int i = 0; i < selects.getFirst().items().size(); i++) {
            List<Expression> column = new ArrayList<>();
            for (QueryBody.Select select : selects) {
                column.add(select.items().get(i).value());
            }
            keepTypes(column);
        }
    }

    /// Adds the SELECTs of UNION ALL; returns false for other operators, and if their columns can't be matched.
    private static boolean addSelects(@Nullable QueryBody body, List<QueryBody.Select> to) {
        if (body instanceof QueryBody.SetOperation o) {
            return o.operator() == QueryBody.SetOperator.UNION
                    && o.isAll()
                    && !o.isByName()
                    && addSelects(o.left(), to)
                    && addSelects(o.right(), to);
        }
        if (!(body instanceof QueryBody.Select select)
                || select.distinct() != null
                || !select.groups().isEmpty()
                || select.items().stream().anyMatch(i -> i.value() instanceof Expression.Star)
                || !to.isEmpty()
                        && to.getFirst().items().size() != select.items().size()) {
            return false;
        }
        to.add(select);
        return true;
    }
}
