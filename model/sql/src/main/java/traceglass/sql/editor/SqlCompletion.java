package traceglass.sql.editor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.sql.editor.SqlVocabulary.Column;
import traceglass.sql.editor.SqlVocabulary.Relation;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Completion at a position of an SQL text that is being typed. Pure: the same text and vocabulary give the same
/// result.
///
/// @param from offset of the start of the text that a suggestion replaces
/// @param to its end offset: the caret, or the end of the word around it
/// @param typed the part before the caret, by which suggestions were filtered
/// @param place kind of text expected at the caret
/// @param subject inside a string: the column it is compared with, if known; else null
/// @param choices suggestions, best first
public record SqlCompletion(int from, int to, String typed, Place place, Subject subject, List<Choice> choices) {

    /// A column of a table of the trace.
    public record Subject(String relation, String column) {}

    /// Expected input at the caret. [#TEXT] is inside quotes: names from the trace can be suggested there.
    public enum Place {
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
    /// @param text to insert
    /// @param owner the table of a column, the arguments of a function; may be empty
    /// @param type the type of a column; may be empty
    /// @param about one-sentence description; may be empty
    public record Choice(Kind kind, String text, String owner, String type, String about) {}

    private static final int MAX_CHOICES = 200;
    private static final Set<String> BEFORE_TABLES = Set.of("FROM", "JOIN", "INTO", "DESCRIBE", "SUMMARIZE");
    private static final Set<String> NOT_ALIASES = Set.of(
            "ON",
            "USING",
            "WHERE",
            "JOIN",
            "LEFT",
            "RIGHT",
            "FULL",
            "INNER",
            "CROSS",
            "NATURAL",
            "ASOF",
            "GROUP",
            "ORDER",
            "HAVING",
            "LIMIT",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "WINDOW",
            "QUALIFY",
            "OUTER",
            "SEMI",
            "ANTI",
            "POSITIONAL",
            "SELECT");
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
    /// @param loose whether names also match by letters in order, and not only by prefixes of the name or its words
    public static SqlCompletion at(
            String text, int caret, SqlVocabulary vocabulary, List<String> parameters, boolean loose) {
        int open = openQuote(text, caret);
        if (open >= 0) {
            return new SqlCompletion(
                    open + 1,
                    caret,
                    text.substring(open + 1, caret),
                    Place.TEXT,
                    subject(text, open, caret, vocabulary),
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
        int[] span = statement(text, from);
        List<Token> before = tokens(text.substring(span[0], from));
        List<Token> all = new ArrayList<>(before);
        all.addAll(tokens(text.substring(to, Math.max(to, span[1]))));
        if (from > 0 && text.charAt(from - 1) == '$') {
            return new SqlCompletion(
                    from, to, typed, Place.PARAMETER, null, best(plain(Kind.PARAMETER, parameters), typed, loose));
        }
        int include = moduleStart(before);
        if (include >= 0) {
            String name = SqlTokens.text(before.subList(include, before.size())) + typed;
            int start = before.size() > include ? span[0] + before.get(include).start() : from;
            List<Choice> modules = best(plain(Kind.MODULE, vocabulary.modules()), name, loose);
            return new SqlCompletion(start, to, name, Place.MODULE, null, modules);
        }
        Map<String, Relation> named = named(all, vocabulary);
        Map<String, Relation> scope = scope(all, vocabulary, named);
        Token last = before.isEmpty() ? null : before.getLast();
        if (last != null
                && last.isOperator(".")
                && before.size() > 1
                && before.get(before.size() - 2).isName()) {
            Relation of = scope.get(before.get(before.size() - 2).value().toLowerCase(Locale.ROOT));
            List<Choice> choices = new ArrayList<>();
            if (of != null) {
                of.columns().forEach(c -> choices.add(column(c, of)));
            }
            return new SqlCompletion(from, to, typed, Place.COLUMN, null, best(choices, typed, loose));
        }
        if (wantsTable(before)) {
            return new SqlCompletion(from, to, typed, Place.TABLE, null, best(tables(vocabulary, named), typed, loose));
        }
        List<Choice> choices = last != null && last.isOperator("|>")
                ? plain(Kind.KEYWORD, PipeWords.STAGES)
                : anything(vocabulary, scope);
        return new SqlCompletion(from, to, typed, Place.ANYTHING, null, best(choices, typed, loose));
    }

    /// Returns suggestions of one kind that consist only of a name.
    private static List<Choice> plain(Kind kind, List<String> names) {
        return names.stream().map(n -> new Choice(kind, n, "", "", "")).toList();
    }

    private static List<Choice> anything(SqlVocabulary vocabulary, Map<String, Relation> scope) {
        List<Choice> choices = new ArrayList<>();
        scope.values().stream().distinct().forEach(r -> r.columns().forEach(c -> choices.add(column(c, r))));
        scope.forEach((alias, r) ->
                choices.add(new Choice(Kind.TABLE, alias, r.name().equalsIgnoreCase(alias) ? "" : r.name(), "", "")));
        vocabulary.functions().values().stream().filter(f -> !f.table()).forEach(f -> choices.add(function(f)));
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
            boolean open = s.end() == text.length() && !text.endsWith("'") || s.end() - s.start() == 1;
            if (s.kind() == SqlSpans.Kind.STRING
                    && text.charAt(s.start()) == '\''
                    && s.start() < caret
                    && (caret < s.end() || open && caret == s.end())) {
                return s.start();
            }
        }
        return -1;
    }

    private static int[] statement(String text, int at) {
        int start = 0;
        for (SqlSpans.Span s : SqlSpans.of(text)) {
            if (s.kind() == SqlSpans.Kind.OPERATOR && text.startsWith(";", s.start())) {
                if (s.start() >= at) {
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
            } catch (SqlSyntaxException again) {
                return List.of();
            }
        }
    }

    /// Returns the index after INCLUDE PERFETTO MODULE if the tokens end in such a statement, else −1.
    private static int moduleStart(List<Token> before) {
        return before.size() >= 3
                        && before.get(0).is("INCLUDE")
                        && before.get(1).is("PERFETTO")
                        && before.get(2).is("MODULE")
                ? 3
                : -1;
    }

    private static boolean wantsTable(List<Token> before) {
        int depth = 0;
        for (int i = before.size() - 1; i >= 0; i--) {
            Token t = before.get(i);
            if (t.closes()) {
                depth++;
            } else if (t.opens() && depth-- == 0) {
                return i > 0
                        && before.get(i - 1).is("OF")
                        && (i == before.size() - 1 || before.getLast().isOperator(","));
            } else if (depth == 0 && t.kind() == Token.Kind.WORD) {
                String word = t.text().toUpperCase(Locale.ROOT);
                if (BEFORE_TABLES.contains(word)) {
                    return i == before.size() - 1
                            || word.equals("FROM") && before.getLast().isOperator(",");
                }
                if (NOT_ALIASES.contains(word)) {
                    return false;
                }
            }
        }
        return false;
    }

    /// Returns the column that the string opened at `open` is compared with.
    private static Subject subject(String text, int open, int caret, SqlVocabulary vocabulary) {
        int[] span = statement(text, open);
        List<Token> before = tokens(text.substring(span[0], open));
        int i = before.size() - 1;
        while (i >= 0 && !before.get(i).isName() && !before.get(i).closes()
                || i >= 0 && before.get(i).isAny("GLOB", "LIKE", "ILIKE", "IN", "NOT", "IS")) {
            i--;
        }
        if (i < 0 || !before.get(i).isName()) {
            return null;
        }
        String column = before.get(i).value();
        List<Token> all = new ArrayList<>(before);
        int rest = text.indexOf('\'', caret);
        all.addAll(tokens(rest < 0 || rest > span[1] ? "" : text.substring(rest + 1, span[1])));
        Map<String, Relation> scope = scope(all, vocabulary, named(all, vocabulary));
        String qualifier =
                i > 1 && before.get(i - 1).isOperator(".") ? before.get(i - 2).value() : null;
        return scope.entrySet().stream()
                .filter(e -> qualifier == null || e.getKey().equalsIgnoreCase(qualifier))
                .map(Map.Entry::getValue)
                .filter(r -> vocabulary.relations().containsKey(r.name().toLowerCase(Locale.ROOT)))
                .filter(r -> r.columns().stream().anyMatch(c -> c.name().equalsIgnoreCase(column)))
                .findFirst()
                .map(r -> new Subject(r.name(), column))
                .orElse(null);
    }

    // --- scope ------------------------------------------------------------

    /// Returns the relations defined by WITH, by lower-case name.
    private static Map<String, Relation> named(List<Token> tokens, SqlVocabulary vocabulary) {
        Map<String, Relation> named = new LinkedHashMap<>();
        for (int i = 0; i + 2 < tokens.size(); i++) {
            if (tokens.get(i).isName()
                    && tokens.get(i + 1).is("AS")
                    && tokens.get(i + 2).isOperator("(")) {
                int close = closing(tokens, i + 2);
                String name = tokens.get(i).value();
                named.put(
                        name.toLowerCase(Locale.ROOT),
                        new Relation(name, columns(tokens.subList(Math.min(i + 3, close), close), vocabulary, named)));
            }
        }
        return named;
    }

    /// Returns the relations that a statement reads, by lower-case alias or name.
    private static Map<String, Relation> scope(
            List<Token> tokens, SqlVocabulary vocabulary, Map<String, Relation> named) {
        Map<String, Relation> scope = new LinkedHashMap<>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            boolean intersects = tokens.get(i).is("OF") && tokens.get(i + 1).isOperator("(");
            if (!intersects && !tokens.get(i).isAny("FROM", "JOIN")) {
                continue;
            }
            int at = intersects ? i + 2 : i + 1;
            while (at < tokens.size()) {
                at = relation(tokens, at, vocabulary, named, scope);
                if (at >= tokens.size() || !tokens.get(at).isOperator(",")) {
                    break;
                }
                at++;
            }
        }
        return scope;
    }

    /// Parses one relation of a FROM and its alias. @return the index after it
    private static int relation(
            List<Token> tokens,
            int at,
            SqlVocabulary vocabulary,
            Map<String, Relation> named,
            Map<String, Relation> into) {
        Token t = tokens.get(at);
        Relation found;
        int next;
        if (t.isOperator("(")) {
            int close = closing(tokens, at);
            found = new Relation("", columns(tokens.subList(at + 1, close), vocabulary, named));
            next = Math.min(close + 1, tokens.size());
        } else if (t.isName()) {
            String key = t.value().toLowerCase(Locale.ROOT);
            found = named.containsKey(key)
                    ? named.get(key)
                    : vocabulary.relations().get(key);
            next = at + 1;
            while (next < tokens.size()
                    && (tokens.get(next).isOperator("!") || tokens.get(next).isOperator("("))) {
                next = tokens.get(next).isOperator("(") ? Math.min(closing(tokens, next) + 1, tokens.size()) : next + 1;
            }
        } else {
            return at + 1;
        }
        String alias = found == null ? null : found.name();
        if (next < tokens.size() && tokens.get(next).is("AS")) {
            next++;
        }
        if (next < tokens.size()
                && tokens.get(next).isName()
                && !NOT_ALIASES.contains(tokens.get(next).text().toUpperCase(Locale.ROOT))) {
            alias = tokens.get(next).value();
            next++;
        }
        if (found != null && alias != null) {
            into.putIfAbsent(
                    alias.toLowerCase(Locale.ROOT),
                    new Relation(found.name().isEmpty() ? alias : found.name(), found.columns()));
        }
        return next;
    }

    private static int closing(List<Token> tokens, int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).opens() ? 1 : tokens.get(i).closes() ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size();
    }

