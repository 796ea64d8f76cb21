package traceglass.sql.tree;

import org.jspecify.annotations.Nullable;

/// An item of a select list, or another expression that can have a name.
///
/// @param alias null if it has none
public record SelectItem(Expression value, @Nullable SqlName alias, NodeSpan span) implements SyntaxNode {

    public SelectItem withValue(Expression newValue) {
        return newValue == value ? this : new SelectItem(newValue, alias, span);
    }

    /// Returns whether the item expands to several columns.
    public boolean isExpandable() {
        return isExpandable(value);
    }

    private static boolean isExpandable(Expression value) {
        return switch (value) {
            case Expression.Star e -> true;
            case Expression.AllFields e -> true;
            case Expression.Unary e -> e.operator() == Expression.UnaryKind.UNPACK || isExpandable(e.operand());
            case Expression.Binary e -> isExpandable(e.left()) || isExpandable(e.right());
            case Expression.Pattern e -> isExpandable(e.value());
            case Expression.Cast e -> isExpandable(e.value());
            case Expression.Call e -> e.is("COLUMNS") || isExpandable(e.arguments());
            default -> false;
        };
    }

    /// Returns whether an argument expands to several arguments of the same call.
    private static boolean isArgumentList(Expression argument) {
        return argument instanceof Expression.Star star && star.qualifier() == null
                || argument instanceof Expression.Unary e && e.operator() == Expression.UnaryKind.UNPACK;
    }

    private static boolean isExpandable(CallArguments arguments) {
        for (CallArguments.Argument argument : arguments.list()) {
            if (isExpandable(argument.value()) && !isArgumentList(argument.value())) {
                return true;
            }
        }
        return false;
    }
}
