package traceglass.sql.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// The query of a function that a session creates.
final class FunctionQuery extends TreeRewriter {
    /// Null if the parser does not know its syntax, which DuckDB may still accept.
    private final @Nullable Query query;

    private boolean hasSource;
    private int queries;

    FunctionQuery(List<Token> tokens) {
        query = parse(tokens);
        if (query != null) {
            query(query);
        }
    }

    private static @Nullable Query parse(List<Token> tokens) {
        try {
            return tokens.isEmpty() ? null : SqlParser.query(tokens);
        } catch (SqlSyntaxException e) {
            return null;
        }
    }

    /// Returns whether it reads tables or other sources.
    boolean hasSource() {
        return query == null || hasSource;
    }

    /// Returns the value that it calculates, if it does nothing else and so needs no subquery; else null.
    @Nullable
    Expression value() {
        if (query == null || !(query.body() instanceof QueryBody.Select select)) {
            return null;
        }
        boolean isValue = query.isBare()
                && queries == 1
                // Without parentheses around it.
                && query.span().start() == 0
                && select.from().isEmpty()
                && select.items().size() == 1
                && select.items().getFirst().alias() == null
                // Without ALL.
                && select.items().getFirst().value().span().outerStart() == 1
                && select.distinct() == null
                && select.where() == null
                && select.groups().isEmpty()
                && select.having() == null
                && select.windows().isEmpty()
                && select.qualify() == null;
        return isValue ? select.items().getFirst().value() : null;
    }

    @Override
    public Query query(Query q) {
        queries++;
        return super.query(q);
    }

    @Override
    public TableSource source(TableSource s) {
        hasSource = true;
        return super.source(s);
    }
}
