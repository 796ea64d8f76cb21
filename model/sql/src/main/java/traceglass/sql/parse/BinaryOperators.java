package traceglass.sql.parse;

import org.jspecify.annotations.Nullable;
import traceglass.sql.tree.BinaryOperator;

/// Finds binary operators by their text or word.
final class BinaryOperators {

    private BinaryOperators() {}

    /// Returns the operator that is written with these signs, null if there is none.
    static @Nullable BinaryOperator of(String text) {
        return switch (text) {
            case "=", "==" -> BinaryOperator.EQUAL;
            case "<>", "!=" -> BinaryOperator.NOT_EQUAL;
            case "<" -> BinaryOperator.LESS;
            case "<=" -> BinaryOperator.LESS_OR_EQUAL;
            case ">" -> BinaryOperator.GREATER;
            case ">=" -> BinaryOperator.GREATER_OR_EQUAL;
            case "+" -> BinaryOperator.ADD;
            case "-" -> BinaryOperator.SUBTRACT;
            case "*" -> BinaryOperator.MULTIPLY;
            case "/" -> BinaryOperator.DIVIDE;
            case "//" -> BinaryOperator.DIVIDE_WHOLE;
            case "%" -> BinaryOperator.MODULO;
            case "||" -> BinaryOperator.JOIN;
            case "->" -> BinaryOperator.JSON;
            case "->>" -> BinaryOperator.JSON_TEXT;
            case "&" -> BinaryOperator.BIT_AND;
            case "|" -> BinaryOperator.BIT_OR;
            case "<<" -> BinaryOperator.SHIFT_LEFT;
            case ">>" -> BinaryOperator.SHIFT_RIGHT;
            case "^" -> BinaryOperator.POWER;
            case "**" -> BinaryOperator.POWER_STARS;
            case "~" -> BinaryOperator.REGEX_MATCH;
            case "!~" -> BinaryOperator.NOT_REGEX_MATCH;
            case "~~" -> BinaryOperator.LIKE_SIGN;
            case "!~~" -> BinaryOperator.NOT_LIKE_SIGN;
            case "~~*" -> BinaryOperator.ILIKE_SIGN;
            case "!~~*" -> BinaryOperator.NOT_ILIKE_SIGN;
            case "^@" -> BinaryOperator.STARTS_WITH;
            case "@>" -> BinaryOperator.CONTAINS;
            case "<@" -> BinaryOperator.CONTAINED;
            case "&&" -> BinaryOperator.OVERLAPS;
            default -> null;
        };
    }

    /// Returns the operator that compares with a pattern and is written with this word, null if there is none.
    static @Nullable BinaryOperator pattern(Word word, boolean isNegated) {
        return switch (word) {
            case LIKE -> isNegated ? BinaryOperator.NOT_LIKE : BinaryOperator.LIKE;
            case ILIKE -> isNegated ? BinaryOperator.NOT_ILIKE : BinaryOperator.ILIKE;
            case GLOB -> isNegated ? BinaryOperator.NOT_GLOB : BinaryOperator.GLOB;
            case REGEXP -> isNegated ? BinaryOperator.NOT_REGEXP : BinaryOperator.REGEXP;
            case MATCH -> isNegated ? BinaryOperator.NOT_MATCH : BinaryOperator.MATCH;
            case SIMILAR -> isNegated ? BinaryOperator.NOT_SIMILAR_TO : BinaryOperator.SIMILAR_TO;
            default -> null;
        };
    }
}
