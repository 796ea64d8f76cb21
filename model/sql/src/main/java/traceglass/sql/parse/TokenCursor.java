package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.RawTokens;
import traceglass.sql.tree.SqlName;

/// The tokens of a statement and the position of the parser in them.
abstract class TokenCursor {
    /// Operators that are not words, at the end of the tokens.
    private static final String END = "";

    final List<Token> tokens;
    private final Token[] array;
    private final Word[] words;
    /// Text of operators; null for other tokens.
    private final @Nullable String[] operators;
    private final boolean isTolerant;
    private final List<SqlSyntaxException> problems = new ArrayList<>();
    /// Roles of the tokens, filled by a tolerant parser.
    private final ParsedWords parsed = new ParsedWords();
    /// Tokens that are names of tables, columns, aliases and the like, but not of functions and types.
    private final BitSet objectNames = new BitSet();
    private final CalledFunctions called = new CalledFunctions();
    /// Index of the next token.
    int position;
    /// Index after the last token that may be read.
    private int end;

    /// @param isTolerant whether missing parts become holes instead of errors
    TokenCursor(List<Token> tokens, boolean isTolerant) {
        this.tokens = tokens;
        this.isTolerant = isTolerant;
        array = tokens.toArray(new Token[0]);
        end = array.length;
        words = new Word[end];
        operators = new String[end];
        for (int i = 0; i < end; i++) {
            words[i] = Word.of(array[i]);
            operators[i] = array[i].kind() == Token.Kind.OPERATOR ? array[i].text() : null;
        }
    }

    // --- lookahead ------------------------------------------------------------

    final boolean atEnd() {
        return position >= end;
    }

    final Word word() {
        return position < end ? words[position] : Word.NONE;
    }

    /// Returns the word `ahead` tokens after the next one.
    final Word word(int ahead) {
        return position + ahead < end ? words[position + ahead] : Word.NONE;
    }

    final boolean is(Word w) {
        return position < end && words[position] == w;
    }

    /// Returns the text of the next token if it is an operator or bracket, else an empty text.
    final String operator() {
        return operator(0);
    }

    final String operator(int ahead) {
        String found = position + ahead < end ? operators[position + ahead] : null;
        return found == null ? END : found;
    }

    final boolean is(String operator) {
        return is(operator, 0);
    }

    final boolean is(String operator, int ahead) {
        return operator(ahead).equals(operator);
    }

    /// Returns the next token; must not be called at the end.
    final Token current() {
        return array[position];
    }

    final @Nullable Token token(int ahead) {
        return position + ahead < end ? array[position + ahead] : null;
    }

    final Token.@Nullable Kind kind(int ahead) {
        return position + ahead < end ? array[position + ahead].kind() : null;
    }

    /// Hides the tokens from an index on from the parser; returns the index from which they were hidden before.
    final int setEnd(int index) {
        int before = end;
        end = index;
        return before;
    }

    // --- consuming ------------------------------------------------------------

    final boolean accept(Word w) {
        if (is(w)) {
            position++;
            return true;
        }
        return false;
    }

    /// Accepts two words in sequence, or none.
    final boolean accept(Word first, Word second) {
        if (is(first) && word(1) == second) {
            position += 2;
            return true;
        }
        return false;
    }

    final boolean accept(String operator) {
        if (is(operator)) {
            position++;
            return true;
        }
        return false;
    }

    final void expect(Word w) throws SqlSyntaxException {
        if (!accept(w)) {
            report(w.name());
        }
    }

    final void expect(String operator) throws SqlSyntaxException {
        if (!accept(operator)) {
            report("\"" + operator + "\"");
        }
    }

    // --- names ------------------------------------------------------------

    /// Returns whether the next token can be a name where the grammar expects one: any word, or a quoted name.
    final boolean isName() {
        return isName(0);
    }

    final boolean isName(int ahead) {
        Token.Kind kind = kind(ahead);
        return kind == Token.Kind.WORD || kind == Token.Kind.QUOTED;
    }

    /// Returns whether the next token is a name that no clause starts with.
    final boolean isFreeName() {
        Token.Kind kind = kind(0);
        return kind == Token.Kind.QUOTED || kind == Token.Kind.WORD && !words[position].isReserved();
    }

    /// `name = WORD | QUOTED | STRING | PARAMETER`: SQLite also accepts strings, macros also parameters.
    final SqlName name() throws SqlSyntaxException {
        Token.Kind kind = kind(0);
        if (kind == Token.Kind.WORD
                || kind == Token.Kind.QUOTED
                || kind == Token.Kind.STRING
                || kind == Token.Kind.PARAMETER) {
            position++;
            markName();
            objectNames.set(position - 1);
            return SqlName.of(array[position - 1], span(position - 1));
        }
        return missingName("a name");
    }

    /// Records that tokens from an index to here are the name of a function.
    final void markFunction(int start) {
        objectNames.clear(start, position);
        called.all().set(position - 1);
    }

    /// Records that the last token is the name of a function that is called in FROM.
    final void markSource() {
        called.sources().set(position - 1);
    }

