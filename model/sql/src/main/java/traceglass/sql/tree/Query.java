package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query: WITH, a body, and the clauses that apply to the whole body.
///
/// @param with null if there is none
/// @param order terms of ORDER BY, empty if there is none
/// @param limit null if there is none
public record Query(
        @Nullable With with,
        QueryBody body,
        List<OrderTerm> order,
        @Nullable Limit limit,
        NodeSpan span) implements SyntaxNode {

    /// `WITH [RECURSIVE] table, …`
    public record With(boolean isRecursive, List<CommonTable> tables, NodeSpan span) implements SyntaxNode {}

    /// `name (columns) [USING KEY (keys)] AS [[NOT] MATERIALIZED] (query)`
    public record CommonTable(
            SqlName name,
            List<SqlName> columns,
            List<SqlName> keys,
            Materialized materialized,
            Query query,
            NodeSpan span)
            implements SyntaxNode {}

    /// Whether a common table is computed once, as written.
    public enum Materialized {
        UNSPECIFIED,
        YES,
        NO
    }

    /// `LIMIT count OFFSET offset`, also written as `LIMIT offset, count` or `FETCH FIRST count ROWS ONLY`.
    ///
    /// @param count null if only an offset is given
    /// @param isPercent whether the count is a percentage of the rows
    public record Limit(
            @Nullable Expression count,
            boolean isPercent,
            @Nullable Expression offset,
            NodeSpan span) implements SyntaxNode {}

    /// Returns a query that consists only of a body.
    public static Query of(QueryBody body) {
        return new Query(null, body, List.of(), null, body.span());
    }

    /// Returns whether the query has nothing but a body.
    public boolean isBare() {
        return with == null && order.isEmpty() && limit == null;
    }
}
