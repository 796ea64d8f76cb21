package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source in FROM.
public sealed interface TableSource extends SyntaxNode {

    /// Calls the visitor's method for this kind of source.
    <R> R accept(Visitor<R> visitor);

    /// An alias, possibly with names of columns.
    record Alias(SqlName name, List<SqlName> columns) {}

    /// `TABLESAMPLE method(amount PERCENT) REPEATABLE (seed)`
    ///
    /// @param method null if it is not named
    /// @param unit PERCENT, ROWS or empty
    /// @param seed null if there is none
    record Sample(
            @Nullable SqlName method,
            Expression amount,
            String unit,
            @Nullable Expression seed) {}

    /// A table, view, common table, or file.
    ///
    /// @param path the name, possibly with schemas in front of it
    record Table(
            List<SqlName> path,
            @Nullable Alias alias,
            @Nullable Sample sample,
            NodeSpan span) implements TableSource {
        /// Returns the name without its schemas.
        public SqlName name() {
            return path.getLast();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.table(this);
        }
    }

    /// A call of a table function.
    record Function(
            boolean isLateral,
            Expression.Call call,
            boolean hasOrdinality,
            @Nullable Alias alias,
            @Nullable Sample sample,
            NodeSpan span)
            implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.function(this);
        }
    }

    /// A call of a macro that is not expanded.
    record Macro(Expression.MacroCall call, @Nullable Alias alias, NodeSpan span) implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.macro(this);
        }
    }

    /// A query in parentheses.
    record Subquery(
            boolean isLateral,
            Query query,
            @Nullable Alias alias,
            @Nullable Sample sample,
            NodeSpan span) implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.subquery(this);
        }
    }

    /// Sources in parentheses: `(a JOIN b USING (x))`, `(a, b)`.
    record Group(List<TableSource> sources, @Nullable Alias alias, NodeSpan span) implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.group(this);
        }
    }

    /// Two joined sources.
    ///
    /// @param on null if there is no ON
    /// @param using empty if there is no USING
    record Join(
            JoinKind kind,
            JoinStyle style,
            TableSource left,
            TableSource right,
            @Nullable Expression on,
            List<SqlName> using,
            NodeSpan span)
            implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.join(this);
        }
    }

    /// Rows that a join keeps.
    enum JoinKind {
        INNER,
        LEFT,
        RIGHT,
        FULL,
        CROSS,
        SEMI,
        ANTI
    }

    /// How a join finds matching rows.
    enum JoinStyle {
        CONDITION,
        NATURAL,
        ASOF,
        POSITIONAL
    }

    /// `source PIVOT (aggregates FOR column IN (values) GROUP BY names)`
    record Pivoted(
            TableSource source,
            List<SelectItem> aggregates,
            List<PivotColumn> columns,
            List<SqlName> groups,
            @Nullable Alias alias,
            NodeSpan span)
            implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pivoted(this);
        }
    }

    /// A column whose values become columns.
    ///
    /// @param values empty for all values
    /// @param list name of an enum type after IN instead of values, or null
    record PivotColumn(
            Expression column,
            List<SelectItem> values,
            @Nullable SqlName list) {}

    /// `source UNPIVOT INCLUDE NULLS (values FOR name IN (columns))`
    record Unpivoted(
            TableSource source,
            boolean includesNulls,
            List<SqlName> values,
            SqlName name,
            List<SelectItem> columns,
            @Nullable Alias alias,
            NodeSpan span)
            implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unpivoted(this);
        }
    }

    /// A missing source in an incomplete statement.
    record Hole(NodeSpan span) implements TableSource {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.hole(this);
        }
    }

    /// Computes a result for each kind of source.
    interface Visitor<R> {
        R table(Table s);

        R function(Function s);

        R macro(Macro s);

        R subquery(Subquery s);

        R group(Group s);

        R join(Join s);

        R pivoted(Pivoted s);

        R unpivoted(Unpivoted s);

        R hole(Hole s);
    }
}
