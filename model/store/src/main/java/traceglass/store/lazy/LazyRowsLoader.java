package traceglass.store.lazy;

import java.sql.SQLException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.Column;
import traceglass.store.table.ColumnType;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Stores the rows of a [LazyRows] in an in-memory table, and redefines the view of that name to show it.
public final class LazyRowsLoader {

    private final StoreDatabase database;

    public LazyRowsLoader(StoreDatabase database) {
        this.database = database;
    }

    /// Returns the service that creates the rows of this table.
    public static Optional<LazyRows> of(String table) {
        return service().filter(r -> r.table().equals(table));
    }

    /// Returns the names of all tables created on demand.
    public static Set<String> tables() {
        return service().map(r -> Set.of(r.table())).orElse(Set.of());
    }

    /// Returns the only provider. Looking for more would open all jars of the class path, which every command would
    /// wait for.
    private static Optional<LazyRows> service() {
        return ServiceLoader.load(LazyRows.class, LazyRows.class.getClassLoader())
                .findFirst();
    }

    /// Creates the rows and makes the view of their table show them.
    public void load(LazyRows rows) throws SQLException {
        TraceStorage storage = new TraceStorage();
        Table table = storage.table(rows.table());
        String copy = "late_" + rows.table();
        try (DuckDBConnection connection = database.connection().duplicate()) {
            rows.addRows(connection, storage);
            database.execute("CREATE OR REPLACE TABLE memory.main.\"" + copy + "\" AS FROM "
                    + StoreSchema.qualified(rows.table()) + " LIMIT 0");
            try (DuckDBAppender appender = connection.createAppender("memory", "main", copy)) {
                for (int row = 0; row < table.rowCount(); row++) {
                    appender.beginRow();
                    appender.append((long) row);
                    for (Column column : table.columns()) {
                        append(appender, column, row, storage.strings());
                    }
                    appender.endRow();
                }
            }
        }
        database.execute("CREATE OR REPLACE VIEW \"" + rows.table() + "\" AS SELECT "
                + StoreSchema.visibleColumns(table.spec()) + " FROM memory.main.\"" + copy + "\"");
    }

    private static void append(DuckDBAppender appender, Column column, int row, StringPool strings)
            throws SQLException {
        switch (column) {
            case LongColumn c when !c.isNull(row) -> appender.append(c.get(row));
            case DoubleColumn c when !c.isNull(row) -> appender.append(c.get(row));
            case IntColumn c
            when !c.isNull(row) && c.type() == ColumnType.STRING -> appender.append(strings.get(c.get(row)));
            case IntColumn c when !c.isNull(row) -> appender.append((long) c.get(row));
            case BlobColumn c when !c.isNull(row) -> appender.append(c.get(row));
            default -> appender.appendNull();
        }
    }
}
