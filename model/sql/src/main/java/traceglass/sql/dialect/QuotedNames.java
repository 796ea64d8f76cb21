package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Decides which names in double quotes are strings, as in SQLite: those that cannot be columns.
///
/// A quoted name stays a name where only a name is possible (an alias, a table, before or after a dot), where it is
/// a column of a table in the statement, or where the statement uses the word as a name elsewhere. If DuckDB then
/// finds no such column, a rule converts it to a string.
final class QuotedNames {
    private final Catalog catalog;

    QuotedNames(Catalog catalog) {
        this.catalog = catalog;
    }

    void rewrite(TokenEdits edits, List<QueryStructure> shapes, int head, RetryHints hints) throws SQLException {
        List<Token> tokens = edits.tokens;
        boolean any = false;
        for (int i = head; i < tokens.size(); i++) {
            any |= tokens.get(i).kind() == Token.Kind.QUOTED;
        }
        if (!any) {
            return;
        }
        Set<Integer> namePlaces = namePlaces(tokens, shapes);
        Set<String> known = knownNames(tokens, namePlaces);
        for (int i = head; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            if (t.kind() == Token.Kind.QUOTED && !edits.isReplaced(i)) {
                if (!namePlaces.contains(i) && !known.contains(t.value().toLowerCase(Locale.ROOT))) {
                    edits.replace(i, Token.quoteString(t.value()));
                } else if (t.text().startsWith("`")) {
                    edits.replace(i, Token.quoteName(t.value()));
                }
            }
        }
    }

    /// Returns the indices of quoted tokens that cannot be strings because of their position.
    private static Set<Integer> namePlaces(List<Token> tokens, List<QueryStructure> shapes) {
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() == Token.Kind.QUOTED) {
                boolean dotted = i > 0 && tokens.get(i - 1).isOperator(".")
                        || i + 1 < tokens.size() && tokens.get(i + 1).isOperator(".");
                boolean called = i + 1 < tokens.size()
                        && tokens.get(i + 1).isOperator("(")
                        && !tokens.get(i + 1).spaced();
                boolean named = i > 0 && tokens.get(i - 1).isAny("AS", "WITH", "RECURSIVE", "INTO", "TABLE", "VIEW")
                        || i + 1 < tokens.size()
                                && tokens.get(i + 1).is("AS")
                                && (i + 2 >= tokens.size() || tokens.get(i + 2).isOperator("("));
                if (dotted || called || named) {
                    places.add(i);
                }
            }
        }
        for (QueryStructure shape : shapes) {
            for (QueryStructure.Core core : shape.cores) {
                for (QueryStructure.Source source : core.sources) {
                    if (source.kind() == QueryStructure.SourceKind.NAME
                            || source.kind() == QueryStructure.SourceKind.FUNCTION) {
                        places.add(source.range().start());
                    }
                    places.add(source.aliasAt());
                    for (int i = source.columnsAt(); i >= 0 && i < shape.partner[source.columnsAt()]; i++) {
                        places.add(i);
                    }
                }
                for (QueryStructure.Join join : core.joins) {
                    if (join.conditionAt() >= 0
                            && tokens.get(join.conditionAt()).is("USING")) {
                        for (int i = join.conditionAt(); i < shape.next(join.conditionAt() + 1); i++) {
                            places.add(i);
                        }
                    }
                }
                for (QueryStructure.Range item : core.items) {
                    int alias = SelectRewriter.implicitAlias(tokens, item);
                    if (alias >= 0) {
                        places.add(alias);
                    }
                }
            }
        }
        return places;
    }

    /// Returns whether a word that is often a keyword is in the position of a name.
    private static boolean isItem(List<Token> tokens, int i) {
        return i > 0
                && i + 1 < tokens.size()
                && (tokens.get(i - 1).isOperator(",") || tokens.get(i - 1).is("SELECT"))
                && (tokens.get(i + 1).isOperator(",") || tokens.get(i + 1).is("FROM"));
    }

    private Set<String> knownNames(List<Token> tokens, Set<Integer> namePlaces) throws SQLException {
        Set<String> known = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            boolean called = i + 1 < tokens.size() && tokens.get(i + 1).isOperator("(");
            if (t.kind() == Token.Kind.WORD && !called || t.kind() == Token.Kind.QUOTED && namePlaces.contains(i)) {
                String word = t.value().toLowerCase(Locale.ROOT);
                boolean qualifier = i + 1 < tokens.size() && tokens.get(i + 1).isOperator(".");
                Catalog.Relation relation = catalog.relation(word);
                if (relation != null) {
                    known.addAll(relation.columns());
                } else if (!qualifier
                        && !(t.kind() == Token.Kind.WORD && Keywords.isInfix(word) && !isItem(tokens, i))) {
                    known.add(word);
                }
            }
        }
        known.add("rowid");
        return known;
    }
}
