package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.parse.ParsedWords;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Spans of an SQL text, for syntax highlighting. Never fails: an incomplete element, such as a string that is still
/// being typed, extends to the end of the text.
public final class SqlSpans {

    /// Kind of a span.
    public enum Kind {
        KEYWORD,
        FUNCTION,
        NAME,
        STRING,
        NUMBER,
        PARAMETER,
        COMMENT,
        OPERATOR
    }

    /// A span that is not white space.
    ///
    /// @param start offset of its first character
    /// @param end offset after its last character
    public record Span(int start, int end, Kind kind) {}

    private static final Set<String> KEYWORDS =
            Set.of(("add all alter analyze and any array as asc asof attach begin between by case cast collate column"
                            + " commit copy create cross current current_row database delete desc describe detach distinct drop"
                            + " else end escape except exclude exists explain export filter first following for foreign from full"
                            + " function glob group groups having if ilike import in include index inner insert intersect interval"
                            + " into is isnull join key last lateral left like limit macro match materialized module natural not"
                            + " notnull null nulls offset on or order outer over partition perfetto pivot positional preceding"
                            + " primary qualify range recursive references regexp rename replace returning returns right row rows"
                            + " select semi set show similar summarize table tablesample temp temporary then to transaction"
                            + " trigger true false unbounded union unique unpivot update using values view virtual when where"
                            + " window with within without")
                    .split(" "));

    private SqlSpans() {}

    /// Returns all spans in order.
    public static List<Span> of(String text) {
        List<Token> tokens = tokens(text);
        return of(text, tokens, parse(tokens));
    }

    static List<Span> of(String text, List<Token> tokens, ParsedWords words) {
        List<Span> spans = new ArrayList<>();
        int after = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            addComments(text, after, t.start(), spans);
            spans.add(new Span(t.start(), t.end(), kind(tokens, i, words)));
            after = t.end();
        }
        addTrailing(text, after, spans);
        return spans;
    }

    /// Parses all statements and returns the roles of their words.
    static ParsedWords parse(List<Token> tokens) {
        ParsedWords words = new ParsedWords();
        int position = 0;
        for (List<Token> statement : SqlTokens.statements(tokens)) {
            while (tokens.get(position) != statement.getFirst()) {
                position++;
            }
            words.add(SqlParser.draft(statement).words(), position);
        }
        return words;
    }

    private static Kind kind(List<Token> tokens, int i, ParsedWords words) {
        Token t = tokens.get(i);
        Token next = i + 1 < tokens.size() ? tokens.get(i + 1) : null;
        boolean isQualified = i > 0 && tokens.get(i - 1).isOperator(".");
        if (isQualified && t.isName()) {
            return Kind.NAME;
        }
        return words.keywords().get(i) ? Kind.KEYWORD : words.names().get(i) ? nameKind(t, next) : kind(t, next);
    }

    /// Returns the kind of a token that the parser read as a name.
    private static Kind nameKind(Token t, Token next) {
        return t.kind() == Token.Kind.WORD ? wordKind(next) : kind(t, next);
    }

    private static Kind wordKind(Token next) {
        return isCalled(next) ? Kind.FUNCTION : Kind.NAME;
    }

    private static boolean isCalled(Token next) {
        return next != null && (next.isOperator("(") || next.isOperator("!"));
    }

    /// Returns the statement around or directly before the caret, without the semicolon; empty if there is none. A
    /// caret between two statements belongs to the one before it.
    ///
    /// @return start and end offset
    public static int[] statementAt(String text, int caret) {
        int[] found = {0, 0};
        for (List<Token> statement : SqlTokens.statements(tokens(text))) {
            int start = statement.getFirst().start();
            if (start > caret && found[1] > 0) {
                break;
            }
            found = new int[] {start, statement.getLast().end()};
        }
        if (found[1] == 0 && !text.isBlank()) {
            return new int[] {0, text.length()};
        }
        return found;
    }

    private static List<Token> tokens(String text) {
        try {
            return SqlTokens.read(text);
        } catch (SqlSyntaxException e) {
            try {
                return e.offset < 0 ? List.of() : SqlTokens.read(text.substring(0, e.offset));
            } catch (SqlSyntaxException second) {
                return List.of();
            }
        }
    }

    /// Adds the spans after the last token: comments, or an unclosed element.
    private static void addTrailing(String text, int from, List<Span> spans) {
        int start = addComments(text, from, text.length(), spans);
        if (start < text.length()) {
            char c = text.charAt(start);
            Kind kind = c == '/' ? Kind.COMMENT : c == '"' || c == '`' ? Kind.NAME : Kind.STRING;
            spans.add(new Span(start, text.length(), kind));
        }
    }

    /// @return the offset of the first text other than white space and closed comments, or `to`
    private static int addComments(String text, int from, int to, List<Span> spans) {
        int i = from;
        while (i < to) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == '\ufeff') {
                i++;
                continue;
            }
            int end;
            if (text.startsWith("--", i)) {
                int line = text.indexOf('\n', i);
                end = line < 0 ? to : Math.min(line, to);
            } else {
                int close = text.startsWith("/*", i) ? text.indexOf("*/", i + 2) : -1;
                if (close < 0) {
                    return i;
                }
                end = Math.min(close + 2, to);
            }
            spans.add(new Span(i, end, Kind.COMMENT));
            i = end;
        }
        return to;
    }

    private static Kind kind(Token t, Token next) {
        return switch (t.kind()) {
            case STRING, BLOB -> Kind.STRING;
            case NUMBER -> Kind.NUMBER;
            case PARAMETER -> Kind.PARAMETER;
            case OPERATOR -> Kind.OPERATOR;
            case QUOTED -> Kind.NAME;
            case WORD -> {
                // Not parsed: text of a macro, or invalid text.
                boolean isKeyword = KEYWORDS.contains(t.text().toLowerCase(Locale.ROOT));
                yield isKeyword && !(isCalled(next) && isAlsoFunction(t)) ? Kind.KEYWORD : wordKind(next);
            }
        };
    }

    private static boolean isAlsoFunction(Token t) {
        return t.isAny("replace", "first", "last", "glob", "if", "left", "right", "range", "format");
    }
}
