package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TreeRewriter;

/// A name in double quotes that cannot be that of a column is a string.
///
/// A quoted name stays a name where only a name is possible (an alias, a table, before or after a dot), where it is
/// a column of a table in the statement, or where the statement uses the word as a name elsewhere. If DuckDB then
/// finds no such column, a rule converts it to a string.
public final class QuotedNames extends TreeRewriter {
    private final List<Integer> values = new ArrayList<>();

    private QuotedNames() {}

    /// Translates the names in quotes of a statement.
    public static void apply(SqlParser.Parsed parsed, EditableStatement statement) throws SQLException {
        boolean isQuoted = false;
        for (Token t : statement.tokens) {
            isQuoted |= t.kind() == Token.Kind.QUOTED;
        }
        if (!isQuoted) {
            return;
        }
        QuotedNames found = new QuotedNames();
        found.statement(parsed.statement());
        BitSet others = (BitSet) parsed.names().clone();
        found.values.forEach(others::clear);
        Set<String> known = found.values.isEmpty() ? Set.of() : usedNames(others, statement);
        for (int i : found.values) {
            String name = statement.tokens.get(i).value();
            if (!statement.edits.isReplaced(i) && !known.contains(name.toLowerCase(Locale.ROOT))) {
                statement.edits.replace(i, Token.quoteString(name));
            }
        }
        writeQuotes(statement);
    }

    /// Rewrites names in backticks, as in MySQL, as names in double quotes.
    private static void writeQuotes(EditableStatement statement) {
        for (int i = 0; i < statement.tokens.size(); i++) {
            Token t = statement.tokens.get(i);
            if (t.kind() == Token.Kind.QUOTED && t.text().startsWith("`") && !statement.edits.isReplaced(i)) {
                statement.edits.replace(i, Token.quoteName(t.value()));
            }
        }
    }

    /// The names in a definition are not known.
    @Override
    public SqlStatement statement(SqlStatement statement) {
        boolean isDefinition = statement instanceof SqlStatement.Create || statement instanceof SqlStatement.Other;
        return isDefinition ? statement : super.statement(statement);
    }

    /// Records a quoted name that may be a string.
    @Override
    public Expression column(Expression.Column e) {
        int position = e.span().start();
        if (e.path().size() == 1 && e.span().statement().get(position).kind() == Token.Kind.QUOTED) {
            values.add(position);
        }
        return e;
    }

    /// Returns the names that the statement uses, and the columns of its tables.
    private static Set<String> usedNames(BitSet names, EditableStatement statement) throws SQLException {
        Set<String> known = new HashSet<>();
        for (int i = names.nextSetBit(0); i >= 0; i = names.nextSetBit(i + 1)) {
            String name = statement.tokens.get(i).value().toLowerCase(Locale.ROOT);
            Catalog.Relation relation = statement.relation(name);
            if (relation != null) {
                known.addAll(relation.columns());
            } else if (!isQualifier(i, statement.tokens)) {
                known.add(name);
            }
        }
        known.add("rowid");
        return known;
    }

    private static boolean isQualifier(int i, List<Token> tokens) {
        return i + 1 < tokens.size() && tokens.get(i + 1).isOperator(".");
    }
}
