package traceglass.sql.tree;

/// Operators between two operands, with their precedence in SQLite and in DuckDB.
///
/// In SQLite, all are left associative, `<` binds stronger than `=`, and `||` stronger than arithmetic. In DuckDB,
/// comparisons do not associate, IS binds weaker than `=`, and `||`, shifts and other operators of several characters
/// bind weaker than arithmetic. The SQLite level decides how a text is read; emitted text has parentheses wherever one
/// of the two would read it differently.
public enum BinaryOperator {
    OR("OR", 1, 2, false),
    AND("AND", 2, 3, false),
    IS("IS", 4, 5, true),
    IS_NOT("IS NOT", 4, 5, true),
    IS_DISTINCT_FROM("IS DISTINCT FROM", 4, 5, true),
    IS_NOT_DISTINCT_FROM("IS NOT DISTINCT FROM", 4, 5, true),
    EQUAL("=", 4, 6, true),
    NOT_EQUAL("<>", 4, 6, true),
    LIKE("LIKE", 4, 7, true),
    NOT_LIKE("NOT LIKE", 4, 7, true),
    ILIKE("ILIKE", 4, 7, true),
    NOT_ILIKE("NOT ILIKE", 4, 7, true),
    GLOB("GLOB", 4, 7, true),
    NOT_GLOB("NOT GLOB", 4, 7, true),
    REGEXP("REGEXP", 4, 7, true),
    NOT_REGEXP("NOT REGEXP", 4, 7, true),
    MATCH("MATCH", 4, 7, true),
    NOT_MATCH("NOT MATCH", 4, 7, true),
    SIMILAR_TO("SIMILAR TO", 4, 7, true),
    NOT_SIMILAR_TO("NOT SIMILAR TO", 4, 7, true),
    LESS("<", 5, 6, true),
    LESS_OR_EQUAL("<=", 5, 6, true),
    GREATER(">", 5, 6, true),
    GREATER_OR_EQUAL(">=", 5, 6, true),
    BIT_AND("&", 6, 8, false),
    BIT_OR("|", 6, 8, false),
    SHIFT_LEFT("<<", 6, 8, false),
    SHIFT_RIGHT(">>", 6, 8, false),
    REGEX_MATCH("~", 6, 8, false),
    NOT_REGEX_MATCH("!~", 6, 8, false),
    LIKE_SIGN("~~", 6, 8, false),
    NOT_LIKE_SIGN("!~~", 6, 8, false),
    ILIKE_SIGN("~~*", 6, 8, false),
    NOT_ILIKE_SIGN("!~~*", 6, 8, false),
    STARTS_WITH("^@", 6, 8, false),
    CONTAINS("@>", 6, 8, false),
    CONTAINED("<@", 6, 8, false),
    OVERLAPS("&&", 6, 8, false),
    ADD("+", 7, 9, false),
    SUBTRACT("-", 7, 9, false),
    MULTIPLY("*", 8, 10, false),
    DIVIDE("/", 8, 10, false),
    DIVIDE_WHOLE("//", 8, 10, false),
    MODULO("%", 8, 10, false),
    JOIN("||", 9, 8, false),
    /// DuckDB reads a lambda with the lowest precedence where this operator stands.
    JSON("->", 9, 1, false),
    JSON_TEXT("->>", 9, 8, false),
    POWER("^", 10, 11, false),
    POWER_STARS("**", 10, 11, false);

    private final String text;
    private final int level;
    private final int duckLevel;
    private final boolean isSingle;

    BinaryOperator(String text, int level, int duckLevel, boolean isSingle) {
        this.text = text;
        this.level = level;
        this.duckLevel = duckLevel;
        this.isSingle = isSingle;
    }

    /// Returns the operator as it is written.
    public String text() {
        return text;
    }

    /// Returns the precedence in SQLite; operators of a higher level bind stronger. See [Precedence].
    public int level() {
        return level;
    }

    /// Returns the precedence in DuckDB.
    public int duckLevel() {
        return duckLevel;
    }

    /// Returns whether DuckDB allows no other operator of the same level as an operand without parentheses.
    public boolean isSingle() {
        return isSingle;
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
