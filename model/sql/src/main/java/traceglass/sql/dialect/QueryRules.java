package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.List;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// All rules for the clauses of queries, in the order in which they apply; each query is translated before those in
/// it.
final class QueryRules extends TreeRewriter {
    private static final List<QueryRule> ALL = List.of(new ItemNames(), new JoinConditions(), new HavingNames());

    private final Rewriting rewriting;
    /// The query that is visited next, if it is a value.
    private Query value;

    private QueryRules(Rewriting rewriting) {
        this.rewriting = rewriting;
    }

    /// Translates the queries of a statement.
    static void apply(SqlStatement statement, Rewriting rewriting) throws SQLException {
        try {
            QueryRules rules = new QueryRules(rewriting);
            if (statement instanceof SqlStatement.Read read) {
                rules.nameValues(read.query());
            }
            rules.statement(statement);
        } catch (CatalogFailure e) {
            throw e.cause();
        }
    }

    @Override
    public Query query(Query q) {
        boolean isValue = q == value;
        if (q.with() != null) {
            q.with().tables().forEach(t -> rewriting.addCommonTable(t.name().text()));
        }
        SetOperators.apply(q.body(), rewriting);
        try {
            selects(q.body());
            if (isValue) {
                FirstRows.apply(q, rewriting);
            }
        } catch (SQLException e) {
            throw new CatalogFailure(e);
        }
        RowLimits.apply(q, rewriting);
        return super.query(q);
    }

    private void selects(QueryBody body) throws SQLException {
        if (body instanceof QueryBody.SetOperation o) {
            selects(o.left());
            selects(o.right());
        } else if (body instanceof QueryBody.Select select) {
            for (QueryRule rule : ALL) {
                rule.apply(select, rewriting);
            }
        }
    }

    @Override
    public Query.CommonTable commonTable(Query.CommonTable t) {
        RecursiveLimits.apply(t, rewriting);
        return super.commonTable(t);
    }

    @Override
    public Expression scalarQuery(Expression.ScalarQuery e) {
        value = e.query();
        return super.scalarQuery(e);
    }

    @Override
    public TableSource subquery(TableSource.Subquery s) {
        boolean isNamed = s.alias() != null && !s.alias().columns().isEmpty();
        int open = s.query().span().start() - 1;
        if (!isNamed && open >= 0 && rewriting.tokens.get(open).isOperator("(")) {
            nameValues(s.query());
        }
        return super.subquery(s);
    }

    /// Names the columns of a VALUES clause: column1, column2, ….
    private void nameValues(Query query) {
        if (query.with() != null || !(query.body() instanceof QueryBody.Values values)) {
            return;
        }
        StringBuilder names = new StringBuilder();
        for (int i = 1; i <= values.rows().getFirst().elements().size(); i++) {
            names.append(i == 1 ? "" : ", ").append("column").append(i);
        }
        rewriting.edits.before(values.span().start(), "SELECT * FROM (");
        rewriting.edits.append(values.span().end() - 1, ") AS v(" + names + ")");
    }
}
