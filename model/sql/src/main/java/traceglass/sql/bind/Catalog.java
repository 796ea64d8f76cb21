package traceglass.sql.bind;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.names.TableNames;

/// Tables and views visible to a session, with their columns; read from DuckDB and cached until an object is created
/// or dropped.
public final class Catalog {

    /// @param name as stored in DuckDB
    /// @param columns lower-case names, in order
    /// @param types types of the columns, as DuckDB names them
    /// @param rows DuckDB's estimate of the number of rows, 0 for a view; see [Catalog#rows]
    /// @param definition the SQL of a view, null for a table
    public record Relation(
            String name, boolean isView, List<String> columns, List<String> types, long rows, String definition) {
        public boolean has(String column) {
            return columns.contains(column.toLowerCase(Locale.ROOT));
        }
    }

    /// The view of all arguments.
    private static final String ARGS = "args";

    /// Number of rows of a table whose rows are counted when they are needed.
    private static final long UNCOUNTED = -1;

    /// Columns of the views of stores by definition, shared by all sessions.
    private static final Map<String, Shape> STORE_VIEWS = new ConcurrentHashMap<>();

    private final Connection connection;
    private final TableLoader loader;
    private Map<String, Relation> relations;
    /// Row counts of the tables of all schemas and databases, by name: a view may hide the table it is defined on.
    private Map<String, Long> tableRows;
    /// Objects that statements have created or changed since the catalog was read, without their columns, which are
    /// read on demand.
    private final Map<String, Relation> changed = new HashMap<>();
    /// Kinds of the arguments that statements look up, by their keys; to find one, all arguments are read.
    private final Map<String, String> argKinds = new HashMap<>();
    /// Names in the definitions of views, by definition.
    private final Map<String, Set<String>> viewNames = new HashMap<>();
    /// Sort order of views, by name.
    private final Map<String, ViewOrder> viewOrders = new HashMap<>();

    public Catalog(Connection connection, TableLoader loader) {
        this.connection = connection;
        this.loader = loader;
    }

    /// Returns whether a statement may change the set of tables and views, or their rows.
    public static boolean isChangedBy(List<Token> statement) {
        return statement
                .getFirst()
                .isAny("CREATE", "DROP", "ALTER", "ATTACH", "DETACH", "USE", "IMPORT", "INSERT", "COPY");
    }

    /// Discards the values that were read from tables for earlier statements. Called before the statements of a text.
    public void discardValues() {
        argKinds.clear();
    }

    /// Clears the cache after a statement that may have changed the catalog.
    public void invalidate() {
        argKinds.clear();
        relations = null;
    }

    /// Updates the cache after a statement. Listing all tables takes long if there are many, so for the usual
    /// statements only the affected table or view is read again.
    public void update(List<Token> statement) {
        if (relations == null) {
            argKinds.clear();
            return;
        }
        boolean creates = statement.getFirst().is("CREATE");
        boolean isView = false;
        int position = 1;
        while (position < statement.size()
                && statement
                        .get(position)
                        .isAny("OR", "REPLACE", "TEMP", "TEMPORARY", "TABLE", "VIEW", "INTO", "IF", "NOT", "EXISTS")) {
            isView |= statement.get(position).is("VIEW");
            position++;
        }
        if (creates && position < statement.size() && statement.get(position).isAny("MACRO", "FUNCTION")) {
            return;
        }
        boolean isKnown = position < statement.size()
                && statement.get(position).isName()
                && (creates || statement.getFirst().is("INSERT"));
        boolean isQualified =
                position + 1 < statement.size() && statement.get(position + 1).isOperator(".");
        if (isKnown && !isQualified) {
            String name = statement.get(position).value();
            // New rows of another table may appear in the view of all arguments.
            if (!creates || name.equalsIgnoreCase(ARGS)) {
                argKinds.clear();
            }
            changed.put(
                    name.toLowerCase(Locale.ROOT),
                    new Relation(name, creates && isView, List.of(), List.of(), 0, SqlTokens.text(statement)));
        } else {
            invalidate();
        }
    }

    /// Reads a table or view that a statement has created or changed.
    private void read(Relation added) throws SQLException {
        String name = added.name();
        Shape shape = shape(name);
        long rows = added.isView() ? 0 : UNCOUNTED;
        if (!added.isView()) {
            tableRows.remove(name.toLowerCase(Locale.ROOT));
        }
        relations.put(
                name.toLowerCase(Locale.ROOT),
                new Relation(
                        name,
                        added.isView(),
                        shape.names,
                        shape.types,
                        rows,
                        added.isView() ? added.definition() : null));
    }

    /// Returns the columns of a view of the store. Equal definitions have equal columns in all stores.
    private Shape storeView(String name, String definition) {
        Shape known = STORE_VIEWS.get(definition);
        if (known == null) {
            try {
                known = shapeOf("memory.main." + Token.quoteName(name));
                STORE_VIEWS.put(definition, known);
            } catch (SQLException e) {
                // The statement that needs them fails too and reports the reason.
                return Shape.EMPTY;
            }
        }
        return known;
    }

