package traceglass.store.database;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBConnection;
import traceglass.store.names.TableNames;
import traceglass.store.table.ColumnType;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// SQL of the store of a running recording. [StoreSchema#CATALOG] holds views instead of tables:
///
/// - Rows that no longer change are appended to tables of a file ([#DISK]).
/// - Newer rows, and the tables whose rows may change at any time, are in memory ([#TAIL]) and replaced with every
///   publication.
/// - A table in the file contains the number of rows of each table that are stored in the file. Rows that are both
///   in the file and in memory are therefore read only once.
///
/// A connection with a [LiveWindow] sees only the events of that window. Long events are also kept in the small
/// tables of [#longEvents], so that those lasting into a window are found without scanning all older events.
public final class LiveSchema {

    /// Catalog of the file with the rows that no longer change.
    public static final String DISK = "live_disk";
    /// Catalog of the rows in memory.
    public static final String TAIL = "live_tail";

    /// Events of at least this duration, in ns, are also kept in the tables of [#longEvents].
    public static final long LONG_NS = 2_000_000_000L;

    private static final String FROM = "getvariable('live_from')";
    private static final String COUNTS = DISK + ".stored_rows";

    private LiveSchema() {}

    /// Returns whether rows of the table that no longer change move to the file.
    public static boolean movesToDisk(TableSpec spec) {
        return spec.isAppendOnly() && !spec.hasOwnId();
    }

    /// Returns whether the events of a table can be limited to a window.
    public static boolean isTimed(TableSpec spec) {
        return movesToDisk(spec) && has(spec, "ts");
    }

    private static boolean has(TableSpec spec, String column) {
        return spec.columns().contains(new TableSpec.ColumnSpec(column, ColumnType.LONG));
    }

    /// Attaches the catalogs and creates everything in them.
    public static void create(StoreDatabase database) throws SQLException {
        database.attach(database.workDir().resolve("live.duckdb"), DISK, false);
        database.execute("ATTACH ':memory:' AS " + TAIL);
        database.execute("ATTACH ':memory:' AS " + StoreSchema.CATALOG);
        List<TableSpec> specs = TraceStorage.specs();
        StringBuilder disk = new StringBuilder("BEGIN;CREATE TABLE " + COUNTS + "(name VARCHAR, n BIGINT);");
        StringBuilder tail = new StringBuilder("BEGIN;");
        StringBuilder views = new StringBuilder("BEGIN;");
        for (TableSpec spec : specs) {
            tail.append(table(tail(spec.name()), spec));
            if (movesToDisk(spec)) {
                disk.append(table(disk(spec.name()), spec));
                disk.append("INSERT INTO " + COUNTS + " VALUES ('" + spec.name() + "', 0);");
            }
            if (isTimed(spec)) {
                disk.append(table(longEvents(spec.name()), spec));
            }
            views.append(view(spec));
        }
        disk.append(LiveStatistics.tables());
        views.append(LiveStatistics.views());
        String bounds = "(start_ts BIGINT, end_ts BIGINT);";
        tail.append("CREATE TABLE " + TAIL + '.' + StoreSchema.BOUNDS_TABLE + bounds);
        views.append("CREATE VIEW " + StoreSchema.qualified(StoreSchema.BOUNDS_TABLE) + " AS FROM " + TAIL + '.'
                + StoreSchema.BOUNDS_TABLE + ';');
        views.append(
                "CREATE TABLE " + StoreSchema.qualified(StoreSchema.INFO_TABLE) + "(name VARCHAR, value VARCHAR);");
        // A transaction can write to only one catalog.
        database.execute(disk.append("COMMIT;").toString());
        database.execute(tail.append("COMMIT;").toString());
        database.execute(views.append("COMMIT;").toString());
        database.addViews();
    }

    private static String table(String name, TableSpec spec) {
        return "CREATE TABLE " + name + '(' + String.join(",", StoreSchema.columnDefinitions(spec)) + ");";
    }

