package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// `==` is `=`; in DuckDB it has the precedence of `||`.
final class EqualitySigns implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (expression instanceof Expression.Binary e && e.operator() == BinaryOperator.EQUAL) {
            int operator = e.left().span().outerEnd();
            if (statement.tokens.get(operator).isOperator("==")) {
                statement.edits.replace(operator, "=");
            }
        }
    }
}
