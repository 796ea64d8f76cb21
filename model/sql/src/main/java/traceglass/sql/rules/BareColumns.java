package traceglass.sql.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Binding;
import traceglass.sql.bind.BoundColumn;
import traceglass.sql.bind.BoundSource;
import traceglass.sql.bind.JoinedRows;
import traceglass.sql.bind.Resolution;
import traceglass.sql.conversions.ValueConversions;
import traceglass.sql.dialect.GroupValue;
import traceglass.sql.functions.SqlFunctions;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.TreeRewriter;
import traceglass.sql.types.TypeKind;

/// Values of columns that are outside aggregates and by which the rows are not grouped: those of the row of the
/// last min() or max(), else of the group's first row. The same applies to a subquery that uses such a column.
final class BareColumns {
    private final Binding binding;
    private final ValueConversions conversions;
    private final Binding.BoundSelect bound;
    private final QueryBody.Select select;
    /// Expressions that the rows are grouped by.
    private final List<Expression> keys = new ArrayList<>();
    private @Nullable GroupValue value;
    private @Nullable JoinedRows rows;
    /// Whether a min() or max() decides which row's values the columns have.
    private boolean hasExtreme;

    BareColumns(Binding.BoundSelect bound, Binding binding, ValueConversions conversions) {
        this.bound = bound;
        this.binding = binding;
        this.conversions = conversions;
        select = bound.select();
    }

    void apply() {
        Aggregates aggregates = new Aggregates();
        select.items().forEach(i -> aggregates.expression(i.value()));
        if (select.having() != null) {
            aggregates.expression(select.having());
        }
        boolean isGrouped = !select.groups().isEmpty() || aggregates.isFound;
        if (!isGrouped || !readKeys()) {
            return;
        }
        hasExtreme = aggregates.extreme != null;
        value = aggregates.extreme == null ? null : conversions.groupValue(aggregates.extreme);
        Bare bare = new Bare();
        for (SelectItem item : select.items()) {
            if (item.value() instanceof Expression.Star star) {
                replaceStar(star);
            } else {
                bare.expression(item.value());
            }
        }
        if (select.having() != null) {
            bare.expression(select.having());
        }
        for (OrderTerm term : bound.order()) {
            if (!isItem(term.value())) {
                bare.expression(term.value());
            }
        }
    }

    /// Reads the grouping of the rows; returns whether it is supported.
    private boolean readKeys() {
        for (Expression group : select.groups()) {
            switch (group) {
                case Expression.Everything e -> {
                    return false;
                }
                case Expression.GroupingSets e -> {
                    return false;
                }
                case Expression.Row e -> {
                    return false;
                }
                case Expression.Call c
                when c.is("cube") || c.is("rollup") -> {
                    return false;
                }
                case Expression.Literal l
                when l.kind() == Expression.Kind.NUMBER -> {
                    int n = binding.typeOf(l).kind() == TypeKind.INTEGER_LITERAL ? Integer.parseInt(l.text()) : 0;
                    if (n < 1
                            || n > select.items().size()
                            || select.items().stream().anyMatch(i -> i.value() instanceof Expression.Star)) {
                        return false;
                    }
                    keys.add(select.items().get(n - 1).value());
                }
                case Expression.Column c
                when binding.resolution(c) instanceof Resolution.OfAlias alias ->
                    keys.add(alias.item().value());
                default -> keys.add(group);
            }
        }
        return true;
    }

