package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TreeRewriter;

/// The condition of a WHERE stage. Its column names are replaced by the names in the query, except in subqueries.
final class PipeCondition extends TreeRewriter {
    private final List<Expression.Column> columns = new ArrayList<>();

    private PipeCondition() {}

    /// Returns the tokens of the condition.
    ///
    /// @param used receives the numbers of the columns it reads
    static List<Token> resolve(Expression condition, PipeText text, PipeScope scope, Set<Integer> used)
            throws SqlSyntaxException {
        PipeCondition finder = new PipeCondition();
        finder.expression(condition);
        finder.columns.sort(Comparator.comparingInt(c -> c.span().start()));
        NodeSpan span = condition.span();
        List<Token> out = new ArrayList<>();
        int done = span.outerStart();
        for (Expression.Column written : finder.columns) {
            PipeColumn column = find(written.path(), scope);
            if (column == null) {
                continue;
            }
            used.add(column.id());
            Token t = PipeScope.token(written);
            out.addAll(text.tokens(span.statement(), done, written.span().start()));
            out.add(new Token(Token.Kind.WORD, column.sql(), t.source(), t.start(), t.origin(), t.hasSpaceBefore()));
            done = written.path()
                    .get(Math.min(1, written.path().size() - 1))
                    .span()
                    .end();
        }
        out.addAll(text.tokens(span.statement(), done, span.outerEnd()));
        return out;
    }

    /// Returns the column that a path begins with; null if it is a string in double quotes.
    private static @Nullable PipeColumn find(List<SqlName> path, PipeScope scope) throws SqlSyntaxException {
        SqlName first = path.getFirst();
        if (path.size() > 1) {
            return scope.resolve(PipeScope.token(first), PipeScope.token(path.get(1)));
        }
        boolean isString = first.form() == SqlName.Form.DOUBLE_QUOTED && scope.find(first.text()) == null;
        return isString ? null : scope.resolve(null, PipeScope.token(first));
    }

    @Override
    public Expression column(Expression.Column e) {
        columns.add(e);
        return e;
    }

    @Override
    public Query query(Query q) {
        return q;
    }
}
