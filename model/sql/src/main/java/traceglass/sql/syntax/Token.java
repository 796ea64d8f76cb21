package traceglass.sql.syntax;

/// One token of SQL.
///
/// @param text its text as in the source, including quotes
/// @param source the text it was read from: the user's text, or the body of a macro, function or module
/// @param start offset of its first character in `source`
/// @param origin offset in the user's text for errors about this token; for a token of an expanded macro, the
///     offset of the call
/// @param hasSpaceBefore whether white space or a comment precedes it
/// @param from for a token of an expanded macro, the macro's name in the call; else null
/// @param parameter for a token of the value of a parameter, the parameter as written; else null
public record Token(
        Kind kind,
        String text,
        String source,
        int start,
        int origin,
        boolean hasSpaceBefore,
        Token from,
        String parameter) {

    public Token(Kind kind, String text, String source, int start, int origin, boolean isSpaced) {
        this(kind, text, source, start, origin, isSpaced, null, null);
    }

    public enum Kind {
        WORD,
        QUOTED,
        STRING,
        BLOB,
        NUMBER,
        PARAMETER,
        OPERATOR
    }

    public int end() {
        return start + text.length();
    }

    /// Returns whether this is the given unquoted word, ignoring case.
    public boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    public boolean isAny(String... keywords) {
        for (String keyword : keywords) {
            if (is(keyword)) {
                return true;
            }
        }
        return false;
    }

    public boolean isOperator(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    public boolean opens() {
        if (kind != Kind.OPERATOR || text.length() != 1) {
            return false;
        }
        char c = text.charAt(0);
        return c == '(' || c == '[' || c == '{';
    }

    public boolean closes() {
        if (kind != Kind.OPERATOR || text.length() != 1) {
            return false;
        }
        char c = text.charAt(0);
        return c == ')' || c == ']' || c == '}';
    }

    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /// Returns the name or string without its quotes; the text itself for other kinds.
    public String value() {
        return switch (kind) {
            case QUOTED -> {
                String q = text.substring(0, 1);
                yield text.substring(1, text.length() - 1).replace(q + q, q);
            }
            case STRING ->
                text.startsWith("'")
                        ? text.substring(1, text.length() - 1).replace("''", "'")
                        : text.startsWith("$")
                                ? text.substring(text.indexOf('$', 1) + 1, text.lastIndexOf('$', text.length() - 2))
                                : text;
            case PARAMETER -> text.substring(1);
            default -> text;
        };
    }

    /// Returns the 1-based line in its source.
    public int line() {
        int line = 1;
        for (int i = 0; i < Math.min(start, source.length()); i++) {
            line += source.charAt(i) == '\n' ? 1 : 0;
        }
        return line;
    }

    /// Returns one token for the text from a token to a later one; the first token if they have different sources.
    static Token span(Token first, Token last) {
        boolean isOneText = first.source().equals(last.source()) && last.end() > first.start();
        return isOneText
                ? new Token(
                        Kind.WORD,
                        first.source.substring(first.start, last.end()),
                        first.source,
                        first.start,
                        first.origin,
                        first.hasSpaceBefore,
                        first.from,
                        first.parameter)
                : first;
    }

    /// Returns a copy of this token, which belongs to a macro, for an expansion of the macro.
    ///
    /// @param call name of the macro in the call
    Token expandedFrom(Token call) {
        return new Token(kind, text, source, start, call.origin(), hasSpaceBefore, call, parameter);
    }

    public Token withSpace(boolean hasSpace) {
        return new Token(kind, text, source, start, origin, hasSpace, from, parameter);
    }

    /// Returns a copy of this token, which belongs to the value of a parameter.
    public Token withParameter(String written) {
        return new Token(kind, text, source, start, origin, hasSpaceBefore, from, written);
    }

    /// Returns the parameter to whose value this token belongs.
    Token asParameter() {
        return new Token(Kind.PARAMETER, parameter, source, start, origin, hasSpaceBefore, from, parameter);
    }

    public static String quoteName(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    public static String quoteString(String value) {
        return '\'' + value.replace("'", "''") + '\'';
    }
}
