package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TreeRewriter;

/// All rules for expressions whose form has another meaning in SQLite, in the order in which they apply; each
/// expression is translated before its parts.
final class SyntaxRules extends TreeRewriter {
    private static final List<SyntaxRule> ALL = List.of(
            new RowNumberNames(),
            new NumberLiterals(),
            new BlobLiterals(),
            new CastTypes(),
            new PatternMatches(),
            new NullSafeEquality(),
            new ListMembership(),
            new EqualitySigns(),
            new WholeModulo(),
            new WideShifts(),
            new ConcatenationPrecedence());

    private final Rewriting rewriting;
    private final FunctionCalls calls;
    /// Ranges to enclose that were not reached yet.
    private final List<RetryHints.Wrap> wraps;

    /// Translates the calls of functions.
    interface FunctionCalls {
        void apply(Expression.Call call) throws SQLException;
    }

    private SyntaxRules(Rewriting rewriting, FunctionCalls calls) {
        this.rewriting = rewriting;
        this.calls = calls;
        wraps = new ArrayList<>(rewriting.hints.wraps);
    }

    /// Translates the expressions of a statement.
    static void apply(SqlStatement statement, Rewriting rewriting, FunctionCalls calls) throws SQLException {
        SyntaxRules rules = new SyntaxRules(rewriting, calls);
        try {
            rules.statement(statement);
        } catch (CatalogFailure e) {
            throw e.cause();
        }
        rules.wraps.forEach(w -> rewriting.edits.wrap(w.start(), w.end(), w.open(), w.close()));
    }

    /// Translates the literals of a statement that has no tree.
    static void applyToLiterals(Rewriting rewriting) {
        for (int i = 0; i < rewriting.tokens.size(); i++) {
            Token t = rewriting.tokens.get(i);
            switch (t.kind()) {
                case NUMBER -> NumberLiterals.number(i, t.text(), rewriting);
                case BLOB -> BlobLiterals.blob(i, t.text(), rewriting);
                default -> {}
            }
        }
    }

    /// Returns the translation of an expression without calls; null if that is not possible.
    static String translated(List<Token> expression, Catalog catalog) throws SQLException {
        try {
            TokenEdits edits = new TokenEdits(expression);
            Rewriting rewriting = new Rewriting(edits, new RetryHints(), catalog);
            new SyntaxRules(rewriting, call -> {}).expression(SqlParser.expression(expression));
            return edits.apply().text();
        } catch (SqlSyntaxException e) {
            return null;
        } catch (CatalogFailure e) {
            throw e.cause();
        }
    }

    @Override
    public Expression expression(Expression e) {
        if (!wraps.isEmpty()) {
            enclose(e.span());
        }
        try {
            for (SyntaxRule rule : ALL) {
                rule.apply(e, rewriting);
            }
            if (e instanceof Expression.Call call) {
                calls.apply(call);
            }
        } catch (SQLException x) {
            throw new CatalogFailure(x);
        }
        return super.expression(e);
    }

    /// Encloses an expression, with or without the parentheses around it, as the hints say.
    private void enclose(NodeSpan span) {
        for (int k = span.parentheses(); k >= 0; k--) {
            int start = span.start() - k;
            int end = span.end() + k;
            for (RetryHints.Wrap w : wraps) {
                if (w.start() == start && w.end() == end) {
                    rewriting.edits.wrap(start, end, w.open(), w.close());
                }
            }
            wraps.removeIf(w -> w.start() == start && w.end() == end);
        }
    }

    @Override
    public Query.With with(Query.With w) {
        if (rewriting.hints.recursive && !w.isRecursive()) {
            rewriting.edits.replace(w.span().start(), "WITH RECURSIVE");
        }
        w.tables().forEach(t -> rewriting.addCommonTable(t.name().text()));
        return super.with(w);
    }
}
