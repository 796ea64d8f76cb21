package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// A statement that is being translated: its tokens, the edits to them, and the names of its WITH clauses.
public final class EditableStatement {
    /// Edits of the tokens, made by the rules.
    public final TokenEdits edits;
    /// Tokens of the whole statement.
    public final List<Token> tokens;
    /// Changes that the types of its expressions require.
    public final StatementChanges changes;
    /// Tables and views of the session.
    public final Catalog catalog;
    /// Functions that the session has created.
    public final UserFunctions functions;
    /// Sources of the SELECTs around an expression.
    private final Deque<List<TableSource>> sources = new ArrayDeque<>();
    private boolean isInSelectList;
    private final Set<QueryBody.Select> sourceSelects = Collections.newSetFromMap(new IdentityHashMap<>(4));
    /// Names of the common table expressions, in lower case.
    private final Set<String> commonTables = new HashSet<>();

    /// @param edits edits of the whole statement
    public EditableStatement(TokenEdits edits, StatementChanges changes, Catalog catalog, UserFunctions functions) {
        this.edits = edits;
        tokens = edits.tokens;
        this.changes = changes;
        this.catalog = catalog;
        this.functions = functions;
    }

    /// Records that a query of WITH has this name.
    public void addCommonTable(String name) {
        commonTables.add(name.toLowerCase(Locale.ROOT));
    }

    /// Returns whether a name is that of a table, a view, or a query of WITH.
    public boolean isTable(String name) throws SQLException {
        return commonTables.contains(name.toLowerCase(Locale.ROOT)) || catalog.relation(name) != null;
    }

    /// Returns the table or view with a name; null if there is none, or a query of WITH has that name.
    public Catalog.Relation relation(String name) throws SQLException {
        return commonTables.contains(name.toLowerCase(Locale.ROOT)) ? null : catalog.relation(name);
    }

    /// Records that the columns of a SELECT are those of a source or table.
    public void markSource(QueryBody.Select select) {
        sourceSelects.add(select);
    }

    /// Returns whether the columns of a SELECT are those of a source or table, not of the result.
    public boolean isSource(QueryBody.Select select) {
        return sourceSelects.contains(select);
    }

    /// Records that the expressions of a SELECT with these sources follow.
    public void enter(List<TableSource> selectSources) {
        sources.push(selectSources);
    }

    /// Records that the expressions of the SELECT that was entered last are complete.
    public void leave() {
        sources.pop();
    }

    /// Returns the sources of the SELECT around an expression.
    public List<TableSource> sources() {
        return sources.isEmpty() ? List.of() : sources.peek();
    }

    /// Records whether the next expressions are in the list of a SELECT, and returns whether the previous ones were.
    public boolean setInSelectList(boolean isNowInSelectList) {
        boolean wasInSelectList = isInSelectList;
        isInSelectList = isNowInSelectList;
        return wasInSelectList;
    }

    /// Returns whether an expression is in the list of a SELECT, and not in a query in it.
    public boolean isInSelectList() {
        return isInSelectList;
    }

    /// Returns the arguments of a call.
    public static List<Expression> arguments(Expression.Call call) {
        return call.arguments().values(0);
    }

    /// Returns the token of a value that is only a string literal, or only a quoted name that may be a string;
    /// null for other values.
    public Token stringToken(Expression value) {
        NodeSpan span = value.span();
        Token t = tokens.get(span.start());
        boolean isString = span.parentheses() == 0
                && span.end() == span.start() + 1
                && (t.kind() == Token.Kind.STRING || t.kind() == Token.Kind.QUOTED);
        return isString ? t : null;
    }

    /// Replaces the text of a token and defines the `Builtins` function of that name.
    public void replaceByBuiltin(int i, String builtin) {
        edits.replace(i, builtin);
        edits.builtins.add(builtin);
    }

    /// Encloses an expression with the parentheses around it in two strings.
    public void wrap(Expression e, String open, String close) {
        edits.wrap(e.span().outerStart(), e.span().outerEnd(), open, close);
    }

    /// Returns whether an expression contains a query.
    public static boolean hasQuery(Expression e) {
        QueryFinder finder = new QueryFinder();
        finder.expression(e);
        return finder.isFound;
    }

    private static final class QueryFinder extends TreeRewriter {
        private boolean isFound;

        @Override
        public Query query(Query q) {
            isFound = true;
            return q;
        }
    }
}
