package traceglass.sql.expressions;

import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;

/// `+x` is the value itself, even if it is text; DuckDB accepts the sign only for numbers.
final class UnaryPlus implements SyntaxRule {

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Unary e && e.operator() == Expression.UnaryKind.PLUS) {
            statement.edits.replace(e.span().start(), "");
        }
    }
}
