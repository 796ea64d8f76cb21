package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Precedence;

/// `a IS b` compares any two values, and NULL as one of them; `a NOT NULL` is `a IS NOT NULL`.
final class NullSafeEquality implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (!(expression instanceof Expression.Binary e) || e.operator().level() != Precedence.EQUALITY) {
            return;
        }
        if (e.left() instanceof Expression.Binary left
                && left.span().parentheses() == 0
                && isComparison(left, statement)) {
            statement.wrap(left, "(", ")");
        }
        int verb = e.left().span().outerEnd();
        boolean isNegated = e.operator() == BinaryOperator.IS_NOT;
        if (isComparison(e, statement)) {
            statement.edits.replace(verb, isNegated ? "IS DISTINCT FROM" : "IS NOT DISTINCT FROM");
            if (isNegated) {
                statement.edits.replace(verb + 1, "");
            }
        } else if (isNegated && statement.tokens.get(verb).is("NOT")) {
            statement.edits.replace(verb, "IS NOT");
        }
    }

    /// Returns whether an expression is `a IS b` and no test for NULL or a boolean.
    private static boolean isComparison(Expression.Binary e, EditableStatement statement) {
        boolean isTest = e.right() instanceof Expression.Literal right
                && right.span().parentheses() == 0
                && switch (right.kind()) {
                    case NULL, TRUE, FALSE, UNKNOWN -> true;
                    default -> false;
                };
        return (e.operator() == BinaryOperator.IS || e.operator() == BinaryOperator.IS_NOT)
                && !isTest
                && statement.tokens.get(e.left().span().outerEnd()).is("IS")
                && !statement.tokens.get(e.right().span().outerStart()).is("JSON");
    }
}
