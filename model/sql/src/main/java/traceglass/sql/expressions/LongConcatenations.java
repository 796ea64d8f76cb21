package traceglass.sql.expressions;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// Splits long chains `a || b || c …` into nested halves, because DuckDB limits the depth of expressions and needs
/// time that grows with the cube of the depth.
final class LongConcatenations implements SyntaxRule {
    /// Maximum number of operands of chains that are left unchanged.
    private static final int MAX_OPERANDS = 32;

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (!(expression instanceof Expression.Binary e)
                || e.operator() != BinaryOperator.CONCATENATE
                || e.span().parentheses() == 0 && isContinued(e, statement)) {
            return;
        }
        List<Expression> operands = new ArrayList<>();
        Expression first = e;
        while (first instanceof Expression.Binary b
                && b.operator() == BinaryOperator.CONCATENATE
                && (b == e || b.span().parentheses() == 0)) {
            operands.add(b.right());
            first = b.left();
        }
        operands.add(first);
        if (operands.size() > MAX_OPERANDS) {
            halve(operands.reversed(), statement);
        }
    }

    /// Returns whether the chain of operands continues after this expression.
    private static boolean isContinued(Expression.Binary e, EditableStatement statement) {
        int next = e.span().end();
        return next < statement.tokens.size() && statement.tokens.get(next).isOperator("||");
    }

    private static void halve(List<Expression> operands, EditableStatement statement) {
        if (operands.size() < 3) {
            return;
        }
        int middle = operands.size() / 2;
        for (List<Expression> half : List.of(operands.subList(0, middle), operands.subList(middle, operands.size()))) {
            if (half.size() > 1) {
                statement.edits.wrap(
                        half.getFirst().span().outerStart(),
                        half.getLast().span().outerEnd(),
                        "(",
                        ")");
                halve(half, statement);
            }
        }
    }
}