    /// Reads the columns of the table or view that a statement would find under a name.
    private Shape shape(String name) throws SQLException {
        return shapeOf(Token.quoteName(name));
    }

    private Shape shapeOf(String quotedName) throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        try (PreparedStatement s =
                connection.prepareStatement("SELECT lower(name), type FROM pragma_table_info(?) ORDER BY cid")) {
            s.setString(1, quotedName);
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    names.add(r.getString(1));
                    types.add(r.getString(2));
                }
            }
        }
        return new Shape(names, types);
    }

    /// Records the sort order of a view.
    public void setOrder(String view, ViewOrder order) {
        viewOrders.put(view.toLowerCase(Locale.ROOT), order);
    }

    /// Returns the sort order of a view, empty if it has none.
    public List<ViewOrder.Term> order(Relation view) {
        return viewOrders
                .getOrDefault(view.name().toLowerCase(Locale.ROOT), ViewOrder.NONE)
                .terms();
    }

    /// Returns a column whose values ascend in the order of the rows of a table or view; null if none is known.
    public @Nullable String rowOrder(Relation relation) {
        if (!relation.isView()) {
            return "rowid";
        }
        List<ViewOrder.Term> order = order(relation);
        if (order.isEmpty()) {
            return relation.has("id") ? "id" : null;
        }
        boolean isAscending = order.size() == 1 && order.getFirst().direction().isEmpty();
        return isAscending ? order.getFirst().column() : null;
    }

    /// Returns the table or view with this name, or null.
    public Relation relation(String name) throws SQLException {
        return name == null ? null : find(name.toLowerCase(Locale.ROOT));
    }

    /// Names of all tables and views, in lower case.
    public Set<String> names() throws SQLException {
        Set<String> names = new HashSet<>(all().keySet());
        names.addAll(changed.keySet());
        return names;
    }

    private Relation find(String name) throws SQLException {
        all();
        Relation added = changed.remove(name);
        if (added != null) {
            try {
                read(added);
            } catch (SQLException e) {
                // The object has been dropped since.
                relations = null;
            }
        }
        return all().get(name);
    }

    /// Returns the kind of values of all arguments with this key: "int", "real", "text", "any" if they differ, or
    /// "none" if there are none.
    public String argKind(String key) throws SQLException {
        if (!argKinds.containsKey(key)) {
            readArgKinds(Set.of(key));
        }
        return argKinds.get(key);
    }

    /// Reads the kinds of values of all arguments with these keys. Reading them together takes as long as one of them.
    public void readArgKinds(Set<String> keys) throws SQLException {
        Map<String, Set<String>> types = new HashMap<>();
        for (String key : keys) {
            if (!argKinds.containsKey(key)) {
                types.put(key, new HashSet<>());
            }
        }
        if (!types.isEmpty() && relation(ARGS) != null) {
            loader.load(Set.of(TableNames.Args.TABLE));
            String list = types.keySet().stream().map(Token::quoteString).collect(Collectors.joining(", "));
            try (Statement s = connection.createStatement();
                    ResultSet r = s.executeQuery(
                            "SELECT DISTINCT key, value_type FROM " + ARGS + " WHERE key IN (" + list + ")")) {
                while (r.next()) {
                    types.get(r.getString(1)).add(String.valueOf(r.getString(2)));
                }
            }
        }
        types.forEach((key, found) -> argKinds.put(key, argKind(found)));
    }

    /// @param types values of `value_type`
    private static String argKind(Set<String> types) {
        boolean hasText = types.contains("string") || types.contains("json");
        boolean hasReal = types.contains("real");
        boolean hasWhole = Stream.of("int", "uint", "bool", "pointer").anyMatch(types::contains);
        return hasText && (hasReal || hasWhole)
                ? "any"
                : hasText ? "text" : hasReal ? "real" : hasWhole ? "int" : "none";
    }

    /// Returns the kind of a metadata value: "int", "text", or "none" if the key does not exist.
    public String metadataKind(String key) throws SQLException {
        if (relation("metadata") == null) {
            return "none";
        }
        loader.load(Set.of(TableNames.Metadata.TABLE));
        try (PreparedStatement s = connection.prepareStatement(
                "SELECT bool_or(str_value IS NOT NULL), bool_or(int_value IS NOT NULL) FROM metadata WHERE name = ?")) {
            s.setString(1, key);
            try (ResultSet r = s.executeQuery()) {
                r.next();
                return r.getBoolean(1) ? "text" : r.getBoolean(2) ? "int" : "none";
            }
        }
    }

    /// Estimates the number of rows of a relation; for a view, returns the rows of the largest table in its
    /// definition.
    public long rows(Relation relation) throws SQLException {
        return rows(relation, new HashSet<>());
    }

    private long countRows(Relation table) throws SQLException {
        String key = table.name().toLowerCase(Locale.ROOT);
        Long known = table.rows() == UNCOUNTED ? tableRows.get(key) : Long.valueOf(table.rows());
        if (known != null) {
            return known;
        }
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM " + Token.quoteName(table.name()))) {
            r.next();
            tableRows.put(key, r.getLong(1));
            return r.getLong(1);
        }
    }

    private long rows(Relation relation, Set<String> seen) throws SQLException {
        if (!relation.isView()) {
            return countRows(relation);
        }
        long max = 0;
        try {
            for (String name : names(relation.definition())) {
                if (seen.add(name)) {
                    Relation inner = find(name);
                    if (inner != null) {
                        max = Math.max(
                                max,
                                Math.max(
                                        tableRows.getOrDefault(name, 0L),
                                        inner.name().equals(relation.name()) ? 0 : rows(inner, seen)));
                    }
                }
            }
        } catch (SqlSyntaxException e) {
            return Long.MAX_VALUE;
        }
        return max;
    }

    /// Returns the names in the definition of a view, in lower case.
    private Set<String> names(String definition) throws SqlSyntaxException {
        Set<String> known = viewNames.get(definition);
        if (known == null) {
            known = new LinkedHashSet<>();
            for (Token t : SqlTokens.read(definition)) {
                if (t.isName()) {
                    known.add(t.value().toLowerCase(Locale.ROOT));
                }
            }
            viewNames.put(definition, known);
        }
        return known;
    }

    private Map<String, Relation> all() throws SQLException {
        if (relations == null) {
            changed.clear();
            viewNames.clear();
            Columns columns = new Columns();
            // Temporary objects hide others, so they come last and win.
            Map<String, Relation> found = new HashMap<>();
            Map<String, Long> counts = new HashMap<>();
            try (Statement s = connection.createStatement();
                    ResultSet r = s.executeQuery("""
                        SELECT table_oid, table_name, false AS is_view, estimated_size, NULL AS sql, temporary, false FROM duckdb_tables() WHERE NOT internal
                        UNION ALL SELECT view_oid, view_name, true, 0, sql, temporary, database_name = 'memory' AND schema_name = 'main' FROM duckdb_views() WHERE NOT internal
                        ORDER BY temporary, is_view\
                        """)) {
                while (r.next()) {
                    String name = r.getString(2);
                    String key = name.toLowerCase(Locale.ROOT);
                    boolean isView = r.getBoolean(3);
                    long rows = isView ? 0 : Math.max(r.getLong(4), loader.pendingRows(key));
                    if (!isView) {
                        counts.merge(key, rows, Math::max);
                    }
                    String id = r.getString(1);
                    String definition = r.getString(5);
                    Supplier<Shape> shape =
                            isView && r.getBoolean(7) ? () -> storeView(name, definition) : () -> columns.of(id, name);
                    found.put(
                            key,
                            new Relation(
                                    name,
                                    isView,
                                    new LazyList(() -> shape.get().names),
                                    new LazyList(() -> shape.get().types),
                                    rows,
                                    definition));
                }
            }
            relations = found;
            tableRows = counts;
        }
        return relations;
    }

    /// Columns of a relation.
    private record Shape(List<String> names, List<String> types) {
        static final Shape EMPTY = new Shape(List.of(), List.of());
    }

    /// Columns of relations. Those of the first few are read one by one, then all together: a store has thousands
    /// of relations, and few statements need more than a few of them.
    private final class Columns {
        private static final int SINGLE = 24;

        private final Map<String, Shape> byRelation = new HashMap<>();
        private int single;

        /// @param relation DuckDB's id
        Shape of(String relation, String name) {
            Shape known = byRelation.get(relation);
            if (known == null && single <= SINGLE) {
                known = load(relation, name);
            }
            return known == null ? Shape.EMPTY : known;
        }

        private @Nullable Shape load(String relation, String name) {
            try {
                if (single++ < SINGLE) {
                    byRelation.put(relation, shape(name));
                } else {
                    readAll();
                }
            } catch (SQLException e) {
                // The statement that needs them fails too and reports the reason.
                return null;
            }
            return byRelation.get(relation);
        }

        private void readAll() throws SQLException {
            Map<String, Shape> all = new HashMap<>();
            try (Statement s = connection.createStatement();
                    ResultSet r = s.executeQuery(
                            "SELECT table_oid, lower(column_name), data_type FROM duckdb_columns() WHERE NOT internal"
                                    + " ORDER BY table_oid, column_index")) {
                while (r.next()) {
                    Shape shape =
                            all.computeIfAbsent(r.getString(1), k -> new Shape(new ArrayList<>(), new ArrayList<>()));
                    shape.names.add(r.getString(2));
                    shape.types.add(r.getString(3));
                }
            }
            byRelation.putAll(all);
        }
    }

    /// A list that is read on first use.
    private static final class LazyList extends AbstractList<String> {
        private final Supplier<List<String>> source;
        private @Nullable List<String> list;

        LazyList(Supplier<List<String>> source) {
            this.source = source;
        }

        @Override
        public String get(int index) {
            return list().get(index);
        }

        @Override
        public int size() {
            return list().size();
        }

        private List<String> list() {
            List<String> known = list;
            if (known == null) {
                known = source.get();
                // No columns may mean that they can't be read yet.
                list = known.isEmpty() ? null : known;
            }
            return known;
        }
    }
}
