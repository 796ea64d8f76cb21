package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The window of a window function: `OVER name` or `OVER (…)`.
///
/// @param base the window that it refers to or extends, or null
/// @param isReference whether it is only the name, without parentheses
public record WindowSpec(
        @Nullable SqlName base,
        boolean isReference,
        List<Expression> partitions,
        List<OrderTerm> order,
        @Nullable Frame frame,
        NodeSpan span)
        implements SyntaxNode {

    /// A definition in a WINDOW clause: `name AS (…)`.
    public record Named(SqlName name, WindowSpec window, NodeSpan span) implements SyntaxNode {}

    /// Rows of the window that a value is computed from.
    ///
    /// @param end null for the short form with a start only
    public record Frame(Unit unit, Bound start, @Nullable Bound end, Exclude exclude) {}

    public enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    public enum BoundKind {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /// @param offset offset of PRECEDING and FOLLOWING, else null
    public record Bound(BoundKind kind, @Nullable Expression offset) {}

    public enum Exclude {
        UNSPECIFIED,
        NO_OTHERS,
        CURRENT_ROW,
        GROUP,
        TIES
    }
}
