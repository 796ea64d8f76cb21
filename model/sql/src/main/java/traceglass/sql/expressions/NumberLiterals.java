package traceglass.sql.expressions;

import java.util.Set;
import traceglass.sql.bind.LiteralTypes;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;

/// A number with a decimal point, or with more than 64 bits, is a double, not a DECIMAL; a hexadecimal number is an
/// integer of 64 bits.
final class NumberLiterals implements SyntaxRule {

    @Override
    public Set<Class<? extends Expression>> kinds() {
        return Set.of(Expression.Literal.class, Expression.Binary.class, Expression.InList.class);
    }

    @Override
    public void apply(Expression expression, EditableStatement statement) {
        switch (expression) {
            case Expression.Literal e
            when e.kind() == Expression.Kind.NUMBER && LiteralTypes.isTooLarge(e) -> {
                if (!statement.edits.isReplaced(e.span().start())) {
                    statement.edits.replace(e.span().start(), e.text() + "e0");
                }
            }
            case Expression.Literal e
            when e.kind() == Expression.Kind.NUMBER -> translate(e.span().start(), e.text(), statement);
            case Expression.Binary e
            when e.operator() == BinaryOperator.MULTIPLY -> {
                int operator = e.left().span().outerEnd();
                widenFactor(operator - 1, statement);
                widenFactor(operator + 1, statement);
            }
            case Expression.Binary e
            when isComparison(e.operator()) -> compareExactly(e.right().span().outerStart(), statement);
            case Expression.InList e ->
                e.elements().forEach(v -> compareExactly(v.span().outerStart(), statement));
            default -> {}
        }
    }

    /// Translates a number.
    static void translate(int i, String text, EditableStatement statement) {
        if (statement.edits.isReplaced(i)) {
            return;
        }
        if (text.length() > 2 && (text.charAt(1) == 'x' || text.charAt(1) == 'X')) {
            String value = text.length() <= 18 ? String.valueOf(Long.parseUnsignedLong(text.substring(2), 16)) : text;
            statement.edits.replace(i, value);
        } else if (text.indexOf('.') >= 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            statement.edits.replace(i, (text.endsWith(".") ? text + "0" : text) + "e0");
        }
    }

    /// Widens a factor to 64 bits. In a function, DuckDB notices an overflow of 32 bits too late to retry.
    private static void widenFactor(int i, EditableStatement statement) {
        Token t = statement.tokens.get(i);
        boolean isLarge = t.kind() == Token.Kind.NUMBER && t.text().length() > 3 && hasOnlyDigits(t.text());
        if (isLarge && !statement.edits.isReplaced(i)) {
            statement.edits.replace(i, "CAST(" + t.text() + " AS BIGINT)");
        }
    }

    /// Compares with the exact integer in a text such as `9007199254740993.0`, as SQLite does: a double of this size
    /// represents several integers.
    private static void compareExactly(int i, EditableStatement statement) {
        Token t = statement.tokens.get(i);
        int dot = t.kind() == Token.Kind.NUMBER ? t.text().indexOf('.') : -1;
        boolean isExact = dot >= 16
                && dot <= 18
                && t.text().substring(dot + 1).chars().allMatch(c -> c == '0')
                && hasOnlyDigits(t.text().substring(0, dot));
        if (isExact && !statement.edits.isReplaced(i)) {
            statement.edits.replace(i, t.text().substring(0, dot));
        }
    }

    private static boolean isComparison(BinaryOperator operator) {
        return switch (operator) {
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    private static boolean hasOnlyDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
