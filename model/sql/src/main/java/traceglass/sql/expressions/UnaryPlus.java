package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;

/// `+x` is the value itself, even if it is text; DuckDB accepts the sign only for numbers.
final class UnaryPlus implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Unary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Unary e && e.operator() == Expression.UnaryKind.PLUS) {
            statement.edits.replace(e.span().start(), "");
        }
    }
}
