package traceglass.store.feed;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import traceglass.store.table.ColumnType;
import traceglass.store.table.TableSpec;
import traceglass.store.table.VectorWriter;

/// Table function that loading statements select from: `traceglass_chunks('table')` returns the rows of that table's
/// chunks. DuckDB calls it on one thread, so that rows are in the order of their ids.
public final class ChunkFunction implements DuckDBTableFunction<ChunkFunction.Load, ChunkFunction.Load, Object> {

    static final String NAME = "traceglass_chunks";

    /// One table being loaded.
    record Load(TableSpec spec, ChunkFeed feed, VectorWriter writer, NativeStrings strings) {}

    private final Map<String, Load> loads = new ConcurrentHashMap<>();

    /// Registers the function for all connections to the database.
    public static ChunkFunction register(DuckDBConnection connection) throws SQLException {
        ChunkFunction function = new ChunkFunction();
        try (var builder = DuckDBFunctions.tableFunction()) {
            builder.withName(NAME)
                    .withParameter(String.class)
                    .withFunction(function)
                    .register(connection);
        }
        return function;
    }

    /// Loads all chunks of a feed with one statement, on the caller's thread and connection. Blocks until the feed
    /// is complete.
    ///
    /// @param tableName qualified name of the table
    /// @return number of loaded rows
    public long load(
            DuckDBConnection connection, String tableName, TableSpec spec, ChunkFeed feed, NativeStrings strings)
            throws SQLException {
        return load(connection, tableName, selection(spec), spec, feed, strings);
    }

    /// Loads all chunks of a feed like the overload above, with the given SELECT list over the columns of the
    /// chunks.
    public long load(
            DuckDBConnection connection,
            String tableName,
            String select,
            TableSpec spec,
            ChunkFeed feed,
            NativeStrings strings)
            throws SQLException {
        try (VectorWriter writer = new VectorWriter();
                var statement = connection.createStatement()) {
            loads.put(spec.name(), new Load(spec, feed, writer, strings));
            statement.execute(
                    "INSERT INTO " + tableName + " SELECT " + select + " FROM " + NAME + "('" + spec.name() + "')");
        } finally {
            loads.remove(spec.name());
        }
        return feed.loadedRows();
    }

    private static String selection(TableSpec spec) {
        StringBuilder sql = new StringBuilder("*");
        for (TableSpec.ColumnSpec c : spec.columns()) {
            if (c.type() == ColumnType.BLOB) {
                sql.append(" REPLACE (encode(\"")
                        .append(c.name())
                        .append("\") AS \"")
                        .append(c.name())
                        .append("\")");
            }
        }
        return sql.toString();
    }

    @Override
    public Load bind(DuckDBTableFunctionBindInfo info) throws SQLException {
        String table;
        try (var parameter = info.getParameter(0)) {
            table = parameter.getString();
        }
        Load load = loads.get(table);
        if (load == null) {
            throw new IllegalArgumentException("table is not being loaded: " + table);
        }
        declareColumns(load.spec(), info);
        return load;
    }

    /// Declares the columns of a table as the result of a table function.
    static void declareColumns(TableSpec spec, DuckDBTableFunctionBindInfo info) throws SQLException {
        if (!spec.hasOwnId()) {
            info.addResultColumn("id", DuckDBColumnType.BIGINT);
        }
        for (TableSpec.ColumnSpec c : spec.columns()) {
            info.addResultColumn(
                    c.name(),
                    switch (c.type()) {
                        case LONG, INT -> DuckDBColumnType.BIGINT;
                        case DOUBLE -> DuckDBColumnType.DOUBLE;
                        case STRING, BLOB -> DuckDBColumnType.VARCHAR;
                    });
        }
    }

    @Override
    public Load init(DuckDBTableFunctionInitInfo info) {
        info.setMaxThreads(1);
        return info.getBindData();
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out) throws InterruptedException {
        Load load = info.getBindData();
        return load.feed().write(out, load.writer(), load.strings());
    }
}