    private static String view(TableSpec spec) {
        String sql = "CREATE VIEW " + StoreSchema.qualified(spec.name()) + " AS FROM ";
        if (!movesToDisk(spec)) {
            return sql + tail(spec.name()) + ';';
        }
        String remainder = unstored(spec);
        if (!isTimed(spec)) {
            return sql + disk(spec.name()) + " UNION ALL FROM " + remainder + ';';
        }
        // DuckDB substitutes the variables before it optimizes. Without a window, the conditions disappear; with a
        // window, whole row groups are skipped by their minimum and maximum time.
        String longerCondition = has(spec, "dur") ? "dur >= getvariable('live_longer') OR " : "";
        return sql + disk(spec.name()) + " WHERE " + FROM + " IS NULL OR (ts >= " + FROM
                + " AND ts < getvariable('live_to') AND (getvariable('live_step') = 1 OR " + longerCondition
                + "id % getvariable('live_step') = 0))" + " UNION ALL FROM " + longEvents(spec.name()) + " WHERE "
                + FROM
                + " IS NOT NULL AND ts < " + FROM + " UNION ALL FROM " + remainder + ';';
    }

    /// Returns a source for a FROM clause with the rows of a table that are only in memory.
    static String unstored(String table) {
        return unstored(TraceStorage.specs().stream()
                .filter(s -> s.name().equals(table))
                .findFirst()
                .orElseThrow());
    }

    private static String unstored(TableSpec spec) {
        return movesToDisk(spec)
                ? "(FROM " + tail(spec.name()) + " WHERE id >= (SELECT n FROM " + COUNTS + " WHERE name = '"
                        + spec.name() + "'))"
                : tail(spec.name());
    }

    /// Returns the statements to execute after rows have been appended to the file.
    ///
    /// @param first id of the first appended row
    /// @param end number of rows now in the file
    public static String appended(TableSpec spec, long first, long end) {
        String rows = "(FROM " + disk(spec.name()) + " WHERE id >= " + first + ')';
        String sql = "UPDATE " + COUNTS + " SET n = " + end + " WHERE name = '" + spec.name() + "';"
                + LiveStatistics.appended(spec.name(), rows);
        String insert = "INSERT INTO " + longEvents(spec.name()) + " FROM " + rows;
        if (isTimed(spec) && has(spec, "dur")) {
            return sql + insert + " WHERE dur IS NULL OR dur < 0 OR dur >= " + LONG_NS + ';';
        }
        // The last value of a counter holds until the next one.
        return spec.name().equals(TableNames.Counter.TABLE)
                ? sql + insert + " QUALIFY row_number() OVER (PARTITION BY track_id ORDER BY id DESC) = 1;"
                : sql;
    }

    /// Returns the statement that replaces the table in memory with an empty table.
    public static String emptied(TableSpec spec) {
        return "CREATE OR REPLACE " + table(tail(spec.name()), spec).substring("CREATE ".length());
    }

    /// Returns the statement that sets the bounds of the trace.
    public static String bounds(long start, long end) {
        String table = TAIL + '.' + StoreSchema.BOUNDS_TABLE;
        return "DELETE FROM " + table + "; INSERT INTO " + table + " VALUES (" + start + ", " + end + ");";
    }

    /// Returns a query that counts the events of a table that are in the file and in a time range.
    public static String count(TableSpec spec, long from, long to) {
        return "SELECT count(*) FROM " + disk(spec.name()) + " WHERE ts >= " + from + " AND ts < " + to;
    }

    /// Limits a connection to a window.
    public static void apply(DuckDBConnection connection, LiveWindow window) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET VARIABLE live_from = " + window.from() + "::BIGINT");
            statement.execute("SET VARIABLE live_to = " + window.to() + "::BIGINT");
            statement.execute("SET VARIABLE live_longer = " + window.longerNs() + "::BIGINT");
            statement.execute("SET VARIABLE live_step = " + window.step() + "::BIGINT");
        }
    }

    /// Returns the qualified name of a table in the file.
    public static String disk(String table) {
        return DISK + ".\"" + table + '"';
    }

    /// Returns the qualified name of a table in memory.
    public static String tail(String table) {
        return TAIL + ".\"" + table + '"';
    }

    /// Returns the name of the table with the long events of a table, which later windows also need.
    public static String longEvents(String table) {
        return DISK + ".\"" + table + "_long\"";
    }
}
