package traceglass.store.feed;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.jspecify.annotations.Nullable;

/// Table function that reads rows that are still in the importer's memory: `traceglass_rows('table')`. It reads
/// only the columns that a statement needs, on one thread, so that rows are in the order of their ids.
public final class RowFunction implements DuckDBTableFunction<RowSource, PendingRowScan, Object> {

    private static final String NAME = "traceglass_rows";

    /// Maximum time in seconds that planning a statement is expected to take.
    private static final int PLANNING_SECONDS = 5;

    private final Map<String, RowSource> sources = new ConcurrentHashMap<>();

    /// Registers the function for all connections to the database.
    public static RowFunction register(DuckDBConnection connection) throws SQLException {
        RowFunction function = new RowFunction();
        try (var builder = DuckDBFunctions.tableFunction()) {
            builder.withName(NAME)
                    .withParameter(String.class)
                    .withProjectionPushdown()
                    .withFunction(function)
                    .register(connection);
        }
        return function;
    }

    /// Returns a call that reads a table, as SQL. It is qualified, because a user's macro may have the same name.
    public static String call(String table) {
        return "system.main." + NAME + "('" + table + "')";
    }

    /// Lets statements read the rows of a table.
    public void add(String table, RowSource source) {
        sources.put(table, source);
    }

    /// Removes the rows of a table once no statement can need them: a statement that is being planned may still
    /// read the previous view and call this function later.
    public void remove(String table) {
        CompletableFuture.delayedExecutor(PLANNING_SECONDS, TimeUnit.SECONDS).execute(() -> sources.remove(table));
    }

    /// Returns the rows of a table; null if the function can't read it.
    public @Nullable RowSource source(String table) {
        return sources.get(table);
    }

    @Override
    public RowSource bind(DuckDBTableFunctionBindInfo info) throws SQLException {
        String table;
        try (var parameter = info.getParameter(0)) {
            table = parameter.getString();
        }
        RowSource source = sources.get(table);
        if (source == null) {
            throw new IllegalArgumentException("the rows of this table are not in memory: " + table);
        }
        ChunkFunction.declareColumns(source.spec(), info);
        info.setCardinality(source.rowCount(), true);
        return source;
    }

    @Override
    public PendingRowScan init(DuckDBTableFunctionInitInfo info) {
        info.setMaxThreads(1);
        int[] columns = new int[(int) info.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            // A virtual column, which stands for no values, has a number beyond the range of int.
            columns[i] = (int) Math.clamp(info.getColumnIndex(i), -1, Integer.MAX_VALUE);
        }
        RowSource source = info.getBindData();
        return source.scan(columns);
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) {
        PendingRowScan scan = info.getInitData();
        return scan.write(out);
    }
}
