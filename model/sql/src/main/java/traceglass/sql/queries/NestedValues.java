package traceglass.sql.queries;

import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;

/// `(SELECT (SELECT x))` is `(SELECT x)`; the time that DuckDB needs for such queries doubles with each level.
final class NestedValues {

    private NestedValues() {}

    /// Removes scalar subqueries whose only value is another scalar subquery; returns the innermost.
    static Expression.ScalarQuery unwrap(Expression.ScalarQuery outer, EditableStatement statement) {
        Expression.ScalarQuery inner = outer;
        for (Expression.ScalarQuery next = value(inner); next != null; next = value(inner)) {
            inner = next;
        }
        if (inner != outer) {
            statement.edits.delete(outer.span().start(), inner.span().outerStart());
            statement.edits.delete(inner.span().outerEnd(), outer.span().end());
        }
        return inner;
    }

    /// Returns the scalar subquery that a scalar subquery consists of; null if it contains anything else.
    private static Expression.ScalarQuery value(Expression.ScalarQuery e) {
        boolean isOnlyList = e.query().isBare()
                && e.query().body() instanceof QueryBody.Select s
                && s.distinct() == null
                && s.items().size() == 1
                && s.from().isEmpty()
                && s.where() == null
                && s.groups().isEmpty()
                && s.having() == null
                && s.qualify() == null;
        if (!isOnlyList) {
            return null;
        }
        return ((QueryBody.Select) e.query().body()).items().getFirst().value() instanceof Expression.ScalarQuery q
                ? q
                : null;
    }
}
