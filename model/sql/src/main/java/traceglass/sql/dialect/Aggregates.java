package traceglass.sql.dialect;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.functions.SqlFunctions;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TreeRewriter;

/// Finds calls of aggregates and window functions.
public final class Aggregates extends TreeRewriter {
    private final boolean includesQueries;
    private boolean isFound;
    private final List<Expression.Call> windows = new ArrayList<>();

    private Aggregates(boolean includesQueries) {
        this.includesQueries = includesQueries;
    }

    private static Aggregates in(QueryBody.Select select) {
        Aggregates finder = new Aggregates(false);
        select.items().forEach(finder::item);
        return finder;
    }

    /// Returns whether an expression, or a query in it, calls an aggregate or a window function.
    public static boolean areIn(Expression e) {
        Aggregates finder = new Aggregates(true);
        finder.expression(e);
        return finder.isFound || !finder.windows.isEmpty();
    }

    /// Returns whether a SELECT has HAVING, or its list calls an aggregate that is not a window function.
    public static boolean isAggregated(QueryBody.Select select) {
        return select.having() != null || in(select).isFound;
    }

    /// Returns the calls of window functions in the list of a SELECT, in order.
    public static List<Expression.Call> windows(QueryBody.Select select) {
        return in(select).windows;
    }

    /// Returns the first call of a window function in the list of a SELECT; null if there is none.
    public static Expression.Call firstWindow(QueryBody.Select select) {
        List<Expression.Call> windows = windows(select);
        return windows.isEmpty() ? null : windows.getFirst();
    }

    /// Returns whether a call is that of an aggregate: `min` and `max` with several arguments are not.
    public static boolean isAggregate(Expression.Call call) {
        boolean isScalar =
                (call.is("min") || call.is("max")) && call.arguments().size() > 1;
        return !isScalar && SqlFunctions.isAggregate(call.name().text());
    }

    @Override
    public Query query(Query q) {
        return includesQueries ? super.query(q) : q;
    }

    @Override
    public Expression call(Expression.Call e) {
        isFound |= e.window() == null && isAggregate(e);
        super.call(e);
        if (e.window() != null) {
            windows.add(e);
        }
        return e;
    }
}