    /// Returns the columns of a query's result: aliases, the last word of names, and for `*` the columns of its
    /// sources.
    private static List<Column> columns(List<Token> query, SqlVocabulary vocabulary, Map<String, Relation> named) {
        List<Column> columns = new ArrayList<>();
        int i = 0;
        while (i < query.size() && !query.get(i).is("SELECT")) {
            i++;
        }
        int start = i + 1;
        int depth = 0;
        for (i = start; i <= query.size(); i++) {
            boolean end = i == query.size() || depth == 0 && query.get(i).is("FROM");
            if (end || depth == 0 && query.get(i).isOperator(",")) {
                if (i > start && i - 1 < query.size()) {
                    Token last = query.get(i - 1);
                    if (last.isOperator("*")) {
                        Map<String, Relation> inner = new LinkedHashMap<>();
                        for (int f = i; f + 1 < query.size(); f++) {
                            if (query.get(f).isAny("FROM", "JOIN")) {
                                relation(query, f + 1, vocabulary, named, inner);
                            }
                        }
                        inner.values().forEach(r -> columns.addAll(r.columns()));
                    } else if (last.isName()) {
                        columns.add(new Column(last.value(), ""));
                    }
                }
                start = i + 1;
            }
            if (end) {
                break;
            }
            depth += query.get(i).opens() ? 1 : query.get(i).closes() ? -1 : 0;
        }
        return columns;
    }

