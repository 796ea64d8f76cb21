package traceglass.sql.session;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import traceglass.sql.bind.Catalog;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.syntax.Macros;
import traceglass.sql.syntax.Token;
import traceglass.store.text.Spelling;

/// Hints for errors: the most similar table, column, function, macro or keyword, and the module that defines a
/// name.
final class ErrorAdvice {
    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "ORDER",
            "HAVING",
            "LIMIT",
            "OFFSET",
            "JOIN",
            "LEFT",
            "INNER",
            "CROSS",
            "UNION",
            "DISTINCT",
            "BETWEEN",
            "PARTITION",
            "VALUES",
            "CREATE",
            "TABLE",
            "VIEW",
            "FUNCTION",
            "MACRO",
            "PERFETTO",
            "INCLUDE",
            "MODULE",
            "RETURNS",
            "INSERT",
            "WITH",
            "USING",
            "CASE",
            "WHEN",
            "THEN",
            "OVER");
    private static final Set<String> WINDOW_FUNCTIONS = Set.of(
            "row_number",
            "rank",
            "dense_rank",
            "ntile",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "nth_value",
            "percent_rank",
            "cume_dist");
    /// Number of tokens before a syntax error to check for a misspelled keyword.
    private static final int TOKENS_BEFORE_ERROR = 3;

    private final Catalog catalog;
    private final ModuleLibrary library;
    private final Macros macros;
    private final Collection<String> functions;

    /// @param functions names of the functions defined by statements; a live view
    ErrorAdvice(Catalog catalog, ModuleLibrary library, Macros macros, Collection<String> functions) {
        this.catalog = catalog;
        this.library = library;
        this.macros = macros;
        this.functions = functions;
    }

    /// Returns the message with a hint, if there is one.
    ///
    /// @param statement the statement that failed
    String advise(String message, List<Token> statement) {
        if (message.contains("Did you mean")) {
            return message;
        }
        String name = message.substring(message.lastIndexOf(' ') + 1);
        try {
            if (message.startsWith("no such table: ")) {
                return message + hintForName(name, relations());
            }
            if (message.startsWith("no such function: ")) {
                return message + hintForFunction(name);
            }
            if (message.startsWith("no such macro: ")) {
                return message + hintForName(name.replace("!", ""), macros.names());
            }
            if (message.startsWith("no such column: ")) {
                return message + hintForColumn(name.substring(name.lastIndexOf('.') + 1), statement);
            }
            if (message.startsWith("no such table or alias: ")) {
                return message + didYouMean(Spelling.nearest(name, sources(statement)));
            }
        } catch (SQLException e) {
            return message;
        }
        return message;
    }

    /// Returns the word near a syntax error that is a misspelled keyword; null if there is none.
    Token findMisspelled(List<Token> statement, Token location) {
        int index = statement.indexOf(location);
        if (index < 0) {
            return null;
        }
        for (int i = Math.max(0, index - TOKENS_BEFORE_ERROR); i <= index; i++) {
            Token t = statement.get(i);
            if (t.kind() == Token.Kind.WORD && keyword(t) != null) {
                return t;
            }
        }
        return null;
    }

    /// Finds the position of an error that the database reported without one: returns the first token that the
    /// message mentions, or the first token of the statement.
    static Token locationOf(String message, List<Token> statement) {
        Set<String> words = new HashSet<>(Arrays.asList(message.split("[ :,.'\"()]+")));
        if (message.contains("UNION, EXCEPT")) {
            return find(statement, t -> t.isAny("UNION", "EXCEPT", "INTERSECT"));
        }
        return find(statement, t -> {
            boolean isParameter = t.kind() == Token.Kind.PARAMETER;
            return words.contains(
                            isParameter ? t.text() : t.isName() && t.text().length() > 1 ? t.value() : "\0")
                    || isParameter && t.text().equals("?") && message.startsWith("no value for parameter");
        });
    }

    private static Token find(List<Token> statement, Predicate<Token> condition) {
        return statement.stream().filter(condition).findFirst().orElse(statement.getFirst());
    }

    /// Returns the keyword that a word may misspell; null if the word is a keyword or resembles none.
    static String keyword(Token t) {
        String word = t.text().toUpperCase(Locale.ROOT);
        if (KEYWORDS.contains(word) || word.length() < 4) {
            return null;
        }
        for (String keyword : KEYWORDS) {
            if (keyword.length() > 3 && (Spelling.isNear(word, keyword) || isTransposed(word, keyword))) {
                return keyword;
            }
        }
        return null;
    }

    private static boolean isTransposed(String a, String b) {
        char[] first = a.toCharArray();
        char[] second = b.toCharArray();
        Arrays.sort(first);
        Arrays.sort(second);
        return Spelling.distance(a, b) == 2 && Arrays.equals(first, second);
    }

    private String hintForFunction(String name) {
        if (WINDOW_FUNCTIONS.contains(name.toLowerCase(Locale.ROOT))) {
            return ". It is a window function: " + name + "(…) OVER (…)";
        }
        Set<String> known = new HashSet<>(SqlVocabulary.perfettoFunctions().keySet());
        known.addAll(functions);
        return hintForName(name, known);
    }

    /// Returns the hint for a name that is neither in the session nor defined by an included module.
    private String hintForName(String name, Collection<String> known) {
        Map<String, String> defined = library.definitions();
        String module = defined.get(name.toLowerCase(Locale.ROOT));
        if (module != null) {
            return ". It is defined in a module: INCLUDE PERFETTO MODULE " + module;
        }
        String nearest = Spelling.nearest(name, known);
        boolean isPrivate = name.startsWith("_");
        String other = Spelling.nearest(
                name,
                defined.keySet().stream()
                        .filter(d -> d.startsWith("_") == isPrivate)
                        .toList());
        boolean isOther = other != null && (nearest == null || distance(name, other) < distance(name, nearest));
        return isOther ? ". Did you mean " + other + " from module " + defined.get(other) + "?" : didYouMean(nearest);
    }

    private static int distance(String a, String b) {
        return Spelling.distance(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT));
    }

    private String hintForColumn(String name, List<Token> statement) throws SQLException {
        Set<String> columns = new HashSet<>();
        for (Token t : statement) {
            Catalog.Relation relation = t.isName() ? catalog.relation(t.value()) : null;
            if (relation == null) {
                continue;
            }
            if (relation.columns().stream().anyMatch(name::equalsIgnoreCase)) {
                // Another part of the statement uses that table.
                return ". It is a column of " + t.value();
            }
            columns.addAll(relation.columns());
        }
        return didYouMean(Spelling.nearest(name, columns));
    }

    /// Returns the names after FROM, JOIN and AS.
    private static Set<String> sources(List<Token> statement) {
        Set<String> names = new HashSet<>();
        for (int i = 1; i < statement.size(); i++) {
            Token t = statement.get(i);
            if (t.isName()
                    && (statement.get(i - 1).isAny("FROM", "JOIN", "AS")
                            || statement.get(i - 1).isName()
                                    && i > 1
                                    && statement.get(i - 2).isAny("FROM", "JOIN"))) {
                names.add(t.value());
            }
        }
        return names;
    }

    private List<String> relations() throws SQLException {
        return catalog.names().stream()
                .filter(n -> !n.startsWith("_") && !n.startsWith("tg_"))
                .toList();
    }

    private static String didYouMean(String nearest) {
        return nearest == null ? "" : ". Did you mean " + nearest + "?";
    }
}
