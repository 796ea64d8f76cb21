package traceglass.sql.tree;

import java.util.List;

/// A stage of a pipeline.
public sealed interface PipeStage extends SyntaxNode {

    /// `SELECT items` or `EXTEND items`
    record Items(boolean isExtend, List<SelectItem> items, NodeSpan span) implements PipeStage {}

    /// `DROP names`
    record Drop(List<SqlName> names, NodeSpan span) implements PipeStage {}

    /// `RENAME name AS renamed, …`
    record Rename(List<Expression.Renamed> names, NodeSpan span) implements PipeStage {}

    /// `SET name = value, …`
    record Assign(List<SqlStatement.Assignment> assignments, NodeSpan span) implements PipeStage {}

    /// `AS name`
    record Named(SqlName name, NodeSpan span) implements PipeStage {}

    /// `WHERE condition`
    record Filter(Expression condition, NodeSpan span) implements PipeStage {}

    /// `ORDER BY terms`
    record Order(List<OrderTerm> terms, NodeSpan span) implements PipeStage {}

    /// `AGGREGATE items GROUP BY keys`
    record Aggregate(List<SelectItem> items, List<SelectItem> keys, NodeSpan span) implements PipeStage {}

    /// `TREE ACCUMULATE UP items` or `… DOWN items`
    record Accumulate(boolean isUp, List<SelectItem> items, NodeSpan span) implements PipeStage {}

    /// `INTERVAL FLATTEN PER keys AGGREGATE items`
    record Flatten(List<SqlName> keys, List<SelectItem> items, NodeSpan span) implements PipeStage {}

    /// A missing stage in an incomplete statement.
    record Hole(NodeSpan span) implements PipeStage {}
}
