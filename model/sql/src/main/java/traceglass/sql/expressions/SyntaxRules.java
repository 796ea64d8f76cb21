package traceglass.sql.expressions;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.dialect.CatalogFailure;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.RulesByKind;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Applies all rules for expressions whose syntax has another meaning in SQLite, in order. Each expression is
/// translated before its parts.
public final class SyntaxRules extends TreeRewriter {
    private static final List<SyntaxRule> ALL = List.of(
            new RowNumberNames(),
            new NumberLiterals(),
            new BlobLiterals(),
            new CastTypes(),
            new PatternMatches(),
            new NullSafeEquality(),
            new ListMembership(),
            new EqualitySigns(),
            new UnaryPlus(),
            new WholeModulo(),
            new WideShifts(),
            new ConcatenationPrecedence(),
            new LongConcatenations(),
            new FunctionCalls());

    private static final RulesByKind<SyntaxRule> RULES = new RulesByKind<>(ALL, SyntaxRule::kinds);

    private final EditableStatement editable;
    /// Null if the statement does not access JSON values.
    private final @Nullable JsonAccess json;
    /// Texts to insert around expressions that have not been visited yet.
    private final List<StatementChanges.Wrap> wraps;

    /// @param statement the whole statement; null for an expression that does not access JSON values
    private SyntaxRules(@Nullable SqlStatement statement, EditableStatement editable) {
        this.editable = editable;
        json = statement != null && JsonAccess.isUsed(editable.tokens) ? new JsonAccess(statement) : null;
        wraps = new ArrayList<>(editable.changes.wraps);
    }

    /// Translates the expressions of a statement.
    public static void apply(SqlStatement statement, EditableStatement editable) throws SQLException {
        SyntaxRules rules = new SyntaxRules(statement, editable);
        if (statement instanceof SqlStatement.Other other) {
            // DuckDB expects computed columns of CREATE INDEX in parentheses.
            other.values().stream()
                    .filter(Expression.Binary.class::isInstance)
                    .forEach(e -> editable.wrap(e, "(", ")"));
        }
        try {
            rules.statement(statement);
        } catch (CatalogFailure e) {
            throw e.cause();
        }
        rules.wraps.forEach(w -> editable.edits.wrap(w.start(), w.end(), w.open(), w.close()));
    }

    /// Translates the literals of a statement that could not be parsed.
    public static void applyToLiterals(EditableStatement editable) {
        for (int i = 0; i < editable.tokens.size(); i++) {
            Token t = editable.tokens.get(i);
            switch (t.kind()) {
                case NUMBER -> NumberLiterals.translate(i, t.text(), editable);
                case BLOB -> BlobLiterals.translate(i, t.text(), editable);
                default -> {}
            }
        }
    }

    /// Returns the translation of an expression of a statement, with the parentheses around it, for use outside its
    /// SELECT.
    public static String translate(Expression e, EditableStatement statement) throws SQLException {
        TokenEdits edits = new TokenEdits(statement.tokens);
        EditableStatement editable =
                new EditableStatement(edits, new StatementChanges(), statement.catalog, statement.functions);
        try {
            new SyntaxRules(null, editable).expression(e);
        } catch (CatalogFailure failure) {
            throw failure.cause();
        }
        return edits.text(e.span().outerStart(), e.span().outerEnd());
    }

    @Override
    protected boolean enters(Expression e) {
        if (!wraps.isEmpty()) {
            enclose(e.span());
        }
        try {
            List<SyntaxRule> rules = RULES.of(e);
            for (int i = 0; i < rules.size(); i++) {
                rules.get(i).apply(e, editable);
            }
            if (json != null) {
                json.apply(e, editable);
            }
        } catch (SQLException x) {
            throw new CatalogFailure(x);
        }
        return true;
    }

    /// Inserts the texts that the changes require around an expression, with or without its parentheses.
    private void enclose(NodeSpan span) {
        for (int k = span.parentheses(); k >= 0; k--) {
            int start = span.start() - k;
            int end = span.end() + k;
            for (StatementChanges.Wrap w : wraps) {
                if (w.start() == start && w.end() == end) {
                    editable.edits.wrap(start, end, w.open(), w.close());
                }
            }
            wraps.removeIf(w -> w.start() == start && w.end() == end);
        }
    }

    @Override
    public Query query(Query q) {
        boolean wasInSelectList = editable.setInSelectList(false);
        super.query(q);
        editable.setInSelectList(wasInSelectList);
        return q;
    }

    @Override
    public SelectItem item(SelectItem i) {
        boolean wasInSelectList = editable.setInSelectList(true);
        super.item(i);
        editable.setInSelectList(wasInSelectList);
        return i;
    }

    @Override
    public QueryBody select(QueryBody.Select s) {
        List<TableSource> sources = Sources.of(s);
        editable.enter(sources);
        if (json != null) {
            json.enter(s, sources);
        }
        super.select(s);
        if (json != null) {
            json.leave();
        }
        editable.leave();
        return s;
    }

    @Override
    public TableSource function(TableSource.Function f) {
        try {
            SessionCalls.translate(f, editable);
        } catch (SQLException e) {
            throw new CatalogFailure(e);
        }
        return super.function(f);
    }

    @Override
    public Query.With with(Query.With w) {
        if (editable.changes.isRecursive && !w.isRecursive()) {
            editable.edits.replace(w.span().start(), "WITH RECURSIVE");
        }
        w.tables().forEach(t -> editable.addCommonTable(t.name().text()));
        return super.with(w);
    }
}
