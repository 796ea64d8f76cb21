package traceglass.sql.dialect;

import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.TreeRewriter;

/// Finds calls of aggregates and window functions.
final class Aggregates extends TreeRewriter {
    private final boolean includesQueries;
    private boolean isFound;
    private boolean isWindowFound;

    private Aggregates(boolean includesQueries) {
        this.includesQueries = includesQueries;
    }

    /// Returns whether an expression, or a query in it, calls an aggregate or a window function.
    static boolean areIn(Expression e) {
        Aggregates finder = new Aggregates(true);
        finder.expression(e);
        return finder.isFound || finder.isWindowFound;
    }

    /// Returns whether a call is that of an aggregate: `min` and `max` with several arguments are not.
    static boolean isAggregate(Expression.Call call) {
        boolean isChoice =
                (call.is("min") || call.is("max")) && call.arguments().size() > 1;
        return !isChoice && Functions.isAggregate(call.name().text());
    }

    @Override
    public Query query(Query q) {
        return includesQueries ? super.query(q) : q;
    }

    @Override
    public Expression call(Expression.Call e) {
        isWindowFound |= e.window() != null;
        isFound |= isAggregate(e);
        return super.call(e);
    }
}
