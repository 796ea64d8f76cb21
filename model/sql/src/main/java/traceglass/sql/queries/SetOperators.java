package traceglass.sql.queries;

import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.QueryBody;

/// Set operators apply from left to right; in DuckDB INTERSECT has higher precedence.
final class SetOperators {

    private SetOperators() {}

    static void apply(QueryBody body, EditableStatement statement) {
        for (QueryBody b = body; b instanceof QueryBody.SetOperation o; b = o.left()) {
            if (o.operator() == QueryBody.SetOperator.INTERSECT && hasOthers(o.left())) {
                statement.edits.wrap(o.left().span().start(), o.left().span().end(), "(", ")");
            }
        }
    }

    /// Returns whether operators other than INTERSECT come before.
    private static boolean hasOthers(QueryBody body) {
        return body instanceof QueryBody.SetOperation o
                && (o.operator() != QueryBody.SetOperator.INTERSECT || hasOthers(o.left()));
    }
}
