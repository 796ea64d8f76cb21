package traceglass.sql.rules;

import traceglass.sql.bind.Binding;
import traceglass.sql.bind.Resolution;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.dialect.Aggregates;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TreeRewriter;
import traceglass.sql.tree.WindowSpec;
import traceglass.sql.types.FunctionTypes;

/// An alias of the list means its expression in ON, and in WHERE if the rows are grouped. Elsewhere DuckDB knows
/// aliases, but not those of expressions that contain a query.
final class ListAliases {

    private ListAliases() {}

    static void apply(Binding binding, ValueConversions conversions) {
        if (!binding.usesAliases()) {
            return;
        }
        Uses joinUses = new Uses(binding, conversions, true);
        Uses queryUses = new Uses(binding, conversions, false);
        for (Binding.BoundJoin join : binding.joins()) {
            if (join.join().on() != null) {
                joinUses.expression(join.join().on());
            }
        }
        for (Binding.BoundSelect bound : binding.selects()) {
            QueryBody.Select select = bound.select();
            if (select.where() != null) {
                // The expression may have a value of a group, which a condition for rows can't have.
                boolean isGrouped = !select.groups().isEmpty() || Aggregates.isAggregated(select);
                (isGrouped ? joinUses : queryUses).expression(select.where());
            }
            select.items().forEach(i -> queryUses.expression(i.value()));
        }
    }

    /// Replaces aliases that an expression uses.
    private static final class Uses extends TreeRewriter {
        private final Binding binding;
        private final ValueConversions conversions;
        private final boolean replacesAll;

        Uses(Binding binding, ValueConversions conversions, boolean replacesAll) {
            this.binding = binding;
            this.conversions = conversions;
            this.replacesAll = replacesAll;
        }

        @Override
        public Query query(Query q) {
            // Its own SELECTs are visited, too.
            return q;
        }

        @Override
        public Expression column(Expression.Column e) {
            if (binding.resolution(e) instanceof Resolution.OfAlias alias
                    && (replacesAll || hasQuery(alias.item().value()))) {
                conversions.replaceAlias(e, alias.item().value());
            }
            return e;
        }
    }

    private static boolean hasQuery(Expression value) {
        Queries queries = new Queries();
        queries.expression(value);
        return queries.isFound;
    }

    /// Finds queries, and calls that the translation makes queries.
    private static final class Queries extends TreeRewriter {
        private boolean isFound;

        @Override
        public Query query(Query q) {
            isFound = true;
            return q;
        }

        @Override
        public WindowSpec window(WindowSpec w) {
            isFound = true;
            return w;
        }

        @Override
        public Expression call(Expression.Call e) {
            isFound |= FunctionTypes.isByKey(e.name().text());
            return super.call(e);
        }
    }
}
