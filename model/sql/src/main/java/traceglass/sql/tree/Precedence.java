package traceglass.sql.tree;

/// Levels of precedence of everything that can be an operand; higher levels bind more tightly.
///
/// The first group is SQLite's order, extended by DuckDB's operators, which decides how a text is read. The second is
/// DuckDB's. See [BinaryOperator].
public final class Precedence {
    public static final int OR = 1;
    public static final int AND = 2;
    public static final int NOT = 3;
    /// Equality, IS, IN, BETWEEN, LIKE.
    public static final int EQUALITY = 4;
    public static final int RELATION = 5;
    public static final int BITS = 6;
    public static final int SUM = 7;
    public static final int FACTOR = 8;
    public static final int JOIN = 9;
    public static final int POWER = 10;
    public static final int COLLATE = 11;
    public static final int UNARY = 12;
    /// Subscripts, fields and `::`.
    public static final int POSTFIX = 13;
    public static final int PRIMARY = 14;

    public static final int DUCK_LAMBDA = 1;
    public static final int DUCK_NOT = 4;
    public static final int DUCK_IS = 5;
    public static final int DUCK_COMPARISON = 6;
    /// IN, BETWEEN, LIKE.
    public static final int DUCK_PATTERN = 7;
    /// `||`, shifts, `~` and other operators of several characters.
    public static final int DUCK_OPERATOR = 8;
    public static final int DUCK_TIME_ZONE = 12;
    public static final int DUCK_COLLATE = 13;
    public static final int DUCK_SIGN = 14;
    public static final int DUCK_POSTFIX = 15;
    public static final int DUCK_PRIMARY = 16;

    private Precedence() {}
}
