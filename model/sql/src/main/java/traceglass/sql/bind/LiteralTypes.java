package traceglass.sql.bind;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.functions.TextNumber;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.TypeKind;

/// Types of numbers and strings that are written in a statement.
public final class LiteralTypes {
    private static final String LARGEST = "9223372036854775807";
    private static final Set<String> WIDE_TYPES =
            Set.of("UBIGINT", "UINT64", "HUGEINT", "INT128", "UHUGEINT", "BIGNUM", "DECIMAL", "NUMERIC", "VARCHAR");

    private LiteralTypes() {}

    /// Returns whether an integer literal is a double because it needs more than 64 bits. Exceptions are the
    /// smallest integer, whose digits after the minus need more, and casts to DuckDB's wider types, which are
    /// exact.
    public static boolean isTooLarge(Expression.Literal e) {
        if (e.text().length() < LARGEST.length()) {
            return false;
        }
        String digits = e.text().replaceFirst("^0+(?=.)", "");
        boolean isLarge = digits.length() > LARGEST.length()
                || digits.length() == LARGEST.length() && digits.compareTo(LARGEST) > 0;
        if (!isLarge || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        List<Token> tokens = e.span().statement();
        int start = e.span().start();
        int end = e.span().end();
        boolean isSmallest = digits.equals("9223372036854775808")
                && start > 0
                && tokens.get(start - 1).isOperator("-")
                && !(start > 1 && endsOperand(tokens.get(start - 2)));
        boolean isCast = end + 1 < tokens.size()
                && (tokens.get(end).isOperator("::") || tokens.get(end).is("AS"))
                && WIDE_TYPES.contains(tokens.get(end + 1).text().toUpperCase(Locale.ROOT));
        return !isSmallest && !isCast;
    }

    /// Returns whether a minus after a token is a subtraction.
    private static boolean endsOperand(Token t) {
        return switch (t.kind()) {
            case OPERATOR -> t.closes();
            case WORD ->
                t.is("END")
                        || Keywords.isValue(t.text())
                        || !Keywords.isInfix(t.text()) && !Keywords.isReserved(t.text());
            default -> true;
        };
    }

    /// Returns the type of a literal.
    static DuckType of(Expression.Literal e) {
        return switch (e.kind()) {
            case NUMBER -> number(e);
            case STRING -> DuckType.STRING_LITERAL;
            case BLOB -> DuckType.BLOB;
            case NULL -> DuckType.NULL;
            case TRUE, FALSE, UNKNOWN -> DuckType.BOOLEAN;
            default -> DuckType.UNKNOWN;
        };
    }

    private static DuckType number(Expression.Literal e) {
        String text = e.text();
        if (text.startsWith("0x") || text.startsWith("0X")) {
            return text.length() <= 9 ? DuckType.integerLiteral(32) : DuckType.UNKNOWN;
        }
        if (!isInteger(text) || isTooLarge(e)) {
            return DuckType.DOUBLE;
        }
        if (text.length() > 3 && isFactor(e)) {
            return DuckType.BIGINT;
        }
        return width(text);
    }

    private static boolean isInteger(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /// Returns the type of an integer that is written in the statement.
    private static DuckType width(String text) {
        int zeros = 0;
        while (zeros + 1 < text.length() && text.charAt(zeros) == '0') {
            zeros++;
        }
        String digits = text.substring(zeros);
        int bits = digits.length() < 10 || digits.length() == 10 && digits.compareTo("2147483647") <= 0
                ? 32
                : digits.length() < 19 || digits.length() == 19 && digits.compareTo(LARGEST) <= 0 ? 64 : 128;
        return DuckType.integerLiteral(bits);
    }

    /// Returns whether the translation widens a literal to 64 bits because it is a factor.
    private static boolean isFactor(Expression.Literal e) {
        List<Token> tokens = e.span().statement();
        int position = e.span().start();
        return position > 0 && tokens.get(position - 1).isOperator("*")
                || position + 1 < tokens.size() && tokens.get(position + 1).isOperator("*");
    }

    /// Returns the type of an operand of arithmetic, for which a string is its leading number.
    static DuckType operand(Expression e, DuckType type) {
        if (type.kind() != TypeKind.STRING_LITERAL) {
            return type;
        }
        String number = TextNumber.of(Binding.literalText(e));
        return number.matches("\\(?-?[0-9]+\\)?") ? width(number.replaceAll("[^0-9]", "")) : DuckType.DOUBLE;
    }
}
