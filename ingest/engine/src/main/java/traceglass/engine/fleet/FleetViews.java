package traceglass.engine.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.duckdb.DuckDBConnection;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.sql.Sql;
import traceglass.engine.fleet.sql.SqlTree;
import traceglass.ingest.open.FleetMember;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.store.TraceStore;
import traceglass.store.cache.StoreInfo;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.parquet.ParquetFile;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Views over the tables of all traces, with the column `trace_id`.
///
/// A table of the store is read from its files. A public view that only selects columns and rows of one table is
/// applied to the table of all traces. All other views and tables, such as views with joins and tables of modules, are
/// computed once in each trace and kept in the fleet as separate files.
final class FleetViews {

    /// Schema of the views. In the search path, it comes before the empty views of [StoreSchema].
    static final String SCHEMA = "fleet";

    static final String DERIVED = "derived";

    private final FleetFolder folder;
    private final StoreDatabase database;
    private final DuckDBConnection connection;
    private final List<FleetTrace> traces;
    private final FleetRun options;
    private final String prelude;
    private final List<FleetFailure> failures = new ArrayList<>();
    private final Map<String, String> views = new HashMap<>();
    private final Set<String> aggregates = new HashSet<>();
    private final Set<String> defined = new HashSet<>(Set.of(TracesTable.NAME));

