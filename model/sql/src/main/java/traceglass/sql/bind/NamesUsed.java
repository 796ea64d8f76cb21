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

/// Finds all names a statement uses, through the views it reads, and tells a `TableUse`.
public final class NamesUsed {
    /// What a statement may begin with whose names say what it reads.
    private static final String[] PLAIN = {"SELECT", "WITH", "FROM", "VALUES", "EXPLAIN", "CREATE", "DROP", "INSERT"};
    /// Names behind which any table may be meant, or that of the tables itself; and an operator that reads tables
    /// which nobody names.
    private static final Set<String> ANY =
            Set.of(TraceStore.CATALOG, "tg_op_experimental_flamegraph", "query", "query_table", "information_schema");

    private final Catalog catalog;
    private final UserFunctions functions;
    private final TableUse use;

    public NamesUsed(Catalog catalog, UserFunctions functions, TableUse use) {
        this.catalog = catalog;
        this.functions = functions;
        this.use = use;
    }

    public void announce(List<Token> statement) throws SQLException {
        // What a view or function reads is announced when it is used.
        boolean defines = statement.getFirst().is("CREATE")
                && statement.stream().limit(5).anyMatch(t -> t.isAny("VIEW", "MACRO"));
        if (use == TableUse.NONE || defines) {
            return;
        }
        if (!use.isSettled() && isOpaque(statement)) {
            use.beforeAny();
        }
        Set<String> names = new HashSet<>();
        ArrayDeque<String> views = new ArrayDeque<>();
        collect(statement, names, views);
        while (!views.isEmpty()) {
            try {
                collect(SqlTokens.read(views.pop()), names, views);
            } catch (SqlSyntaxException e) {
                throw new SQLException("a view's definition cannot be read: " + e.getMessage(), e);
            }
        }
        use.beforeStatement(names);
    }

    /// The same for the SQL that a statement has become, which may name tables that were not named before.
    public void announceTranslated(String sql) throws SQLException {
        if (use.isSettled()) {
            return;
        }
        try {
            announce(SqlTokens.read(sql));
        } catch (SqlSyntaxException e) {
            use.beforeAny();
        }
    }

    /// Says that any table may be read from now on.
    public void announceAny() throws SQLException {
        if (!use.isSettled()) {
            use.beforeAny();
        }
    }

    private static boolean isOpaque(List<Token> statement) {
        Token first = statement.getFirst();
        if (!first.isOperator("(") && !first.isAny(PLAIN)) {
            return true;
        }
        boolean source = false;
        for (Token t : statement) {
            String name = t.isName() ? t.value().toLowerCase(Locale.ROOT) : "";
            // A text where a table is expected may be its name.
            if (ANY.contains(name)
                    || name.startsWith("duckdb_")
                    || name.startsWith("pragma_")
                    || source && t.kind() == Token.Kind.STRING) {
                return true;
            }
            source = t.isAny("FROM", "JOIN") || source && t.isOperator("(");
        }
        return false;
    }

    private void collect(List<Token> tokens, Set<String> names, ArrayDeque<String> views) throws SQLException {
        for (Token t : tokens) {
            if (t.isName()) {
                add(t.value().toLowerCase(Locale.ROOT), names, views);
            }
        }
    }

    private void add(String name, Set<String> names, ArrayDeque<String> views) throws SQLException {
        if (!names.add(name)) {
            return;
        }
        Catalog.Relation relation = catalog.relation(name);
        if (relation != null && relation.definition() != null) {
            views.push(relation.definition());
        }
        for (String word : functions.words(name)) {
            add(word, names, views);
        }
    }
}