    private boolean isKey(Expression e) {
        for (Expression key : keys) {
            if (key == e
                    || key.equals(e)
                    || e instanceof Expression.Column c && key instanceof Expression.Column k && isSame(c, k)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSame(Expression.Column a, Expression.Column b) {
        return binding.resolution(a) instanceof Resolution.OfColumn first
                && binding.resolution(b) instanceof Resolution.OfColumn second
                && first.source() == second.source()
                && first.column() == second.column();
    }

    /// Returns whether a term of ORDER BY is the name of an item of the list.
    private boolean isItem(Expression term) {
        return term instanceof Expression.Column c
                && c.path().size() == 1
                && select.items().stream()
                        .anyMatch(i -> i.alias() == null
                                && i.value() instanceof Expression.Column item
                                && item.name().is(c.name()));
    }

    /// Returns whether a column is one of this SELECT's sources and not grouped by.
    private boolean isBare(Expression.Column column) {
        return binding.resolution(column) instanceof Resolution.OfColumn found
                && bound.scope().sources().contains(found.source())
                && !isKey(column);
    }

    /// Gives each column of `*` a value, unless the rows are grouped by all of them.
    private void replaceStar(Expression.Star star) {
        Set<String> names = new HashSet<>();
        for (Expression key : keys) {
            if (key instanceof Expression.Column c) {
                names.add(c.name().text().toLowerCase(Locale.ROOT));
            }
        }
        boolean isPlain = star.excluded().isEmpty()
                && star.replaced().isEmpty()
                && star.renamed().isEmpty();
        boolean isGrouped = true;
        for (BoundSource source : bound.scope().sources()) {
            for (BoundColumn column : source.columns()) {
                isGrouped &= names.contains(column.name().toLowerCase(Locale.ROOT));
            }
            isPlain &= source.isComplete();
        }
        if (isPlain && !isGrouped && (!select.groups().isEmpty() || hasExtreme)) {
            conversions.toGroupValues(star, value());
        }
    }

    /// Returns the value in the first row: in the order of the first source, then of the second, and so on, up to a
    /// source whose order is unknown.
    private GroupValue first() {
        List<String> order = new ArrayList<>();
        boolean isNumber = true;
        List<BoundSource> sources = bound.scope().sources();
        for (BoundSource source : rows().independent()) {
            String name = source.name();
            if (source.rowOrder().isEmpty() || name == null && sources.size() > 1) {
                break;
            }
            String qualifier = name == null ? "" : Token.quoteName(name) + ".";
            for (String column : source.rowOrder()) {
                order.add(qualifier + Token.quoteName(column));
                isNumber &= source.isInteger(column);
            }
        }
        return order.isEmpty()
                ? GroupValue.FIRST
                : order.size() == 1 && isNumber ? GroupValue.firstBy(order.getFirst()) : GroupValue.firstBy(order);
    }

    /// Returns whether a column has one value in a group, because a column that identifies its row is grouped by.
    private boolean isConstant(Expression.Column column) {
        if (!(binding.resolution(column) instanceof Resolution.OfColumn found)) {
            return false;
        }
        BoundSource source = found.source();
        for (Expression key : keys) {
            if (key instanceof Expression.Column k
                    && binding.resolution(k) instanceof Resolution.OfColumn o
                    && (source.isKey(k.name().text())
                                    && (o.source() == source
                                            || source.isEquated(k.name().text()))
                            || rows().identifies(o, source))) {
                return true;
            }
        }
        return false;
    }

    private JoinedRows rows() {
        if (rows == null) {
            rows = new JoinedRows(binding, bound);
        }
        return rows;
    }

    private GroupValue value() {
        if (value == null) {
            value = first();
        }
        return value;
    }

    /// Returns whether an argument of a function contains an aggregate or a window function, so the function
    /// itself isn't an aggregate.
    private static boolean hasAggregate(Expression.Call call) {
        Aggregates nested = new Aggregates();
        nested.arguments(call.arguments());
        return nested.isFound || nested.hasWindow;
    }

    /// Returns whether a function is known to have a value for each row.
    private boolean isScalar(Expression.Call call) {
        return binding.isResolved(call)
                || call.path().size() == 1 && SqlFunctions.of(call.name().text()) != null;
    }

    private static boolean isAggregate(Expression.Call call) {
        return call.window() == null && ValueConversions.isAggregate(call);
    }

    /// Finds the aggregates of a SELECT, without those of its subqueries.
    private static final class Aggregates extends TreeRewriter {
        private boolean isFound;
        private boolean hasWindow;
        private Expression.@Nullable Call extreme;
        private final List<Expression.Call> extremes = new ArrayList<>();

        @Override
        public Query query(Query q) {
            return q;
        }

        @Override
        public Expression call(Expression.Call e) {
            hasWindow |= e.window() != null;
            if (isAggregate(e)) {
                isFound = true;
                // SQLite evaluates a repeated call once, where it first occurs.
                if ((e.is("min") || e.is("max")) && !extremes.contains(e)) {
                    extremes.add(e);
                    extreme = e;
                }
            }
            return super.call(e);
        }
    }

    /// Gives bare columns their values.
    private final class Bare extends TreeRewriter {

        @Override
        protected boolean enters(Expression e) {
            return !isKey(e);
        }

        @Override
        public Expression column(Expression.Column e) {
            if (isBare(e)) {
                conversions.toGroupValue(e, isConstant(e) ? GroupValue.FIRST : value());
            }
            return e;
        }

        @Override
        public Expression call(Expression.Call e) {
            if (isAggregate(e) || e.window() == null && !isScalar(e) && !hasAggregate(e)) {
                return e;
            }
            if (e.is("extract_arg") || e.is("extract_metadata")) {
                // These become subqueries, which can't contain an aggregate of the outer query.
                Outer outer = new Outer();
                outer.arguments(e.arguments());
                if (outer.isFound) {
                    conversions.toGroupValue(e, value());
                }
                return e;
            }
            return super.call(e);
        }

        @Override
        public Expression scalarQuery(Expression.ScalarQuery e) {
            convert(e, e.query());
            return e;
        }

        @Override
        public Expression inQuery(Expression.InQuery e) {
            Aggregates nested = new Aggregates();
            nested.expression(e.value());
            boolean isConverted = !nested.isFound && !nested.hasWindow && convert(e, e.query());
            return isConverted ? e : super.inQuery(e);
        }

        @Override
        public Expression exists(Expression.Exists e) {
            convert(e, e.query());
            return e;
        }

        /// Gives an expression a value for the group if its query uses bare columns; returns whether it does.
        private boolean convert(Expression e, Query query) {
            Outer outer = new Outer();
            outer.query(query);
            if (outer.isFound) {
                conversions.toGroupValue(e, value());
            }
            return outer.isFound;
        }

        @Override
        public Query query(Query q) {
            return q;
        }
    }

    /// Finds bare columns inside of a subquery.
    private final class Outer extends TreeRewriter {
        private boolean isFound;

        @Override
        public Expression column(Expression.Column e) {
            isFound |= isBare(e);
            return e;
        }
    }
}
