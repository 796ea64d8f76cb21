package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.TreeRewriter;

/// A statement that is being translated: its tokens, the edits to them, and the names of its WITH clauses.
final class Rewriting {
    final TokenEdits edits;
    final List<Token> tokens;
    final RetryHints hints;
    final Catalog catalog;
    /// In lower case.
    private final Set<String> commonTables = new HashSet<>();

    Rewriting(TokenEdits edits, RetryHints hints, Catalog catalog) {
        this.edits = edits;
        tokens = edits.tokens;
        this.hints = hints;
        this.catalog = catalog;
    }

    void addCommonTable(String name) {
        commonTables.add(name.toLowerCase(Locale.ROOT));
    }

    /// Returns whether a name is that of a table, a view, or a query of WITH.
    boolean isTable(String name) throws SQLException {
        return commonTables.contains(name.toLowerCase(Locale.ROOT)) || catalog.relation(name) != null;
    }

    /// Returns the table or view with a name; null if there is none, or a query of WITH has that name.
    Catalog.Relation relation(String name) throws SQLException {
        return commonTables.contains(name.toLowerCase(Locale.ROOT)) ? null : catalog.relation(name);
    }

    /// Replaces the text of a token and defines the `Builtins` function of that name.
    void call(int i, String builtin) {
        edits.replace(i, builtin);
        edits.builtins.add(builtin);
    }

    /// Encloses an expression with the parentheses around it in two strings.
    void wrap(Expression e, String open, String close) {
        edits.wrap(e.span().outerStart(), e.span().outerEnd(), open, close);
    }

    /// Returns whether an expression contains a query.
    static boolean hasQuery(Expression e) {
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
