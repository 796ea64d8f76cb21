package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// `%` applies to the integer parts of its operands. DuckDB distinguishes integers from doubles only through an
/// operator that doubles do not support: `&`.
final class WholeModulo implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (!(expression instanceof Expression.Binary e) || e.operator() != BinaryOperator.MODULO) {
            return;
        }
        int operator = e.left().span().outerEnd();
        if (statement.changes.realModulos.contains(operator)) {
            statement.edits.builtins.add("tg_real_mod");
            statement.edits.wrap(e.span().start(), e.span().end(), "tg_real_mod(", ")");
            statement.edits.replace(operator, ",");
        } else {
            truncateOperand(e.left(), statement);
            truncateOperand(e.right(), statement);
        }
    }

    private static void truncateOperand(Expression operand, EditableStatement statement) {
        if (!isWhole(operand)) {
            statement.wrap(operand, "((", ") & -1)");
        }
    }

    /// Returns whether an operand is an integer written in the statement.
    private static boolean isWhole(Expression operand) {
        return operand instanceof Expression.Literal literal
                && literal.kind() == Expression.Kind.NUMBER
                && literal.span().parentheses() == 0
                && literal.text().chars().allMatch(Character::isDigit);
    }
}