    // --- suggestions ------------------------------------------------------------

    private static Choice column(Column c, Relation of) {
        return new Choice(Kind.COLUMN, plain(c.name()), of.name(), c.type(), Descriptions.column(of.name(), c.name()));
    }

    private static Choice function(SqlVocabulary.Function f) {
        return new Choice(Kind.FUNCTION, f.name(), "(" + f.arguments() + ")", "", f.about());
    }

    private static List<Choice> tables(SqlVocabulary vocabulary, Map<String, Relation> named) {
        List<Choice> choices = new ArrayList<>();
        named.values().forEach(r -> choices.add(new Choice(Kind.TABLE, plain(r.name()), "", "", "")));
        vocabulary
                .relations()
                .values()
                .forEach(r ->
                        choices.add(new Choice(Kind.TABLE, plain(r.name()), "", "", Descriptions.table(r.name()))));
        vocabulary.functions().values().stream()
                .filter(SqlVocabulary.Function::table)
                .forEach(f -> choices.add(function(f)));
        return choices;
    }

    private static String plain(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : Token.quoteName(name);
    }

    /// Returns the choices that match the typed text: first those that begin with it, then those with a word that
    /// begins with it, then those with its letters in order.
    private static List<Choice> best(List<Choice> choices, String typed, boolean loose) {
        record Ranked(Choice choice, int rank) {}
        String prefix = typed.toLowerCase(Locale.ROOT);
        List<Ranked> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Choice c : choices) {
            int rank = rank(c.text().toLowerCase(Locale.ROOT), prefix);
            if (rank >= 0 && (loose || rank <= 1) && seen.add(c.kind() + " " + c.text() + " " + c.owner())) {
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
        int at = 0;
        for (int i = 0; i < prefix.length(); i++) {
            at = name.indexOf(prefix.charAt(i), at) + 1;
            if (at == 0) {
                return -1;
            }
        }
        return prefix.length() < 2 ? -1 : name.contains(prefix) ? 2 : 3;
    }
}