    /// @param database database with the empty tables and views of a store
    /// @param connection connection of the database, for the definitions
    /// @param prelude statements that run in each trace before a view is read there
    FleetViews(
            FleetFolder folder,
            StoreDatabase database,
            DuckDBConnection connection,
            List<FleetTrace> traces,
            FleetRun options,
            String prelude)
            throws SQLException {
        this.folder = folder;
        this.database = database;
        this.connection = connection;
        this.traces = traces;
        this.options = options;
        this.prelude = prelude;
        try (var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal")) {
                while (rows.next()) {
                    views.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
                }
            }
            try (var rows = statement.executeQuery(
                    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type = 'aggregate'")) {
                while (rows.next()) {
                    aggregates.add(rows.getString(1).toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    /// Statement that makes a connection find the views.
    static String searchPath() {
        return "SET search_path = '" + SCHEMA + ",main'";
    }

    /// Traces whose rows are missing in a view because computing it failed.
    List<FleetFailure> failures() {
        return failures;
    }

    /// Returns whether traces have a table or view with this name without including a module.
    boolean isKnown(String name) {
        return views.containsKey(name) || ParquetFile.tables().contains(name);
    }

    /// Removes the empty views of a store, so that reading an undefined view is an error instead of returning
    /// no rows.
    void dropStoreViews() throws SQLException {
        List<String> names = new ArrayList<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT view_name FROM duckdb_views() WHERE NOT internal AND schema_name = 'main'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        for (String name : names) {
            execute("DROP VIEW main." + Token.quoteName(name));
        }
    }

    /// Makes a table or view available.
    ///
    /// @param name name in lower case
    void define(String name) throws SQLException {
        if (!defined.add(name)) {
            return;
        }
        if (TraceStore.lazyTables().contains(name)) {
            defineDerived(name);
            return;
        }
        for (String table : ParquetFile.tables()) {
            if (table.equals(name)) {
                defineTable(table);
                return;
            }
        }
        String view = views.get(name);
        if (view == null || !defineFleetWide(name, view)) {
            defineDerived(name);
        }
    }

    private void defineTable(String table) throws SQLException {
        List<Path> files = new ArrayList<>();
        String plain = ParquetFile.publicName(table);
        for (FleetTrace trace : traces) {
            if (trace.rows().containsKey(plain)) {
                Path file = folder.tableFile(plain, trace.id());
                if (Files.exists(file)) {
                    files.add(file);
                } else {
                    exclude(trace, FleetMember.missingFileMessage(folder.path(), file, trace.id()));
                }
            }
        }
        String from = Token.quoteName("empty " + table);
        if (files.isEmpty()) {
            execute("CREATE TABLE " + SCHEMA + "." + from + "(" + ParquetFile.columns(table) + ")");
            from = SCHEMA + "." + from;
        } else {
            from = Sql.parquet(files);
        }
        execute("CREATE VIEW " + SCHEMA + "." + Token.quoteName(table) + " AS SELECT " + columns(table) + " FROM "
                + from);
    }

    private void exclude(FleetTrace trace, String reason) {
        FleetFailure failure = new FleetFailure(trace.path(), reason);
        FleetProgress progress = options.progress();
        failures.add(failure);
        if (progress != null) {
            progress.failed(failure);
        }
    }

    private static String columns(String table) {
        for (TableSpec spec : TraceStorage.specs()) {
            if (spec.name().equals(table)) {
                return ParquetFile.TRACE_ID + ", "
                        + StoreSchema.visibleColumns(spec)
                                .replace(
                                        Token.quoteName(ParquetFile.TRACE_ID),
                                        Token.quoteName(ParquetFile.OWN_TRACE_ID));
            }
        }
        return "*";
    }

    /// Defines a view that selects columns and rows of one table. Returns false if the view is of another kind.
    private boolean defineFleetWide(String name, String view) throws SQLException {
        int asIndex = view.toUpperCase(Locale.ROOT).indexOf(" AS ");
        SqlTree tree;
        try {
            tree = SqlTree.parse(
                    connection, view.substring(asIndex + " AS ".length()).replaceFirst(";\\s*$", ""));
        } catch (EngineException e) {
            return false;
        }
        Set<String> tables = tree.tables();
        if (!tree.spanTraces(SCHEMA, aggregates)) {
            return false;
        }
        for (String table : tables) {
            define(table);
        }
        execute("CREATE VIEW " + SCHEMA + "." + Token.quoteName(name) + " AS " + tree.write(connection));
        return true;
    }

    private void defineDerived(String name) throws SQLException {
        try {
            Path storedFolder = derivedFolder(name);
            List<FleetTrace> missing = new ArrayList<>();
            for (FleetTrace trace : traces) {
                if (!Files.exists(storedFolder.resolve(trace.id() + ".parquet"))) {
                    missing.add(trace);
                }
            }
            compute(name, storedFolder, missing);
            List<Path> files = traces.stream()
                    .map(t -> storedFolder.resolve(t.id() + ".parquet"))
                    .filter(Files::exists)
                    .toList();
            if (files.isEmpty()) {
                throw new EngineException(
                        "No trace has a table " + name
                                + failures.stream()
                                        .findFirst()
                                        .map(f -> ": " + f.reason())
                                        .orElse(""),
                        null);
            }
            execute("CREATE VIEW " + SCHEMA + "." + Token.quoteName(name) + " AS SELECT * FROM " + Sql.parquet(files));
        } catch (IOException e) {
            throw new EngineException(
                    "The table " + name + " can't be stored in the fleet: " + FileReason.reason(e), e);
        }
    }

    /// Computes a table in each trace, starting with only the first one, so that a wrong name is found quickly.
    private void compute(String name, Path storedFolder, List<FleetTrace> missing) {
        if (missing.isEmpty()) {
            return;
        }
        PerTraceRunner each = new PerTraceRunner(folder, database, options);
        String sql = prelude + "SELECT * FROM " + Token.quoteName(name);
        List<FleetFailure> first =
                each.run(missing.subList(0, 1), sql, storedFolder).failures();
        failures.addAll(first);
        boolean isUnknown = !first.isEmpty() && first.getFirst().reason().contains("no such table");
        if (isUnknown) {
            throw new EngineException(first.getFirst().reason(), null);
        }
        failures.addAll(
                each.run(missing.subList(1, missing.size()), sql, storedFolder).failures());
    }

    /// Returns the folder of a computed table. Removes tables of other builds of the program, because their
    /// modules can compute other results.
    private Path derivedFolder(String name) throws IOException {
        if (!options.moduleFolders().isEmpty() || !Files.isWritable(folder.path())) {
            // Not kept in the fleet, because the user can change these modules at any time.
            return Files.createDirectories(database.workDir().resolve(DERIVED).resolve("t" + digest(name)));
        }
        Path all = folder.path().resolve(DERIVED);
        String build = StoreInfo.format();
        Path current = all.resolve(build);
        if (!Files.isDirectory(current)) {
            Files.createDirectories(current);
            try (Stream<Path> others = Files.list(all)) {
                others.filter(o -> !o.equals(current)).forEach(StoreDatabase::deleteTree);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
        String folderName = name.replaceAll("[^\\w.-]", "_") + digest(name);
        return Files.createDirectories(current.resolve(folderName));
    }

    /// Returns a suffix that distinguishes tables that different statements create with the same name.
    private String digest(String name) {
        if (hasOnlyIncludes() && name.matches("\\w+")) {
            return "";
        }
        CRC32 crc = new CRC32();
        crc.update((name + "\0" + Objects.requireNonNull(prelude) + "\0" + options.moduleFolders())
                .getBytes(StandardCharsets.UTF_8));
        return "-" + Long.toHexString(crc.getValue());
    }

    private boolean hasOnlyIncludes() {
        try {
            return SqlTokens.statements(SqlTokens.read(prelude)).stream()
                    .allMatch(s -> s.getFirst().is("INCLUDE"));
        } catch (SqlSyntaxException e) {
            return false;
        }
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
