package traceglass.store.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.store.names.TableNames;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// SQL of a store: its tables, and the views that users query.
///
/// The tables are in an attached database ([#CATALOG]), which is the cache file. The views are in the connection's main
/// database, a temporary copy of a file of the program: a cache file therefore stays valid when views change, can be
/// read by several programs at once, and never contains objects created by users.
public final class StoreSchema {

    /// Name under which the file with the tables is attached.
    public static final String CATALOG = "store";

    /// Format version; changes whenever older cache files can no longer be read.
    public static final int FORMAT = 3;

    /// Table of the trace bounds.
    public static final String BOUNDS_TABLE = "_trace_bounds";
    /// Table of metadata about the file.
    public static final String INFO_TABLE = "_traceglass_info";

    private static final List<String> VIEW_FILES =
            List.of("base", "tracks", "events", "frames", "memory", "samples", "system");

    /// Columns that do not exist in Perfetto's tables.
    private static final Map<String, Set<String>> HIDDEN =
            Map.of(TableNames.FtraceEvent.TABLE, Set.of("event_id", "payload"));

    private StoreSchema() {}

    /// Returns the SQL that creates all tables, empty, in [#CATALOG].
    public static String createTables() {
        StringBuilder sql = new StringBuilder("BEGIN;");
        for (TableSpec spec : TraceStorage.specs()) {
            sql.append("CREATE TABLE ").append(qualified(spec.name())).append('(');
            sql.append(String.join(",", columnDefinitions(spec))).append(");");
        }
        sql.append("CREATE TABLE ").append(qualified(BOUNDS_TABLE)).append("(start_ts BIGINT, end_ts BIGINT);");
        sql.append("CREATE TABLE ").append(qualified(INFO_TABLE)).append("(name VARCHAR, value VARCHAR);");
        return sql.append("COMMIT;").toString();
    }

    /// Returns the SQL that creates all views and macros in the connection's default database.
    public static String createViews() {
        StringBuilder sql = new StringBuilder("BEGIN;");
        for (TableSpec spec : TraceStorage.specs()) {
            sql.append("CREATE VIEW ")
                    .append(viewOf(spec, qualified(spec.name())))
                    .append(';');
        }
        sql.append("CREATE VIEW ")
                .append(BOUNDS_TABLE)
                .append(" AS FROM ")
                .append(qualified(BOUNDS_TABLE))
                .append(';');
        return sql.append(publicViews()).append("COMMIT;").toString();
    }

    /// Returns the SQL that makes the view of a table read another source with the same columns, such as a call of a
    /// table function.
    public static String replaceView(TableSpec spec, String source) {
        return "CREATE OR REPLACE VIEW " + viewOf(spec, source);
    }

    private static String viewOf(TableSpec spec, String source) {
        return '"' + spec.name() + "\" AS SELECT " + visibleColumns(spec) + " FROM " + source;
    }

    /// Returns the SQL that creates the views and macros over the views of single tables.
    static String publicViews() {
        StringBuilder sql = new StringBuilder();
        for (String file : VIEW_FILES) {
            sql.append(resource("views/" + file + ".sql"));
        }
        return sql.toString();
    }

    /// Returns the columns of a table that users see, for a SELECT list.
    public static String visibleColumns(TableSpec spec) {
        Set<String> hidden = HIDDEN.getOrDefault(spec.name(), Set.of());
        StringBuilder list = new StringBuilder();
        if (!spec.hasOwnId()) {
            list.append("id");
        }
        for (int i = 0; i < spec.columns().size(); i++) {
            String name = '"' + spec.columns().get(i).name() + '"';
            int source = spec.sameAs(i);
            if (source >= 0) {
                name = "coalesce(" + name + ", \"" + spec.columns().get(source).name() + "\") AS " + name;
            }
            if (!hidden.contains(spec.columns().get(i).name())) {
                list.append(list.isEmpty() ? "" : ", ").append(name);
            }
        }
        return list.toString();
    }

    /// Returns the qualified name of a table in [#CATALOG], in quotes.
    public static String qualified(String table) {
        return CATALOG + ".\"" + table + '"';
    }

    static List<String> columnDefinitions(TableSpec spec) {
        List<String> definitions = new ArrayList<>();
        if (!spec.hasOwnId()) {
            definitions.add("id BIGINT");
        }
        for (TableSpec.ColumnSpec c : spec.columns()) {
            definitions.add('"' + c.name() + "\" " + c.type().definition());
        }
        return definitions;
    }

    private static String resource(String name) {
        try (InputStream in = StoreSchema.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
