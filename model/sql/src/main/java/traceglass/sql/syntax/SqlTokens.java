package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tokenizes SQL text and splits tokens into statements.
///
/// Supports the common syntax of DuckDB and SQLite: words, names in double quotes, backticks or brackets, strings
/// (also dollar-quoted), blobs (`x'41'`), numbers (also hexadecimal and with `_`), parameters (`$a`, `?`, `:a`),
/// comments and operators.
public final class SqlTokens {
    /// Longest first: the tokenizer uses the first match.
    private static final String[] OPERATORS = {
        "->>", "!~~*", "!~~", "~~*", "**", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", "::", ":=", "=>", "//",
        "~~", "!~", "^@", "@>", "<@", "&&", "|>", "..."
    };

    private static final Pattern BRACKET_NAME = Pattern.compile("\\[([A-Za-z_](?:(?! for )[A-Za-z0-9_ ])*)\\]");
    /// Tokens that can come before a name in brackets, but not before a list.
    private static final Set<String> BEFORE_NAMES = Set.of(
            ".",
            "=",
            "==",
            "<>",
            "!=",
            "<",
            ">",
            "<=",
            ">=",
            "+",
            "-",
            "*",
            "/",
            "%",
            "AS",
            "FROM",
            "JOIN",
            "SELECT",
            "DISTINCT",
            "BY",
            "WHERE",
            "AND",
            "OR",
            "ON",
            "NOT",
            "HAVING",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "BETWEEN",
            "INTO",
            "TABLE",
            "VIEW",
            "UPDATE");
    /// Words before a parenthesis in which brackets enclose a name: these functions take no lists.
    private static final Set<String> WORDS_WITHOUT_LISTS = Set.of(
            "SUM", "COUNT", "AVG", "TOTAL", "MIN", "MAX", "ABS", "ROUND", "CAST", "IFNULL", "LOWER", "UPPER", "PRINTF",
            "IIF", "USING");

    private static final String[] SINGLE_CHARACTERS = singleCharacters();

    private SqlTokens() {}

    /// Words after which a colon begins a parameter, `:name`. After other words, it separates a name from its
    /// value, as in `{name: value}`.
    private static final Set<String> BEFORE_PARAMETERS = Set.of(
            "AND",
            "BETWEEN",
            "BY",
            "CASE",
            "DISTINCT",
            "ELSE",
            "ESCAPE",
            "GLOB",
            "HAVING",
            "ILIKE",
            "IS",
            "LIKE",
            "LIMIT",
            "NOT",
            "OFFSET",
            "ON",
            "OR",
            "SELECT",
            "THEN",
            "WHEN",
            "WHERE");

    /// Returns all tokens of `text`; each token's origin is its own offset.
    public static List<Token> read(String text) throws SqlSyntaxException {
        return read(text, -1);
    }

