package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Functions that a session has created with CREATE PERFETTO FUNCTION, as macros of DuckDB.
///
/// DuckDB's macros substitute arguments textually, so a column passed as an argument could be captured by a column
/// of the function's own tables. Each function that reads tables therefore has a second form, which first selects
/// its arguments into a separate row; calls use that form if an argument's name could be captured.
public final class UserFunctions {
    private static final String PARAMETER = "tg_arg_";
    private static final String ROW = "tg_args";
    private static final String SAFE = "_tg_safe";

    /// A statement that creates one form of a function in the database.
    ///
    /// @param body index of the token at which the function's query starts; one less if the query lacks its first
    ///     token
    public record Definition(List<Token> statement, int body) {}

    /// @param names lower-case names in the body
    /// @param hasSafeForm whether the second form exists
    private record Known(PerfettoStatement.Function function, Set<String> names, boolean hasSafeForm) {}

    private final Map<String, Known> known = new HashMap<>();

    public boolean isDefined(String name) {
        return known.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// Returns the declaration of a function; null if there is none.
    PerfettoStatement.Function declaration(String name) {
        Known k = known.get(name.toLowerCase(Locale.ROOT));
        return k == null ? null : k.function;
    }

    /// Returns the function that a delegating function represents, or null.
    public String delegate(String name) {
        Known k = known.get(name.toLowerCase(Locale.ROOT));
        return k == null ? null : k.function.delegate();
    }

    /// Returns the names in the bodies of a function, in lower case; empty if it is unknown.
    Set<String> referencedNames(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        Known k = known.get(key.endsWith(SAFE) ? key.substring(0, key.length() - SAFE.length()) : key);
        return k == null ? Set.of() : k.names;
    }

    /// Returns the statements that create a function in DuckDB, as tokens for the translator.
    public List<Definition> define(PerfettoStatement.Function function) throws SqlSyntaxException {
        String name = function.name().value();
        int origin = function.name().origin();
        if (!function.replaces() && isDefined(name)) {
            throw new SqlSyntaxException(
                    "function " + name + " is already defined; CREATE OR REPLACE replaces it", origin);
        }
        List<Definition> statements = new ArrayList<>();
        Set<String> names = new HashSet<>();
        boolean reads = false;
        for (Token t : function.query()) {
            if (t.isName()) {
                names.add(t.value().toLowerCase(Locale.ROOT));
                names.addAll(referencedNames(t.value()));
            }
            reads |= t.is("FROM");
        }
        if (function.delegate() == null) {
            boolean table = function.returns() == null;
            List<String> parameters = function.parameters().stream()
                    .map(p -> PARAMETER + p.name().toLowerCase(Locale.ROOT))
                    .toList();
            String cast = table ? null : DefinitionRewriter.duckType(function.returns());
            if (!table && cast == null && !function.returns().equals("ANY")) {
                cast = function.returns().equals("BOOLEAN")
                                || function.returns().equals("VARCHAR")
                                || function.returns().equals("BLOB")
                        ? function.returns()
                        : null;
            }
            statements.add(macro(function, name, parameters, cast, false));
            reads = reads && !parameters.isEmpty();
            if (reads) {
                statements.add(macro(function, name + SAFE, parameters, cast, true));
            }
        }
        known.put(name.toLowerCase(Locale.ROOT), new Known(function, names, reads && function.delegate() == null));
        return statements;
    }

    private static Definition macro(
            PerfettoStatement.Function function, String name, List<String> parameters, String cast, boolean safe)
            throws SqlSyntaxException {
        boolean table = function.returns() == null;
        int origin = function.name().origin();
        List<Token> out = new ArrayList<>(SqlTokens.read(
                "CREATE OR REPLACE TEMP MACRO " + Token.quoteName(name) + "(" + String.join(", ", parameters) + ") AS "
                        + (table ? "TABLE " : cast == null ? "(" : "(CAST("),
                origin));
        List<Token> body = new ArrayList<>();
        for (Token t : function.query()) {
            if (t.kind() == Token.Kind.PARAMETER
                    && parameters.contains(PARAMETER + t.value().toLowerCase(Locale.ROOT))) {
                String text = PARAMETER + t.value().toLowerCase(Locale.ROOT);
                body.add(new Token(
                        Token.Kind.WORD,
                        safe ? ROW + ".v" + text : text,
                        t.source(),
                        t.start(),
                        t.origin(),
                        t.spaced()));
            } else {
                body.add(t);
            }
        }
        StringBuilder row = new StringBuilder("FROM (SELECT ");
        for (String parameter : parameters) {
            row.append(row.length() > 13 ? ", " : "")
                    .append(parameter)
                    .append(" AS v")
                    .append(parameter);
        }
        row.append(") AS ").append(ROW);
        int start;
        if (table && safe) {
            out.addAll(SqlTokens.read(" SELECT tg_rows.* " + row + ", LATERAL (", origin));
            start = out.size();
            out.addAll(body);
            out.addAll(SqlTokens.read(") AS tg_rows", origin));
        } else if (table) {
            start = out.size();
            out.addAll(body);
        } else {
            boolean plain = body.size() > 1
                    && body.getFirst().is("SELECT")
                    && !safe
                    && body.stream().noneMatch(t -> t.isAny("FROM", "WHERE", "UNION", "LIMIT", "AS"))
                    && PerfettoStatement.commaSeparated(body).size() == 1;
            out.addAll(SqlTokens.read(plain ? "(" : safe ? "(SELECT (" : "(", origin));
            start = plain ? out.size() - 1 : out.size();
            out.addAll(plain ? body.subList(1, body.size()) : body);
            out.addAll(SqlTokens.read(plain ? ")" : safe ? ") " + row + ")" : ")", origin));
            out.addAll(SqlTokens.read(cast == null ? ")" : " AS " + cast + "))", origin));
        }
        return new Definition(out, start);
    }

    /// Returns a function's query with each parameter replaced by a NULL of its type, to validate it; each NULL is
    /// one token.
    ///
    /// @param parameters receives the replacement token of each parameter's token
    public static List<Token> validationQuery(PerfettoStatement.Function function, Map<Token, Token> parameters) {
        List<Token> out = new ArrayList<>();
        for (Token t : function.query()) {
            PerfettoStatement.Parameter parameter = t.kind() != Token.Kind.PARAMETER
                    ? null
                    : function.parameters().stream()
                            .filter(p -> p.name().equalsIgnoreCase(t.value()))
                            .findFirst()
                            .orElse(null);
            if (parameter == null) {
                out.add(t);
            } else {
                String type = DefinitionRewriter.duckType(parameter.type());
                Token value = new Token(
                        Token.Kind.WORD,
                        type == null ? "NULL" : "CAST(NULL AS " + type + ")",
                        t.source(),
                        t.start(),
                        t.origin(),
                        true);
                parameters.put(value, t);
                out.add(value);
            }
        }
        return out;
    }

    /// Returns the name under which a function must be called with these arguments.
    ///
    /// @param qualifier returns the source of an unqualified column of the outer query, or null if it is uncertain
    /// @param qualify receives the index of an argument's token and the qualifier to insert before it
    public String callName(String name, List<Token> arguments, Qualifier qualifier, BiConsumer<Integer, String> qualify)
            throws SQLException {
        Known k = known.get(name.toLowerCase(Locale.ROOT));
        if (k == null || !k.hasSafeForm) {
            return name;
        }
        Map<Integer, String> qualifiers = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            Token t = arguments.get(i);
            if (t.isOperator("(") && i + 1 < arguments.size() && QueryStructure.startsQuery(arguments, i + 1)) {
                int close = closing(arguments, i);
                if (isClosed(arguments.subList(i + 1, close))) {
                    i = close;
                    continue;
                }
            }
            if (!t.isName()
                    || Keywords.isValue(t.text())
                    || t.text().startsWith(PARAMETER)
                    || t.text().startsWith(ROW)) {
                continue;
            }
            boolean qualified = i + 1 < arguments.size() && arguments.get(i + 1).isOperator(".");
            boolean member = i > 0 && arguments.get(i - 1).isOperator(".");
            boolean called = i + 1 < arguments.size() && arguments.get(i + 1).isOperator("(");
            if (member || called || t.kind() == Token.Kind.WORD && Keywords.isInfix(t.text())) {
                continue;
            }
            String source = qualified ? t.value() : qualifier.sourceOf(t.value());
            if (source == null || k.names.contains(source.toLowerCase(Locale.ROOT))) {
                return name + SAFE;
            }
            if (!qualified) {
                qualifiers.put(i, Token.quoteName(source) + ".");
            }
        }
        qualifiers.forEach(qualify);
        return name;
    }

    private static int closing(List<Token> tokens, int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).opens() ? 1 : tokens.get(i).closes() ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size() - 1;
    }

    /// Returns whether a subquery references nothing in the outer query: its names bind to its own sources first,
    /// wherever it is used.
    private static boolean isClosed(List<Token> query) {
        boolean hasFrom = false;
        Set<String> names = new HashSet<>();
        for (int i = 0; i < query.size(); i++) {
            hasFrom |= query.get(i).is("FROM");
            boolean qualifier = i + 1 < query.size() && query.get(i + 1).isOperator(".");
            if (query.get(i).isName() && !qualifier) {
                names.add(query.get(i).value().toLowerCase(Locale.ROOT));
            }
        }
        for (int i = 0; i + 1 < query.size(); i++) {
            if (query.get(i).isName()
                    && query.get(i + 1).isOperator(".")
                    && !names.contains(query.get(i).value().toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return hasFrom;
    }

    /// Determines the source of an unqualified column.
    public interface Qualifier {
        String sourceOf(String column) throws SQLException;
    }
}
