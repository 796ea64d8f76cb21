package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// A shift by 64 bits or more yields 0, and one by a negative number goes in the opposite direction. DuckDB rejects
/// both for left shifts and implements neither for right shifts.
final class WideShifts implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Binary.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        if (!(expression instanceof Expression.Binary e)) {
            return;
        }
        boolean isRight = e.operator() == BinaryOperator.SHIFT_RIGHT;
        boolean isUsed = isRight
                ? !isNarrow(e.right())
                : statement.changes.hasWideShifts && e.operator() == BinaryOperator.SHIFT_LEFT;
        if (isUsed) {
            statement.edits.builtins.add("tg_shift");
            statement.edits.wrap(e.span().start(), e.span().end(), "tg_shift(", ")");
            statement.edits.replace(e.left().span().outerEnd(), isRight ? ", -" : ",");
            statement.wrap(e.right(), "(", ")");
        }
    }

    /// Returns whether a number of places is certainly less than 64.
    private static boolean isNarrow(Expression shift) {
        return shift instanceof Expression.Literal literal
                && literal.span().parentheses() == 0
                && literal.text().length() < 3
                && literal.text().chars().allMatch(Character::isDigit)
                && Integer.parseInt(literal.text()) < Long.SIZE;
    }
}
