package traceglass.store.parquet;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBConnection;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// A table of one trace in a Parquet file, whose first column, `trace_id`, identifies the trace and has the same
/// value in all rows.
///
/// @param table name of the table in the store
/// @param rows number of rows
public record ParquetFile(String table, Path path, long rows) {

    /// Column that identifies the trace of a row.
    public static final String TRACE_ID = "trace_id";

    /// New name of a column of the store that is called `trace_id`, too, but means something within the trace.
    public static final String OWN_TRACE_ID = "own_trace_id";

    private static final String INTERNAL = "__intrinsic_";

    /// Returns the names of the tables of a store, in a fixed order.
    public static List<String> tables() {
        List<String> names = new ArrayList<>();
        TraceStorage.specs().forEach(s -> names.add(s.name()));
        names.add(StoreSchema.BOUNDS_TABLE);
        return names;
    }

    /// Returns the display name of a table: `slice` for `__intrinsic_slice`.
    public static String publicName(String table) {
        return table.equals(StoreSchema.BOUNDS_TABLE)
                ? table.substring(1)
                : table.startsWith(INTERNAL) ? table.substring(INTERNAL.length()) : table;
    }

    /// Returns the names and types of the columns of a table's file, as in CREATE TABLE.
    public static String columns(String table) {
        if (table.equals(StoreSchema.BOUNDS_TABLE)) {
            return TRACE_ID + " BIGINT, start_ts BIGINT, end_ts BIGINT";
        }
        TableSpec spec = spec(table);
        StringBuilder columns = new StringBuilder(TRACE_ID + " BIGINT");
        if (!spec.hasOwnId()) {
            columns.append(", id BIGINT");
        }
        spec.columns()
                .forEach(c -> columns.append(", \"")
                        .append(c.name().equals(TRACE_ID) ? OWN_TRACE_ID : c.name())
                        .append("\" ")
                        .append(c.type().definition().split(" ")[0]));
        return columns.toString();
    }

    private static TableSpec spec(String table) {
        return TraceStorage.specs().stream()
                .filter(s -> s.name().equals(table))
                .findFirst()
                .orElseThrow();
    }

    private static boolean hasTraceId(String table) {
        return !table.equals(StoreSchema.BOUNDS_TABLE)
                && spec(table).columns().stream().anyMatch(c -> c.name().equals(TRACE_ID));
    }

    /// Writes the tables of a trace that have rows, each as `NAME.parquet` with its [display name][#publicName].
    ///
    /// @param traceId identifies the trace in files that combine several traces
    /// @param connection connection to a store whose tables are all loaded
    /// @param folder existing folder that contains none of the files
    public static List<ParquetFile> write(DuckDBConnection connection, long traceId, Path folder) throws SQLException {
        List<ParquetFile> files = new ArrayList<>();
        try (var statement = connection.createStatement()) {
            for (String table : tables()) {
                String from = StoreSchema.qualified(table);
                long rows;
                try (var count = statement.executeQuery("SELECT count(*) FROM " + from)) {
                    count.next();
                    rows = count.getLong(1);
                }
                if (rows == 0) {
                    continue;
                }
                Path path = folder.resolve(publicName(table) + ".parquet");
                String renamed = hasTraceId(table) ? " RENAME (" + TRACE_ID + " AS " + OWN_TRACE_ID + ")" : "";
                statement.execute("COPY (SELECT CAST(" + traceId + " AS BIGINT) AS " + TRACE_ID + ", *" + renamed
                        + " FROM " + from + ") TO " + quoted(path) + " (FORMAT parquet, COMPRESSION zstd)");
                files.add(new ParquetFile(table, path, rows));
            }
        }
        return files;
    }

    /// Appends the rows to the table of the same name.
    public void readInto(StoreDatabase database) throws SQLException {
        String renamed = hasTraceId(table) ? " RENAME (" + OWN_TRACE_ID + " AS " + TRACE_ID + ")" : "";
        database.execute("INSERT INTO " + StoreSchema.qualified(table) + " BY NAME SELECT * EXCLUDE (" + TRACE_ID + ")"
                + renamed + " FROM read_parquet(" + quoted(path) + ")");
    }

    private static String quoted(Path path) {
        return '\'' + path.toString().replace("'", "''") + '\'';
    }
}
