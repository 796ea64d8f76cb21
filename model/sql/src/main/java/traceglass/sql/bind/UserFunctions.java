package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

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

    /// Adds a NULL of its type for each parameter in a function's query, to validate the query.
    ///
    /// @param to receives the text that replaces a token, by the token's index
    public static void addNulls(PerfettoStatement.Function function, List<Token> query, Map<Integer, String> to) {
        for (int i = 0; i < query.size(); i++) {
            Token t = query.get(i);
            if (t.kind() != Token.Kind.PARAMETER) {
                continue;
            }
            for (PerfettoStatement.Parameter parameter : function.parameters()) {
                if (parameter.name().equalsIgnoreCase(t.value())) {
                    String type = DefinitionRewriter.duckType(parameter.type());
                    to.putIfAbsent(i, type == null ? "NULL" : "CAST(NULL AS " + type + ")");
                }
            }
        }
    }

    /// Returns the name under which a function must be called with these arguments.
    ///
    /// @param qualifier returns the source of an unqualified column of the outer query, or null if it is uncertain
    /// @param qualify receives each column to qualify, and the text to insert before it
    public String callName(
            String name, CallArguments arguments, Qualifier qualifier, BiConsumer<Expression.Column, String> qualify)
            throws SQLException {
        Known k = known.get(name.toLowerCase(Locale.ROOT));
        if (k == null || !k.hasSafeForm) {
            return name;
        }
        FreeColumns free = new FreeColumns();
        free.arguments(arguments);
        if (free.isUncertain) {
            return name + SAFE;
        }
        Map<Expression.Column, String> qualifiers = new IdentityHashMap<>();
        for (Expression.Column column : free.found) {
            boolean isQualified = column.path().size() > 1;
            String first = column.path().getFirst().text();
            if (first.startsWith(PARAMETER) || first.startsWith(ROW) || Keywords.isValue(first)) {
                continue;
            }
            String source = isQualified ? first : qualifier.sourceOf(first);
            if (source == null || k.names.contains(source.toLowerCase(Locale.ROOT))) {
                return name + SAFE;
            }
            if (!isQualified) {
                qualifiers.put(column, Token.quoteName(source) + ".");
            }
        }
        qualifiers.forEach(qualify);
        return name;
    }

    /// Finds columns that refer to the query around an expression.
    private static final class FreeColumns extends TreeRewriter {
        private final List<Expression.Column> found = new ArrayList<>();
        /// Whether a query in the expression may refer to the query around it, too.
        private boolean isUncertain;

        @Override
        public Query query(Query q) {
            isUncertain |= !isClosed(q);
            return q;
        }

        @Override
        public Expression column(Expression.Column e) {
            found.add(e);
            return e;
        }
    }

    /// Returns whether a subquery references nothing in the outer query: its names bind to its own sources first,
    /// wherever it is used.
    private static boolean isClosed(Query query) {
        QueryNames names = new QueryNames();
        names.query(query);
        return names.hasSource && names.found.containsAll(names.qualifiers);
    }

    /// Names in a query that can be those of sources, and qualifiers of columns.
    private static final class QueryNames extends TreeRewriter {
        private final Set<String> found = new HashSet<>();
        private final Set<String> qualifiers = new HashSet<>();
        private boolean hasSource;

        private void add(SqlName name, Set<String> to) {
            to.add(name.text().toLowerCase(Locale.ROOT));
        }

        @Override
        public Expression column(Expression.Column e) {
            e.path().subList(0, e.path().size() - 1).forEach(n -> add(n, qualifiers));
            return e;
        }

        @Override
        public Expression star(Expression.Star e) {
            if (e.qualifier() != null) {
                add(e.qualifier(), qualifiers);
            }
            return super.star(e);
        }

        @Override
        public TableSource source(TableSource s) {
            hasSource = true;
            TableSource.Alias alias = switch (s) {
                case TableSource.Table t -> t.alias();
                case TableSource.Function f -> f.alias();
                case TableSource.Subquery q -> q.alias();
                default -> null;
            };
            if (alias != null) {
                add(alias.name(), found);
            } else if (s instanceof TableSource.Table t) {
                add(t.name(), found);
            } else if (s instanceof TableSource.Function f) {
                add(f.call().name(), found);
            }
            return super.source(s);
        }
    }

    /// Determines the source of an unqualified column.
    public interface Qualifier {
        String sourceOf(String column) throws SQLException;
    }
}
