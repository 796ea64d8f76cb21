package traceglass.sql.tree;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Operators between two operands, with their precedence in SQLite: all are left-associative, `<` binds more tightly
/// than `=`, and `||` more tightly than arithmetic operators.
public enum BinaryOperator {
    OR("OR", 1),
    AND("AND", 2),
    IS("IS", 4),
    IS_NOT("IS NOT", 4),
    IS_DISTINCT_FROM("IS DISTINCT FROM", 4),
    IS_NOT_DISTINCT_FROM("IS NOT DISTINCT FROM", 4),
    EQUAL("=", 4),
    NOT_EQUAL("<>", 4),
    LIKE("LIKE", 4),
    NOT_LIKE("NOT LIKE", 4),
    ILIKE("ILIKE", 4),
    NOT_ILIKE("NOT ILIKE", 4),
    GLOB("GLOB", 4),
    NOT_GLOB("NOT GLOB", 4),
    REGEXP("REGEXP", 4),
    NOT_REGEXP("NOT REGEXP", 4),
    MATCH("MATCH", 4),
    NOT_MATCH("NOT MATCH", 4),
    SIMILAR_TO("SIMILAR TO", 4),
    NOT_SIMILAR_TO("NOT SIMILAR TO", 4),
    LESS("<", 5),
    LESS_OR_EQUAL("<=", 5),
    GREATER(">", 5),
    GREATER_OR_EQUAL(">=", 5),
    BIT_AND("&", 6),
    BIT_OR("|", 6),
    SHIFT_LEFT("<<", 6),
    SHIFT_RIGHT(">>", 6),
    REGEX_MATCH("~", 6),
    NOT_REGEX_MATCH("!~", 6),
    LIKE_SIGN("~~", 6),
    NOT_LIKE_SIGN("!~~", 6),
    ILIKE_SIGN("~~*", 6),
    NOT_ILIKE_SIGN("!~~*", 6),
    STARTS_WITH("^@", 6),
    CONTAINS("@>", 6),
    CONTAINED("<@", 6),
    OVERLAPS("&&", 6),
    ADD("+", 7),
    SUBTRACT("-", 7),
    MULTIPLY("*", 8),
    DIVIDE("/", 8),
    DIVIDE_WHOLE("//", 8),
    MODULO("%", 8),
    CONCATENATE("||", 9),
    JSON("->", 9),
    JSON_TEXT("->>", 9),
    POWER("^", 10),
    POWER_STARS("**", 10);

    private static final Map<String, BinaryOperator> BY_TEXT = new HashMap<>();

    static {
        for (BinaryOperator o : values()) {
            BY_TEXT.put(o.text, o);
        }
        BY_TEXT.put("==", EQUAL);
        BY_TEXT.put("!=", NOT_EQUAL);
    }

    private final String text;
    private final int level;

    BinaryOperator(String text, int level) {
        this.text = text;
        this.level = level;
    }

    /// Returns the operator with this text, such as `<=` or `NOT LIKE`; null if there is none.
    public static @Nullable BinaryOperator of(String text) {
        return BY_TEXT.get(text);
    }

    /// Returns the precedence in SQLite; operators of a higher level bind more tightly. See [Precedence].
    public int level() {
        return level;
    }

    /// Returns whether this is a comparison that SQLite's rules of affinity apply to.
    public boolean isComparison() {
        return switch (this) {
            case IS,
                    IS_NOT,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM,
                    EQUAL,
                    NOT_EQUAL,
                    LESS,
                    LESS_OR_EQUAL,
                    GREATER,
                    GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }
}