    /// Returns all tokens of `text`, with `origin` as the origin of all of them (a macro or module body), or their
    /// own offset if it is negative.
    public static List<Token> read(String text, int origin) throws SqlSyntaxException {
        List<Token> tokens = new ArrayList<>();
        checkCharacters(text, origin);
        int n = text.length();
        int i = 0;
        boolean isSpaced = false;
        while (i < n) {
            char c = text.charAt(i);
            int position = origin < 0 ? i : origin;
            int next = skipSpace(text, i, position);
            if (next > i) {
                i = next;
                isSpaced = true;
            } else {
                int end;
                Token.Kind kind;
                String written = null;
                if ((c == 'x' || c == 'X') && i + 1 < n && text.charAt(i + 1) == '\'') {
                    end = quotedEnd(text, i + 1, '\'', position);
                    kind = Token.Kind.BLOB;
                } else if ((c == 'e' || c == 'E') && i + 1 < n && text.charAt(i + 1) == '\'') {
                    end = escapedEnd(text, i + 1, position);
                    kind = Token.Kind.STRING;
                } else if (isWordStart(c)) {
                    end = wordEnd(text, i);
                    kind = Token.Kind.WORD;
                } else if (isDigit(c)
                        || c == '.' && i + 1 < n && isDigit(text.charAt(i + 1)) && !followsName(tokens, isSpaced)) {
                    end = numberEnd(text, i);
                    kind = Token.Kind.NUMBER;
                } else if (c == '\'' || c == '"' || c == '`') {
                    end = quotedEnd(text, i, c, position);
                    kind = c == '\'' ? Token.Kind.STRING : Token.Kind.QUOTED;
                } else if (c == '[' && bracketEnd(text, i, tokens) > 0) {
                    end = bracketEnd(text, i, tokens);
                    written = Token.quoteName(text.substring(i + 1, end - 1));
                    kind = Token.Kind.QUOTED;
                } else if (c == '$'
                        || c == '?'
                        || c == ':' && i + 1 < n && isWordStart(text.charAt(i + 1)) && startsParameter(tokens)) {
                    end = parameterEnd(text, i);
                    kind = Token.Kind.PARAMETER;
                    if (c == '$' && end < n && text.charAt(end) == '$') {
                        end = dollarQuotedEnd(text, i, end + 1, position);
                        kind = Token.Kind.STRING;
                    }
                } else {
                    end = i + operatorLength(text, i);
                    kind = Token.Kind.OPERATOR;
                }
                written = written == null ? part(text, i, end) : written;
                tokens.add(new Token(kind, written, text, i, position, isSpaced));
                isSpaced = false;
                i = end;
            }
        }
        return tokens;
    }

    /// Returns a part of a text. Single characters, of which a statement has many, are shared.
    private static String part(String text, int start, int end) {
        char first = text.charAt(start);
        return end == start + 1 && first < SINGLE_CHARACTERS.length
                ? SINGLE_CHARACTERS[first]
                : text.substring(start, end);
    }

    private static String[] singleCharacters() {
        String[] texts = new String[128];
        for (int c = 0; c < texts.length; c++) {
            // The parser compares operators with literals, which are interned.
            texts[c] = String.valueOf((char) c).intern();
        }
        return texts;
    }

