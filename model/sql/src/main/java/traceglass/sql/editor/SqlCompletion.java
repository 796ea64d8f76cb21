package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.editor.SqlVocabulary.Column;
import traceglass.sql.editor.SqlVocabulary.Relation;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.SqlName;

/// Completion at a position of an SQL text that is being typed. Pure: the same text and vocabulary give the same
/// result.
///
/// @param from offset of the start of the text that a suggestion replaces
/// @param to its end offset: the caret, or the end of the word around it
/// @param typed the part before the caret, by which suggestions were filtered
/// @param inputKind kind of text expected at the caret
/// @param comparedColumn inside a string: the column it is compared with, if known; else null
/// @param choices suggestions, best first
public record SqlCompletion(
        int from, int to, String typed, InputKind inputKind, ComparedColumn comparedColumn, List<Choice> choices) {

    /// A column of a table of the trace.
    public record ComparedColumn(String relation, String column) {}

    /// Expected input at the caret. [#TEXT] is inside quotes: names from the trace can be suggested there.
    public enum InputKind {
        ANYTHING,
        TABLE,
        COLUMN,
        MODULE,
        PARAMETER,
        TEXT
    }

    /// Kind of a suggestion.
    public enum Kind {
        COLUMN,
        TABLE,
        FUNCTION,
        MODULE,
        PARAMETER,
        KEYWORD,
        TEXT
    }

    /// A suggestion.
    ///
    /// @param text text to insert
    /// @param owner the table of a column, the arguments of a function; may be empty
    /// @param type the type of a column; may be empty
    /// @param description one-sentence description; may be empty
    public record Choice(Kind kind, String text, String owner, String type, String description) {}

    private static final int MAX_CHOICES = 200;
    /// Name that stands for the word at the caret.
    private static final String CARET = "_caret_";
    private static final List<String> INCLUDE = List.of("INCLUDE", "PERFETTO", "MODULE");
    /// Stages of pipelines, in the order in which they are suggested.
    private static final List<String> STAGES = List.of(
            "SELECT",
            "EXTEND",
            "DROP",
            "RENAME",
            "SET",
            "AS",
            "WHERE",
            "AGGREGATE",
            "ORDER BY",
            "TREE ACCUMULATE UP",
            "TREE ACCUMULATE DOWN",
            "INTERVAL FLATTEN AGGREGATE");
    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "JOIN",
            "LEFT JOIN",
            "GROUP BY",
            "ORDER BY",
            "HAVING",
            "LIMIT",
            "WITH",
            "AS",
            "AND",
            "OR",
            "NOT",
            "IN",
            "IS NULL",
            "IS NOT NULL",
            "BETWEEN",
            "LIKE",
            "GLOB",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "DISTINCT",
            "UNION ALL",
            "USING",
            "ON",
            "OVER",
            "PARTITION BY",
            "DESC",
            "ASC",
            "CAST",
            "EXISTS",
            "INCLUDE PERFETTO MODULE",
            "CREATE PERFETTO TABLE",
            "CREATE PERFETTO VIEW",
            "CREATE PERFETTO FUNCTION",
            "CREATE PERFETTO MACRO",
            "PERFETTO PRAGMA pipelines = 1",
            "QUALIFY",
            "WINDOW");

    /// Computes the completion at a caret.
    ///
    /// @param parameters names of available parameters, without their `$`
    /// @param isFuzzy whether names also match by letters in order, and not only by prefixes of the name or its
    /// words
    public static SqlCompletion at(
            String text, int caret, SqlVocabulary vocabulary, List<String> parameters, boolean isFuzzy) {
        int open = openQuote(text, caret);
        if (open >= 0) {
            return new SqlCompletion(
                    open + 1,
                    caret,
                    text.substring(open + 1, caret),
                    InputKind.TEXT,
                    comparedColumn(text, open, caret, vocabulary),
                    List.of());
        }
        int from = caret;
        while (from > 0 && isWordPart(text.charAt(from - 1))) {
            from--;
        }
        int to = caret;
        while (to < text.length() && isWordPart(text.charAt(to))) {
            to++;
        }
        String typed = text.substring(from, caret);
        if (from > 0 && text.charAt(from - 1) == '$') {
            return new SqlCompletion(
                    from,
                    to,
                    typed,
                    InputKind.PARAMETER,
                    null,
                    bestMatches(ofNames(Kind.PARAMETER, parameters), typed, isFuzzy));
        }
        int[] span = statement(text, from);
        List<Token> tokens = tokens(text.substring(span[0], from) + CARET + text.substring(to, Math.max(to, span[1])));
        int index = indexOf(tokens, from - span[0]);
        if (isInclude(tokens) && index >= INCLUDE.size()) {
            List<Token> before = tokens.subList(INCLUDE.size(), index);
            String name = SqlTokens.text(before) + typed;
            int start = before.isEmpty() ? from : span[0] + before.getFirst().start();
            List<Choice> modules = bestMatches(ofNames(Kind.MODULE, vocabulary.modules()), name, isFuzzy);
            return new SqlCompletion(start, to, name, InputKind.MODULE, null, modules);
        }
        CaretScope scope = CaretScope.of(tokens, index, vocabulary);
        InputKind inputKind = switch (scope.role) {
            case TABLE -> InputKind.TABLE;
            case COLUMN -> InputKind.COLUMN;
            case STAGE, ANYTHING -> InputKind.ANYTHING;
        };
        List<Choice> choices = switch (scope.role) {
            case TABLE -> tables(vocabulary, scope.named);
            case COLUMN -> columns(scope.sources.get(scope.qualifier.toLowerCase(Locale.ROOT)));
            case STAGE -> ofNames(Kind.KEYWORD, STAGES);
            case ANYTHING -> anything(vocabulary, scope.sources);
        };
        return new SqlCompletion(from, to, typed, inputKind, null, bestMatches(choices, typed, isFuzzy));
    }

    private static List<Choice> columns(Relation relation) {
        return relation == null
                ? List.of()
                : relation.columns().stream().map(c -> column(c, relation)).toList();
    }

    /// Returns the index of the token that starts at an offset; -1 if there is none.
    private static int indexOf(List<Token> tokens, int offset) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).start() == offset) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isInclude(List<Token> tokens) {
        return tokens.size() >= INCLUDE.size()
                && tokens.get(0).is(INCLUDE.get(0))
                && tokens.get(1).is(INCLUDE.get(1))
                && tokens.get(2).is(INCLUDE.get(2));
    }

    /// Returns suggestions of one kind that consist only of a name.
    private static List<Choice> ofNames(Kind kind, List<String> names) {
        return names.stream().map(n -> new Choice(kind, n, "", "", "")).toList();
    }

    private static List<Choice> anything(SqlVocabulary vocabulary, Map<String, Relation> scope) {
        List<Choice> choices = new ArrayList<>();
        scope.values().stream().distinct().forEach(r -> r.columns().forEach(c -> choices.add(column(c, r))));
        scope.forEach((alias, r) ->
                choices.add(new Choice(Kind.TABLE, alias, r.name().equalsIgnoreCase(alias) ? "" : r.name(), "", "")));
        vocabulary.functions().values().stream()
                .filter(f -> !f.isTableFunction())
                .forEach(f -> choices.add(function(f)));
        KEYWORDS.forEach(k -> choices.add(new Choice(Kind.KEYWORD, k, "", "", "")));
        return choices;
    }

    // --- position of the caret ------------------------------------------------------------

    private static boolean isWordPart(char c) {
        return c == '_' || Character.isLetterOrDigit(c) || c == '!';
    }

    /// Returns the offset of the quote that is open at the caret, or −1.
    private static int openQuote(String text, int caret) {
        for (SqlSpans.Span s : SqlSpans.of(text)) {
            boolean isOpen = s.end() == text.length() && !text.endsWith("'") || s.end() - s.start() == 1;
            if (s.kind() == SqlSpans.Kind.STRING
                    && text.charAt(s.start()) == '\''
                    && s.start() < caret
                    && (caret < s.end() || isOpen && caret == s.end())) {
                return s.start();
            }
        }
        return -1;
    }

    private static int[] statement(String text, int position) {
        int start = 0;
        for (SqlSpans.Span s : SqlSpans.of(text)) {
            if (s.kind() == SqlSpans.Kind.OPERATOR && text.startsWith(";", s.start())) {
                if (s.start() >= position) {
                    return new int[] {start, s.start()};
                }
                start = s.end();
            }
        }
        return new int[] {start, text.length()};
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

    /// Returns the column that the string opened at `open` is compared with.
    private static ComparedColumn comparedColumn(String text, int open, int caret, SqlVocabulary vocabulary) {
        int[] span = statement(text, open);
        int close = text.indexOf('\'', caret);
        String rest = close < 0 || close > span[1] ? "" : text.substring(close + 1, span[1]);
        List<Token> tokens = tokens(text.substring(span[0], open) + "''" + rest);
        CaretScope scope = CaretScope.of(tokens, indexOf(tokens, open - span[0]), vocabulary);
        if (scope.compared == null) {
            return null;
        }
        String column = scope.compared.name().text();
        SqlName qualifier = scope.compared.qualifier();
        return scope.sources.entrySet().stream()
                .filter(e -> qualifier == null || qualifier.is(e.getKey()))
                .map(Map.Entry::getValue)
                .filter(r -> vocabulary.relations().containsKey(r.name().toLowerCase(Locale.ROOT)))
                .filter(r -> r.columns().stream().anyMatch(c -> c.name().equalsIgnoreCase(column)))
                .findFirst()
                .map(r -> new ComparedColumn(r.name(), column))
                .orElse(null);
    }

    // --- suggestions ------------------------------------------------------------

    private static Choice column(Column c, Relation relation) {
        return new Choice(
                Kind.COLUMN,
                quoteIfNeeded(c.name()),
                relation.name(),
                c.type(),
                Descriptions.column(relation.name(), c.name()));
    }

    private static Choice function(SqlVocabulary.Function f) {
        return new Choice(Kind.FUNCTION, f.name(), "(" + f.arguments() + ")", "", f.description());
    }

    private static List<Choice> tables(SqlVocabulary vocabulary, Map<String, Relation> named) {
        List<Choice> choices = new ArrayList<>();
        named.values().forEach(r -> choices.add(new Choice(Kind.TABLE, quoteIfNeeded(r.name()), "", "", "")));
        vocabulary
                .relations()
                .values()
                .forEach(r -> choices.add(
                        new Choice(Kind.TABLE, quoteIfNeeded(r.name()), "", "", Descriptions.table(r.name()))));
        vocabulary.functions().values().stream()
                .filter(SqlVocabulary.Function::isTableFunction)
                .forEach(f -> choices.add(function(f)));
        return choices;
    }

    private static String quoteIfNeeded(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : Token.quoteName(name);
    }

    /// Returns the choices that match the typed text: first those that begin with it, then those with a word that
    /// begins with it, then those with its letters in order.
    private static List<Choice> bestMatches(List<Choice> choices, String typed, boolean isFuzzy) {
        record Ranked(Choice choice, int rank) {}
        String prefix = typed.toLowerCase(Locale.ROOT);
        List<Ranked> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Choice c : choices) {
            int rank = rank(c.text().toLowerCase(Locale.ROOT), prefix);
            if (rank >= 0 && (isFuzzy || rank <= 1) && seen.add(c.kind() + " " + c.text() + " " + c.owner())) {
                found.add(new Ranked(c, rank));
            }
        }
        found.sort(Comparator.comparingInt(Ranked::rank)
                .thenComparing(r -> r.choice.kind())
                .thenComparingInt(r -> prefix.isEmpty() ? 0 : r.choice.text().length()));
        return found.stream().limit(MAX_CHOICES).map(Ranked::choice).toList();
    }

    private static int rank(String name, String prefix) {
        if (name.startsWith(prefix)) {
            return 0;
        }
        if (name.contains("_" + prefix) || name.contains("." + prefix)) {
            return 1;
        }
        int position = 0;
        for (int i = 0; i < prefix.length(); i++) {
            position = name.indexOf(prefix.charAt(i), position) + 1;
            if (position == 0) {
                return -1;
            }
        }
        return prefix.length() < 2 ? -1 : name.contains(prefix) ? 2 : 3;
    }
}
