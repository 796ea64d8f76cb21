package traceglass.sql.tree;

/// A term of ORDER BY.
public record OrderTerm(Expression value, Direction direction, Nulls nulls, NodeSpan span) implements SyntaxNode {

    /// Direction as written.
    public enum Direction {
        UNSPECIFIED,
        ASC,
        DESC
    }

    /// Position of NULL as written.
    public enum Nulls {
        UNSPECIFIED,
        FIRST,
        LAST
    }

    public OrderTerm withValue(Expression newValue) {
        return newValue == value ? this : new OrderTerm(newValue, direction, nulls, span);
    }
}
