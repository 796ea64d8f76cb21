package traceglass.sql.pipes;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Reads the tokens of one pipeline from left to right.
final class PipeCursor {
    /// Words that end a name list rather than name a column.
    private static final Set<String> GRAMMAR = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "AS",
            "AND",
            "OR",
            "NOT",
            "GROUP",
            "ORDER",
            "SET",
            "DROP",
            "JOIN",
            "ON",
            "USING",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "LIMIT",
            "HAVING",
            "CASE",
            "WHEN",
            "NULL",
            "IN",
            "IS",
            "VALUES",
            "TABLE",
            "CREATE",
            "DISTINCT");

    private final List<Token> tokens;
    private final int[] partner;
    private int at;

    PipeCursor(List<Token> tokens) throws SqlSyntaxException {
        this.tokens = tokens;
        partner = SqlTokens.brackets(tokens);
    }

    boolean atEnd() {
        return at >= tokens.size();
    }

    /// Returns the next token; the last one at the end.
    Token here() {
        return atEnd() ? tokens.getLast() : tokens.get(at);
    }

    Token next() {
        return tokens.get(at++);
    }

    /// Returns the token after the next one, null if there is none.
    @Nullable
    Token second() {
        return at + 1 < tokens.size() ? tokens.get(at + 1) : null;
    }

    /// Returns the token before the next one.
    Token previous() {
        return tokens.get(at - 1);
    }

    /// Returns whether the next tokens are a name, a dot and a star.
    boolean isStarAfterDot() {
        return at + 2 < tokens.size() && tokens.get(at + 2).isOperator("*");
    }

    /// Returns the position of the bracket that closes the one at a position.
    int closing(int open) {
        return partner[open];
    }

    boolean peek(String word) {
        return !atEnd() && tokens.get(at).is(word);
    }

    boolean peekOperator(String operator) {
        return !atEnd() && tokens.get(at).isOperator(operator);
    }

    boolean accept(String word) {
        boolean found = peek(word);
        at += found ? 1 : 0;
        return found;
    }

    boolean acceptOperator(String operator) {
        boolean found = peekOperator(operator);
        at += found ? 1 : 0;
        return found;
    }

    Token expect(String word) throws SqlSyntaxException {
        if (!peek(word)) {
            throw expected(word);
        }
        return next();
    }

    void expectOperator(String operator) throws SqlSyntaxException {
        if (!acceptOperator(operator)) {
            throw expected("\"" + operator + "\"");
        }
    }

    /// Reads a name: a word, or one in quotes.
    Token name() throws SqlSyntaxException {
        if (!isName()) {
            throw expected("a name");
        }
        return next();
    }

    /// Returns whether the next token can be a name: not a word that only the grammar uses.
    boolean isName() {
        if (atEnd()) {
            return false;
        }
        Token t = tokens.get(at);
        return t.kind() == Token.Kind.QUOTED
                || t.kind() == Token.Kind.STRING
                || t.kind() == Token.Kind.WORD && !GRAMMAR.contains(t.text().toUpperCase(Locale.ROOT));
    }

    /// Returns whether the next token can be an alias without AS.
    boolean isAlias() {
        return isName()
                && (tokens.get(at).kind() != Token.Kind.WORD
                        || !Keywords.continuesFrom(tokens.get(at).text()));
    }

    /// Reads `( … )` and returns the tokens between the brackets; throws if there are none.
    ///
    /// @param content name of the content in the message about empty brackets
    List<Token> bracketed(String content) throws SqlSyntaxException {
        if (!peekOperator("(")) {
            throw expected("\"(\"");
        }
        if (partner[at] == at + 1) {
            at++;
            throw expected(content);
        }
        List<Token> inner = tokens.subList(at + 1, partner[at]);
        at = partner[at] + 1;
        return inner;
    }

    /// Reads up to the next of these words or `|>` outside brackets, or the end.
    List<Token> until(String... words) {
        int start = at;
        while (!atEnd()
                && !tokens.get(at).isOperator("|>")
                && !tokens.get(at).isOperator(",")
                && !tokens.get(at).isAny(words)) {
            at = partner[at] > at ? partner[at] + 1 : at + 1;
        }
        return tokens.subList(start, at);
    }

    /// Reads up to the next `|>` outside brackets, or the end.
    List<Token> toStageEnd() {
        int start = at;
        while (!atEnd() && !tokens.get(at).isOperator("|>")) {
            at = partner[at] > at ? partner[at] + 1 : at + 1;
        }
        return tokens.subList(start, at);
    }

    SqlSyntaxException expected(String what) {
        return atEnd()
                ? SqlSyntaxException.after(
                        "syntax error at the end of the pipeline: expected " + what, tokens.getLast())
                : new SqlSyntaxException(
                        "syntax error at \"" + tokens.get(at).text() + "\": expected " + what, tokens.get(at));
    }
}
