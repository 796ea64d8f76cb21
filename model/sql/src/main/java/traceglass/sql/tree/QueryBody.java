package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The part of a query between WITH and ORDER BY.
public sealed interface QueryBody extends SyntaxNode {

    /// Calls the visitor's method for this kind of body.
    <R> R accept(Visitor<R> visitor);

    /// One SELECT.
    ///
    /// @param isFromFirst whether FROM comes first; the list may be empty then, which means all columns
    /// @param from sources separated by commas; empty if there is no FROM
    /// @param groups terms of GROUP BY; empty if there is none
    record Select(
            boolean isFromFirst,
            @Nullable Distinct distinct,
            List<SelectItem> items,
            List<TableSource> from,
            @Nullable Expression where,
            List<Expression> groups,
            @Nullable Expression having,
            List<WindowSpec.Named> windows,
            @Nullable Expression qualify,
            TableSource.@Nullable Sample sample,
            NodeSpan span)
            implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.select(this);
        }
    }

    /// `DISTINCT` or `DISTINCT ON (…)`.
    ///
    /// @param on empty for plain DISTINCT
    record Distinct(List<Expression> on) {}

    /// `VALUES (…), (…)`
    record Values(List<Expression.Row> rows, NodeSpan span) implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.values(this);
        }
    }

    /// Two bodies with an operator between them. All operators are left associative and have the same precedence, as
    /// in SQLite.
    record SetOperation(
            SetOperator operator, boolean isAll, boolean isByName, QueryBody left, QueryBody right, NodeSpan span)
            implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.setOperation(this);
        }
    }

    enum SetOperator {
        UNION,
        EXCEPT,
        INTERSECT
    }

    /// A query in parentheses, with its own WITH, ORDER BY or LIMIT, or as the right operand of an operator.
    record Nested(Query query, NodeSpan span) implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nested(this);
        }
    }

    /// `TABLE name`
    record WholeTable(List<SqlName> path, NodeSpan span) implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.wholeTable(this);
        }
    }

    /// `DESCRIBE query`, `SUMMARIZE name` and the like, which can also be read from.
    ///
    /// @param verb DESCRIBE, SHOW or SUMMARIZE
    record Description(String verb, @Nullable Query query, List<SqlName> path, NodeSpan span) implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.description(this);
        }
    }

    /// `PIVOT source ON columns USING aggregates GROUP BY names`
    record Pivot(
            TableSource source,
            List<TableSource.PivotColumn> on,
            List<SelectItem> aggregates,
            List<SqlName> groups,
            NodeSpan span)
            implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pivot(this);
        }
    }

    /// `UNPIVOT source ON columns INTO NAME name VALUE values`
    record Unpivot(
            TableSource source,
            boolean includesNulls,
            List<SelectItem> columns,
            @Nullable SqlName name,
            List<SqlName> values,
            NodeSpan span)
            implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unpivot(this);
        }
    }

    /// `FROM source |> stage |> …` or `INTERVAL INTERSECTION OF (a, b) PER key |> …`.
    ///
    /// @param isIntersection whether the sources are intersected
    /// @param keys names after PER
    record Pipeline(
            boolean isIntersection,
            List<TableSource> sources,
            List<SqlName> keys,
            List<PipeStage> stages,
            NodeSpan span)
            implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pipeline(this);
        }
    }

    /// A query that a macro which is not expanded yields: `name!(…)`.
    record MacroQuery(Expression.MacroCall call, NodeSpan span) implements QueryBody {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.macroQuery(this);
        }
    }

    /// Computes a result for each kind of body.
    interface Visitor<R> {
        R select(Select q);

        R values(Values q);

        R setOperation(SetOperation q);

        R nested(Nested q);

        R wholeTable(WholeTable q);

        R description(Description q);

        R pivot(Pivot q);

        R unpivot(Unpivot q);

        R pipeline(Pipeline q);

        R macroQuery(MacroQuery q);
    }
}