    /// Returns the indices of tokens that are names of tables, columns, aliases and the like.
    final BitSet objectNames() {
        return objectNames;
    }

    /// Returns the functions that are called.
    final CalledFunctions called() {
        return called;
    }

    /// Records that the last token is a name.
    final void markName() {
        if (isTolerant) {
            parsed.names().set(position - 1);
        }
    }

    final SqlName missingName(String description) throws SqlSyntaxException {
        report(description);
        return new SqlName("", SqlName.Form.MISSING, span(position));
    }

    /// `path = name {"." name}`
    final List<SqlName> path() throws SqlSyntaxException {
        SqlName first = name();
        if (!is(".")) {
            return List.of(first);
        }
        List<SqlName> path = new ArrayList<>(3);
        path.add(first);
        while (accept(".")) {
            path.add(name());
        }
        return path;
    }

    /// `names = name {"," name}`
    final List<SqlName> names() throws SqlSyntaxException {
        List<SqlName> names = new ArrayList<>();
        do {
            names.add(name());
        } while (accept(","));
        return names;
    }

    /// `nameList = "(" names ")"`
    final List<SqlName> nameList() throws SqlSyntaxException {
        expect("(");
        List<SqlName> names = names();
        expect(")");
        return names;
    }

    // --- spans ------------------------------------------------------------

    /// Returns the span from a token to the last one read.
    final NodeSpan span(int start) {
        return new NodeSpan(tokens, start, Math.max(start, position));
    }

    // --- errors ------------------------------------------------------------

    final boolean isTolerant() {
        return isTolerant;
    }

    /// Returns the errors of a tolerant parser, in order.
    final List<SqlSyntaxException> problems() {
        return problems;
    }

    /// Records that the tokens from an index to here are the words that start a clause.
    final void markClause(int start) {
        if (isTolerant) {
            parsed.clauseStarts().set(start);
            parsed.clauseHeads().set(start, position);
        }
    }

    /// Accepts a word that starts a clause.
    final boolean acceptClause(Word w) {
        if (accept(w)) {
            markClause(position - 1);
            return true;
        }
        return false;
    }

    /// Accepts two words that start a clause.
    final boolean acceptClause(Word first, Word second) {
        if (accept(first, second)) {
            markClause(position - 2);
            return true;
        }
        return false;
    }

    /// Returns the roles of the tokens, filled by a tolerant parser.
    final ParsedWords parsed() {
        for (int i = 0; i < Math.min(position, end); i++) {
            parsed.keywords()
                    .set(
                            i,
                            words[i] != Word.NONE
                                    && !parsed.names().get(i)
                                    && !parsed.raw().get(i));
        }
        return parsed;
    }

    /// Moves to a later token; the grammar does not cover the tokens before it.
    final void skipTo(int index) throws SqlSyntaxException {
        int start = position;
        position = Math.max(position, index);
        if (isTolerant && position > start) {
            int problemsBefore = problems.size();
            parsed.raw().set(start, position);
            position = start;
            readRaw(Math.max(start, index));
            position = Math.max(start, index);
            problems.subList(problemsBefore, problems.size()).clear();
        }
    }

    /// Reads the queries in the next tokens, which are not part of the tree, so that their words are known.
    ///
    /// @param to index after the last of these tokens
    abstract void readRaw(int to) throws SqlSyntaxException;

    /// Records that tokens from here on are not part of the grammar.
    final void markRaw(int to) {
        parsed.raw().set(position, Math.max(position, to));
    }

    /// Records that tokens from here on are part of the grammar after all.
    final void markGrammar(int to) {
        parsed.raw().clear(position, to);
    }

    /// Reports that something else was expected here: throws, or records the error if the parser is tolerant.
    final void report(String expected) throws SqlSyntaxException {
        SqlSyntaxException e = expected(expected);
        if (!isTolerant) {
            throw e;
        }
        problems.add(e);
    }

    final SqlSyntaxException expected(String description) {
        if (position < end) {
            return new SqlSyntaxException(
                    "syntax error at \"" + current().text() + "\": expected " + description, current());
        }
        return end == 0
                ? new SqlSyntaxException("syntax error: expected " + description, -1)
                : SqlSyntaxException.after(
                        "syntax error at the end of the statement: expected " + description, array[end - 1]);
    }

    /// Returns the index of the bracket that closes the one at an index; the end if none does.
    final int closing(int open) {
        int depth = 0;
        for (int i = open; i < end; i++) {
            depth += array[i].opens() ? 1 : array[i].closes() ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return end;
    }

    /// Returns the tokens from here to the end, and moves there.
    final List<Token> readRest() throws SqlSyntaxException {
        List<Token> rest = tokens.subList(position, end);
        skipTo(end);
        return rest;
    }

    static RawTokens raw(List<Token> tokens) {
        return new RawTokens(tokens);
    }

    /// Skips tokens up to a closing bracket, a comma outside brackets, or the end.
    final void skipPart() throws SqlSyntaxException {
        while (!atEnd() && !current().closes() && !is(",")) {
            skipTo(current().opens() ? Math.min(closing(position) + 1, end) : position + 1);
        }
    }
}
