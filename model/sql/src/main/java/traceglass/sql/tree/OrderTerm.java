package traceglass.sql.tree;

/// A term of ORDER BY.
public record OrderTerm(Expression value, Direction direction, Nulls nulls, NodeSpan span) implements SyntaxNode {

    /// Direction as written.
    public enum Direction {
        UNSPECIFIED,
        ASC,
        DESC
    }

    /// Place of NULL as written.
    public enum Nulls {
        UNSPECIFIED,
        FIRST,
        LAST
    }

    public OrderTerm withValue(Expression other) {
        return other == value ? this : new OrderTerm(other, direction, nulls, span);
    }
}
