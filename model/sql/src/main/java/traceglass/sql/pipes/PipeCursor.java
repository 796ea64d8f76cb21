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
    private final int[] matchingBracket;
    private int position;

    PipeCursor(List<Token> tokens) throws SqlSyntaxException {
        this.tokens = tokens;
        matchingBracket = SqlTokens.brackets(tokens);
    }

    boolean atEnd() {
        return position >= tokens.size();
    }

    /// Returns the next token; the last one at the end.
    Token current() {
        return atEnd() ? tokens.getLast() : tokens.get(position);
    }

    Token next() {
        return tokens.get(position++);
    }

    /// Returns the token after the next one, null if there is none.
    @Nullable
    Token second() {
        return position + 1 < tokens.size() ? tokens.get(position + 1) : null;
    }

    /// Returns the token before the next one.
    Token previous() {
        return tokens.get(position - 1);
    }

    /// Returns whether the next tokens are a name, a dot and a star.
    boolean isStarAfterDot() {
        return position + 2 < tokens.size() && tokens.get(position + 2).isOperator("*");
    }

    /// Returns the position of the bracket that closes the one at a position.
    int closing(int open) {
        return matchingBracket[open];
    }

    boolean peek(String word) {
        return !atEnd() && tokens.get(position).is(word);
    }

    boolean peekOperator(String operator) {
        return !atEnd() && tokens.get(position).isOperator(operator);
    }

    boolean accept(String word) {
        boolean isFound = peek(word);
        position += isFound ? 1 : 0;
        return isFound;
    }

    boolean acceptOperator(String operator) {
        boolean isFound = peekOperator(operator);
        position += isFound ? 1 : 0;
        return isFound;
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
        Token t = tokens.get(position);
        return t.kind() == Token.Kind.QUOTED
                || t.kind() == Token.Kind.STRING
                || t.kind() == Token.Kind.WORD && !GRAMMAR.contains(t.text().toUpperCase(Locale.ROOT));
    }

    /// Returns whether the next token can be an alias without AS.
    boolean isAlias() {
        return isName()
                && (tokens.get(position).kind() != Token.Kind.WORD
                        || !Keywords.continuesFrom(tokens.get(position).text()));
    }

    /// Reads `( … )` and returns the tokens between the parentheses; throws if there are none.
    ///
    /// @param content name of the content in the message about empty parentheses
    List<Token> bracketed(String content) throws SqlSyntaxException {
        if (!peekOperator("(")) {
            throw expected("\"(\"");
        }
        if (matchingBracket[position] == position + 1) {
            position++;
            throw expected(content);
        }
        List<Token> inner = tokens.subList(position + 1, matchingBracket[position]);
        position = matchingBracket[position] + 1;
        return inner;
    }

    /// Reads up to the next of these words or `|>` outside brackets, or the end.
    List<Token> until(String... words) {
        int start = position;
        while (!atEnd()
                && !tokens.get(position).isOperator("|>")
                && !tokens.get(position).isOperator(",")
                && !tokens.get(position).isAny(words)) {
            position = matchingBracket[position] > position ? matchingBracket[position] + 1 : position + 1;
        }
        return tokens.subList(start, position);
    }

    /// Reads up to the next `|>` outside brackets, or the end.
    List<Token> toStageEnd() {
        int start = position;
        while (!atEnd() && !tokens.get(position).isOperator("|>")) {
            position = matchingBracket[position] > position ? matchingBracket[position] + 1 : position + 1;
        }
        return tokens.subList(start, position);
    }

    SqlSyntaxException expected(String description) {
        return atEnd()
                ? SqlSyntaxException.after(
                        "syntax error at the end of the pipeline: expected " + description, tokens.getLast())
                : new SqlSyntaxException(
                        "syntax error at \"" + tokens.get(position).text() + "\": expected " + description,
                        tokens.get(position));
    }
}
