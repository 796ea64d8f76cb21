package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A column or constraint that CREATE TABLE declares.
public sealed interface TableElement extends SyntaxNode {

    /// `name type constraints`
    ///
    /// @param type first word of the type, null if none is declared
    /// @param isKey whether PRIMARY KEY follows the type
    /// @param automatic positions of the AUTOINCREMENT keywords after PRIMARY KEY
    record Column(SqlName name, @Nullable SqlName type, boolean isKey, List<NodeSpan> automatic, NodeSpan span)
            implements TableElement {}

    /// A constraint of the table, or a part of the declaration that only the database understands.
    record Constraint(NodeSpan span) implements TableElement {}
}
