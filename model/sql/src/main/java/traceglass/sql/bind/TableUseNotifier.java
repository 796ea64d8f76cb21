package traceglass.sql.bind;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.TraceStore;

/// Notifies a `TableLoader` of the names that a statement uses, including those in the definitions of its views.
public final class TableUseNotifier {
    /// First words of statements whose reads can be determined from their names.
    private static final String[] PLAIN = {"SELECT", "WITH", "FROM", "VALUES", "EXPLAIN", "CREATE", "DROP", "INSERT"};
    /// Names that may refer to any table, or to the list of tables, and an operator that reads tables without
    /// naming them.
    private static final Set<String> ANY =
            Set.of(TraceStore.CATALOG, "tg_op_experimental_flamegraph", "query", "query_table", "information_schema");

    private final Catalog catalog;
    private final UserFunctions functions;
    private final TableLoader loader;

    public TableUseNotifier(Catalog catalog, UserFunctions functions, TableLoader loader) {
        this.catalog = catalog;
        this.functions = functions;
        this.loader = loader;
    }

    /// Announces the names of a statement before it runs.
    ///
    /// @throws SQLException if the definition of a view cannot be parsed or a table cannot be loaded
    public void announce(List<Token> statement) throws SQLException {
        // The reads of a view or function are announced when it is used.
        boolean defines = statement.getFirst().is("CREATE")
                && statement.stream().limit(5).anyMatch(t -> t.isAny("VIEW", "MACRO"));
        if (loader == TableLoader.NONE || defines) {
            return;
        }
        if (!loader.hasLoadedAll() && mayUseAny(statement)) {
            loader.beforeAnyTable();
        }
        Set<String> names = new HashSet<>();
        ArrayDeque<String> views = new ArrayDeque<>();
        boolean isRecursive = collect(statement, names, views);
        while (!views.isEmpty()) {
            try {
                isRecursive |= collect(SqlTokens.read(views.pop()), names, views);
            } catch (SqlSyntaxException e) {
                throw new SQLException("can't parse the definition of a view: " + e.getMessage(), e);
            }
        }
        loader.beforeStatement(names, isRecursive || statement.getFirst().is("EXPLAIN"));
    }

    /// Announces the names of a translated statement, which may contain tables that the original does not name.
    public void announceTranslated(String sql) throws SQLException {
        if (loader.hasLoadedAll()) {
            return;
        }
        try {
            announce(SqlTokens.read(sql));
        } catch (SqlSyntaxException e) {
            loader.beforeAnyTable();
        }
    }

    /// Announces that any table may be read from now on.
    public void announceAny() throws SQLException {
        if (!loader.hasLoadedAll()) {
            loader.beforeAnyTable();
        }
    }

    /// Returns whether a statement may use tables that it does not name.
    public static boolean mayUseAny(List<Token> statement) {
        Token first = statement.getFirst();
        if (!first.isOperator("(") && !first.isAny(PLAIN)) {
            return true;
        }
        boolean isSource = false;
        for (Token t : statement) {
            String name = t.isName() ? t.value().toLowerCase(Locale.ROOT) : "";
            // A string where a table is expected may be its name.
            if (ANY.contains(name)
                    || name.startsWith("duckdb_")
                    || name.startsWith("pragma_")
                    || isSource && t.kind() == Token.Kind.STRING) {
                return true;
            }
            isSource = t.isAny("FROM", "JOIN") || isSource && t.isOperator("(");
        }
        return false;
    }

    /// Collects the names in a statement or the definition of a view, and returns whether it or a function is
    /// recursive.
    private boolean collect(List<Token> tokens, Set<String> names, ArrayDeque<String> views) throws SQLException {
        boolean isRecursive = false;
        for (Token t : tokens) {
            isRecursive |= t.is("RECURSIVE");
            if (t.isName()) {
                isRecursive |= add(t.value().toLowerCase(Locale.ROOT), names, views);
            }
        }
        return isRecursive;
    }

    private boolean add(String name, Set<String> names, ArrayDeque<String> views) throws SQLException {
        if (!names.add(name)) {
            return false;
        }
        Catalog.Relation relation = catalog.relation(name);
        if (relation != null && relation.definition() != null) {
            views.push(relation.definition());
        }
        boolean isRecursive = functions.isRecursive(name);
        for (String word : functions.referencedNames(name)) {
            isRecursive |= add(word, names, views);
        }
        return isRecursive;
    }
}
