package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A type as written.
public sealed interface SqlType extends SyntaxNode {

    /// A type with a name and possibly numbers, `DECIMAL(10, 2)`; SQLite accepts several words.
    ///
    /// @param name the words as written, separated by spaces; a quoted name keeps its quotes
    record Simple(String name, List<Expression> modifiers, NodeSpan span) implements SqlType {}

    /// A type made of types, such as `STRUCT(a INT)` or `MAP(TEXT, INT)`.
    record Nested(String name, List<Field> fields, NodeSpan span) implements SqlType {}

    /// A list or array, `INT[]` or `INT[3]`.
    ///
    /// @param size null for a list
    record Array(SqlType element, @Nullable Expression size, NodeSpan span) implements SqlType {}

    /// @param name null in a map
    record Field(@Nullable SqlName name, SqlType type) {}
}
