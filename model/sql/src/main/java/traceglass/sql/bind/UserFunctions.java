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
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

/// Functions that a session has created with CREATE PERFETTO FUNCTION, as macros of DuckDB.
///
/// DuckDB's macros substitute arguments textually, so a column passed as an argument could be captured by a column
/// of the function's own tables. Each function that reads tables therefore has a second form, which first selects
/// its arguments into a separate row; calls use that form if an argument's name could be captured.
public final class UserFunctions {
    private static final String SAFE = "_tg_safe";
    private static final String INTRINSIC = "__intrinsic_";
    private static final String JSONB = "jsonb";

    /// @param names lower-case names in the body
    /// @param hasSafeForm whether the second form exists
    /// @param columns columns of the table that it returns; null if it returns a value, or they are not known
    private record Definition(
            PerfettoStatement.Function function,
            Set<String> names,
            boolean hasSafeForm,
            @Nullable List<BoundColumn> columns) {}

    private final Map<String, Definition> definitions = new HashMap<>();

    public boolean isDefined(String name) {
        return definitions.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /// Returns the declaration of a function; null if there is none.
    PerfettoStatement.Function declaration(String name) {
        Definition definition = definitions.get(name.toLowerCase(Locale.ROOT));
        return definition == null ? null : definition.function;
    }

    /// Returns the name under which a called function is known, in lower case, after resolving delegation.
    public String resolvedName(String called) {
        String name = called.toLowerCase(Locale.ROOT);
        for (String delegate = delegate(name);
                delegate != null && !delegate.equalsIgnoreCase(name);
                delegate = delegate(name)) {
            name = delegate.toLowerCase(Locale.ROOT);
        }
        if (name.startsWith(INTRINSIC) && !isDefined(name)) {
            // Published functions delegate to intrinsic ones, which are the same functions here.
            name = name.substring(INTRINSIC.length());
        }
        // SQLite's JSONB is only a faster representation of JSON; here both are text.
        return name.startsWith(JSONB) && !isDefined(name) ? "json" + name.substring(JSONB.length()) : name;
    }

    /// Returns the columns of a function that returns a table; null if there is none, or they are not known.
    @Nullable
    List<BoundColumn> columns(String name) {
        Definition definition = definitions.get(name.toLowerCase(Locale.ROOT));
        return definition == null ? null : definition.columns;
    }

    /// Returns the function that a delegating function represents, or null.
    public String delegate(String name) {
        Definition definition = definitions.get(name.toLowerCase(Locale.ROOT));
        return definition == null ? null : definition.function.delegate();
    }

    /// Returns the names in the bodies of a function, in lower case; empty if it is unknown.
    Set<String> referencedNames(String name) {
        Definition definition = definition(name);
        return definition == null ? Set.of() : definition.names;
    }

    /// Returns whether the query of a function is recursive, so that it may read a table many times.
    boolean isRecursive(String name) {
        Definition definition = definition(name);
        return definition != null && definition.function.query().stream().anyMatch(t -> t.is("RECURSIVE"));
    }

    private @Nullable Definition definition(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return definitions.get(key.endsWith(SAFE) ? key.substring(0, key.length() - SAFE.length()) : key);
    }

    /// Returns the statements that create a function in DuckDB, as tokens for the translator.
    ///
    /// @param bound columns of its query; null if they are not known
    public List<FunctionMacro> define(PerfettoStatement.Function function, @Nullable List<BoundColumn> bound)
            throws SqlSyntaxException {
        String name = function.name().value();
        int origin = function.name().origin();
        if (!function.replaces() && isDefined(name)) {
            throw new SqlSyntaxException(
                    "function " + name + " is already defined; CREATE OR REPLACE replaces it", origin);
        }
        Set<String> names = new HashSet<>();
        for (Token t : function.query()) {
            if (t.isName()) {
                names.add(t.value().toLowerCase(Locale.ROOT));
                names.addAll(referencedNames(t.value()));
            }
        }
        List<FunctionMacro> macros = new ArrayList<>();
        boolean hasSafeForm = function.delegate() == null
                && !function.parameters().isEmpty()
                && new FunctionQuery(function.query()).hasSource();
        if (function.delegate() == null) {
            macros.add(FunctionMacro.of(function, name, false));
        }
        if (hasSafeForm) {
            macros.add(FunctionMacro.of(function, name + SAFE, true));
        }
        definitions.put(
                name.toLowerCase(Locale.ROOT), new Definition(function, names, hasSafeForm, columns(function, bound)));
        return macros;
    }

    /// Returns the columns of a function that returns a table: those of its query with the affinities of the declared
    /// types; null if they are not known.
    private static @Nullable List<BoundColumn> columns(
            PerfettoStatement.Function function, @Nullable List<BoundColumn> bound) {
        if (function.returns() != null || function.columns().isEmpty()) {
            return null;
        }
        List<BoundColumn> declared = new ArrayList<>();
        for (PerfettoStatement.Parameter column : function.columns()) {
            String type = DefinitionRewriter.duckType(column.type());
            Affinity affinity = type == null ? Affinity.NONE : Affinity.of(DuckType.ofDuckDbName(type));
            declared.add(new BoundColumn(column.name(), DuckType.UNKNOWN, affinity));
        }
        if (bound == null) {
            return declared;
        }
        List<BoundColumn> columns = new ArrayList<>();
        for (BoundColumn column : bound) {
            Affinity affinity = declared.stream()
                    .filter(d -> d.isNamed(column.name()))
                    .findFirst()
                    .map(BoundColumn::affinity)
                    .orElse(column.affinity());
            columns.add(new BoundColumn(column.name(), column.type(), affinity));
        }
        return columns;
    }

    /// Returns the name under which a function must be called with these arguments.
    ///
    /// @param qualifier returns the source of an unqualified column of the outer query, or null if it is uncertain
    /// @param qualify receives each column to qualify, and the text to insert before it
    public String callName(
            String name, CallArguments arguments, Qualifier qualifier, BiConsumer<Expression.Column, String> qualify)
            throws SQLException {
        Definition definition = definitions.get(name.toLowerCase(Locale.ROOT));
        if (definition == null || !definition.hasSafeForm) {
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
            if (FunctionMacro.isArgument(first) || Keywords.isValue(first)) {
                continue;
            }
            String source = isQualified ? first : qualifier.sourceOf(first);
            if (source == null || definition.names.contains(source.toLowerCase(Locale.ROOT))) {
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
