package traceglass.sql.tree;

/// A node of the syntax tree.
public sealed interface SyntaxNode
        permits Expression,
                Query,
                Query.With,
                Query.CommonTable,
                Query.Limit,
                QueryBody,
                SelectItem,
                OrderTerm,
                SqlName,
                SqlStatement,
                SqlType,
                TableElement,
                TableSource,
                PipeStage,
                WindowSpec,
                WindowSpec.Named {

    /// Returns the tokens that the node was read from; for a node that a rule created, those of the node it replaces.
    NodeSpan span();
}
