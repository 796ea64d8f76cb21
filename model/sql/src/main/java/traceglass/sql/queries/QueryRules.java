package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.List;
import traceglass.sql.dialect.CatalogFailure;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// All rules for the clauses of queries, in the order in which they apply; each query is translated before those in
/// it.
public final class QueryRules extends TreeRewriter {
    private static final List<QueryRule> ALL = List.of(new ItemNames(), new JoinConditions(), new HavingNames());

    private final EditableStatement editable;
    private final RowOrder rows;
    /// The query that is visited next, if it is a scalar subquery.
    private Query value;

    private QueryRules(Query top, EditableStatement editable) {
        this.editable = editable;
        rows = new RowOrder(top, editable);
    }

    /// Translates the queries of a statement.
    public static void apply(SqlStatement statement, EditableStatement editable) throws SQLException {
        try {
            SeriesColumns.apply(statement, editable);
            QueryRules rules = new QueryRules(top(statement), editable);
            rules.nameResult(statement);
            rules.statement(statement);
        } catch (CatalogFailure e) {
            throw e.cause();
        }
    }

    /// Returns the query that is the statement, or that fills a table; null if there is none.
    private static Query top(SqlStatement statement) {
        return switch (statement) {
            case SqlStatement.Read s -> s.query();
            case SqlStatement.CreateAs s -> s.query();
            case SqlStatement.CreateMacro s -> s.query();
            case SqlStatement.Insert s -> s.query();
            case SqlStatement.Copy s -> s.query();
            case SqlStatement.Explain s -> top(s.statement());
            case SqlStatement.Prepare s -> top(s.statement());
            default -> null;
        };
    }

    /// Names the columns of the result of a statement; the names of rows to insert are not visible.
    private void nameResult(SqlStatement statement) {
        switch (statement) {
            case SqlStatement.Read s -> nameValues(s.query().body());
            case SqlStatement.CreateAs s -> nameColumns(s.query().body());
            case SqlStatement.Copy s -> nameValues(s.query().body());
            case SqlStatement.Prepare s -> nameResult(s.statement());
            default -> {}
        }
    }

    @Override
    public SqlStatement statement(SqlStatement statement) {
        switch (statement) {
            case SqlStatement.Update update -> {
                applyToSources(update, update.from());
                ItemNames.nameItems(update.returning(), editable);
            }
            case SqlStatement.Delete delete -> {
                applyToSources(delete, delete.using());
                ItemNames.nameItems(delete.returning(), editable);
            }
            case SqlStatement.Merge merge -> applyToSources(merge, List.of(merge.source()));
            case SqlStatement.Insert insert -> {
                ReplacedRows.apply(insert, editable);
                ItemNames.nameItems(insert.returning(), editable);
            }
            default -> {}
        }
        return super.statement(statement);
    }

    private void applyToSources(SqlStatement changes, List<TableSource> from) {
        CalledSources.apply(changes, from, editable);
        JoinConditions.apply(from, editable);
    }

    @Override
    public Query query(Query q) {
        boolean isValue = q == value;
        if (q.with() != null) {
            q.with().tables().forEach(t -> editable.addCommonTable(t.name().text()));
        }
        SetOperators.apply(q.body(), editable);
        CalledSources.apply(q, editable);
        try {
            selects(q.body());
            if (isValue) {
                FirstRows.apply(q, editable);
            }
            RowLimits.apply(q, editable);
            rows.order(q);
        } catch (SQLException e) {
            throw new CatalogFailure(e);
        }
        return super.query(q);
    }

    private void selects(QueryBody body) throws SQLException {
        if (body instanceof QueryBody.SetOperation o) {
            selects(o.left());
            selects(o.right());
        } else if (body instanceof QueryBody.Select select) {
            for (QueryRule rule : ALL) {
                rule.apply(select, editable);
            }
            rows.orderWindows(select);
        }
    }

    @Override
    public Query.CommonTable commonTable(Query.CommonTable t) {
        RecursiveLimits.apply(t, editable);
        nameColumns(t.query().body());
        return super.commonTable(t);
    }

    @Override
    public Expression scalarQuery(Expression.ScalarQuery e) {
        Expression.ScalarQuery inner = NestedValues.unwrap(e, editable);
        value = inner.query();
        return super.scalarQuery(inner);
    }

    @Override
    public TableSource subquery(TableSource.Subquery s) {
        boolean isNamed = s.alias() != null && !s.alias().columns().isEmpty();
        int open = s.query().span().start() - 1;
        if (!isNamed && open >= 0 && editable.tokens.get(open).isOperator("(")) {
            nameColumns(s.query().body());
        }
        return super.subquery(s);
    }

    /// Names the columns of the query of a source or table.
    private void nameColumns(QueryBody body) {
        QueryBody first = body;
        while (first instanceof QueryBody.SetOperation operation) {
            first = operation.left();
        }
        if (first instanceof QueryBody.Select select) {
            editable.markSource(select);
        }
        nameValues(first);
    }

    /// Names the columns of a VALUES clause, which may be the first query of a set operation: column1, column2, ….
    private void nameValues(QueryBody body) {
        QueryBody first = body;
        while (first instanceof QueryBody.SetOperation operation) {
            first = operation.left();
        }
        if (!(first instanceof QueryBody.Values values)) {
            return;
        }
        StringBuilder names = new StringBuilder();
        for (int i = 1; i <= values.rows().getFirst().elements().size(); i++) {
            names.append(i == 1 ? "" : ", ").append("column").append(i);
        }
        editable.edits.insertBefore(values.span().start(), "SELECT * FROM (");
        editable.edits.append(values.span().end() - 1, ") AS v(" + names + ")");
    }
}