    /// Rejects a NUL character, which ends a text in the database.
    private static void checkCharacters(String text, int origin) throws SqlSyntaxException {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw errorAt(
                    "the SQL contains a NUL character; write char(0) for it", text, nul, origin < 0 ? nul : origin);
        }
    }

    /// Returns the index after the white space or the comment that starts here, `i` if neither does.
    private static int skipSpace(String text, int i, int position) throws SqlSyntaxException {
        char c = text.charAt(i);
        if (Character.isWhitespace(c) || c == '\ufeff') {
            return i + 1;
        }
        if (text.startsWith("--", i)) {
            int end = text.indexOf('\n', i);
            return end < 0 ? text.length() : end;
        }
        if (text.startsWith("/*", i)) {
            int end = text.indexOf("*/", i + 2);
            if (end < 0) {
                throw errorAt("comment is not closed: */ is missing", text, i, position);
            }
            return end + 2;
        }
        return i;
    }

    private static SqlSyntaxException errorAt(String message, String text, int start, int position) {
        return new SqlSyntaxException(
                message,
                new Token(Token.Kind.OPERATOR, text.substring(start, start + 1), text, start, position, false));
    }

    private static int wordEnd(String text, int start) {
        int end = start + 1;
        while (end < text.length()
                && (isWordStart(text.charAt(end)) || isDigit(text.charAt(end)) || text.charAt(end) == '$')) {
            end++;
        }
        return end;
    }

    private static int parameterEnd(String text, int start) {
        int end = start + 1;
        while (end < text.length() && (isWordStart(text.charAt(end)) || isDigit(text.charAt(end)))) {
            end++;
        }
        return end;
    }

    /// Returns the index after the string whose opening tag, `$a$`, is between the indices.
    private static int dollarQuotedEnd(String text, int start, int tagEnd, int position) throws SqlSyntaxException {
        String tag = text.substring(start, tagEnd);
        int close = text.indexOf(tag, tagEnd);
        if (close < 0) {
            throw errorAt("string is not closed: " + tag + " is missing", text, start, position);
        }
        return close + tag.length();
    }

    /// Returns the index after a name in brackets, `[my name]`; 0 if this may be a list or a subscript of DuckDB.
    private static int bracketEnd(String text, int start, List<Token> tokens) {
        Matcher m = BRACKET_NAME.matcher(text).region(start, text.length());
        if (tokens.isEmpty() || !m.lookingAt() || Keywords.isValue(m.group(1))) {
            return 0;
        }
        Token last = tokens.getLast();
        boolean isAfterName = (last.kind() == Token.Kind.OPERATOR || last.kind() == Token.Kind.WORD)
                && BEFORE_NAMES.contains(last.text().toUpperCase(Locale.ROOT));
        if (last.isOperator("(") || last.isOperator(",")) {
            int open = tokens.size() - 1;
            for (int depth = 0; open >= 0; open--) {
                Token t = tokens.get(open);
                if (t.opens() && depth-- == 0) {
                    break;
                }
                depth += t.closes() ? 1 : 0;
            }
            Token before = open > 0 ? tokens.get(open - 1) : null;
            isAfterName = open < 0
                    || tokens.get(open).isOperator("(")
                            && (before == null
                                    || !endsOperand(before)
                                    || before.kind() == Token.Kind.WORD
                                            && WORDS_WITHOUT_LISTS.contains(
                                                    before.text().toUpperCase(Locale.ROOT)));
        }
        return isAfterName ? m.end() : 0;
    }

    /// Returns whether an operand can end with this token.
    private static boolean endsOperand(Token t) {
        return switch (t.kind()) {
            case QUOTED, STRING, BLOB, NUMBER, PARAMETER -> true;
            case OPERATOR -> t.closes() || t.text().equals("*");
            case WORD -> !Keywords.isInfix(t.text());
        };
    }

    /// Splits a token list at semicolons outside parentheses; empty statements are omitted.
    public static List<List<Token>> statements(List<Token> tokens) {
        List<List<Token>> statements = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= tokens.size(); i++) {
            boolean isEnd = i == tokens.size();
            if (!isEnd) {
                Token t = tokens.get(i);
                depth += t.opens() ? 1 : t.closes() ? -1 : 0;
                isEnd = depth <= 0 && t.isOperator(";");
                if (isEnd) {
                    depth = 0;
                }
            }
            if (isEnd) {
                if (i > start) {
                    statements.add(tokens.subList(start, i));
                }
                start = i + 1;
            }
        }
        return statements;
    }

    /// Rejects a statement with an unmatched parenthesis, bracket or brace.
    public static void checkBrackets(List<Token> tokens) throws SqlSyntaxException {
        int depth = 0;
        for (Token t : tokens) {
            if (t.opens()) {
                depth++;
            } else if (t.closes() && --depth < 0) {
                throw new SqlSyntaxException("syntax error: unmatched \"" + t.text() + "\"", t);
            }
        }
        if (depth > 0) {
            Token t = lastOpen(tokens);
            throw new SqlSyntaxException("syntax error: \"" + t.text() + "\" is not closed", t);
        }
    }

    /// Returns the last bracket that is not closed.
    private static Token lastOpen(List<Token> tokens) {
        int closed = 0;
        for (Token t : tokens.reversed()) {
            if (t.closes()) {
                closed++;
            } else if (t.opens() && --closed < 0) {
                return t;
            }
        }
        throw new IllegalArgumentException("all brackets are closed");
    }

    /// Returns the tokens as text, with a space where the source had one.
    public static String text(List<Token> tokens) {
        StringBuilder out = new StringBuilder();
        for (Token t : tokens) {
            if (!out.isEmpty() && (t.hasSpaceBefore() || wouldJoin(out, t.text()))) {
                out.append(' ');
            }
            out.append(t.text());
        }
        return out.toString();
    }

    /// Returns whether text appended directly would merge with the last word.
    static boolean wouldJoin(StringBuilder out, String next) {
        return !next.isEmpty() && isWordPart(out.charAt(out.length() - 1)) && isWordPart(next.charAt(0));
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c) || c == '$';
    }

    /// Returns tokens as written: the part of the source they cover if all come from the same source, else joined.
    public static String sourceText(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return "";
        }
        Token first = tokens.getFirst();
        Token last = tokens.getLast();
        for (Token t : tokens) {
            // Arguments of a macro may have the same source as its body.
            if (t.source() != first.source() || t.from() != first.from()) {
                return text(tokens);
            }
        }
        // A token that replaces another may extend beyond the end of the source.
        boolean isWithin =
                last.end() >= first.start() && last.end() <= first.source().length();
        return isWithin ? first.source().substring(first.start(), last.end()) : text(tokens);
    }

    private static boolean isWordStart(char c) {
        return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127 && Character.isLetter(c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// Returns whether a number follows a name and a dot: `a.1` is not valid SQL, but `t.0` must not be split into
    /// a name and a number.
    private static boolean followsName(List<Token> tokens, boolean isSpaced) {
        return !isSpaced && !tokens.isEmpty() && tokens.getLast().isName();
    }

    /// Returns whether a `:` here starts a parameter, as opposed to DuckDB's slice or struct syntax.
    private static boolean startsParameter(List<Token> tokens) {
        if (tokens.isEmpty()) {
            return true;
        }
        Token last = tokens.getLast();
        return last.kind() == Token.Kind.OPERATOR && !last.closes() && !last.isOperator("[")
                || last.kind() == Token.Kind.WORD
                        && BEFORE_PARAMETERS.contains(last.text().toUpperCase(Locale.ROOT));
    }

    private static int quotedEnd(String text, int start, char quote, int position) throws SqlSyntaxException {
        int i = start + 1;
        while (true) {
            i = text.indexOf(quote, i);
            if (i < 0) {
                throw errorAt(
                        (quote == '\'' ? "string" : "name") + " is not closed: " + quote + " is missing",
                        text,
                        start,
                        position);
            }
            if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                i += 2;
            } else {
                return i + 1;
            }
        }
    }

    private static int escapedEnd(String text, int start, int position) throws SqlSyntaxException {
        for (int i = start + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == '\'') {
                if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                    i++;
                } else {
                    return i + 1;
                }
            }
        }
        throw errorAt("string is not closed: ' is missing", text, start, position);
    }

    private static int numberEnd(String text, int start) {
        int n = text.length();
        int i = start;
        if (text.charAt(i) == '0' && i + 1 < n && (text.charAt(i + 1) == 'x' || text.charAt(i + 1) == 'X')) {
            i += 2;
            while (i < n && Character.digit(text.charAt(i), 16) >= 0) {
                i++;
            }
            return i;
        }
        i = digitsEnd(text, i);
        if (i < n && text.charAt(i) == '.') {
            i = digitsEnd(text, i + 1);
        }
        if (i < n && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            int exponent = i + 1;
            if (exponent < n && (text.charAt(exponent) == '+' || text.charAt(exponent) == '-')) {
                exponent++;
            }
            if (exponent < n && isDigit(text.charAt(exponent))) {
                i = digitsEnd(text, exponent);
            }
        }
        return i;
    }

    private static int digitsEnd(String text, int i) {
        while (i < text.length() && (isDigit(text.charAt(i)) || text.charAt(i) == '_')) {
            i++;
        }
        return i;
    }

    private static int operatorLength(String text, int i) {
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, i)) {
                return operator.length();
            }
        }
        return 1;
    }
}
