package traceglass.sql.tree;

import org.jspecify.annotations.Nullable;

/// An item of a select list, or another expression that can have a name.
///
/// @param alias null if it has none
public record SelectItem(Expression value, @Nullable SqlName alias, NodeSpan span) implements SyntaxNode {

    public SelectItem withValue(Expression newValue) {
        return newValue == value ? this : new SelectItem(newValue, alias, span);
    }
}
