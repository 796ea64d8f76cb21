package traceglass.store;

import java.sql.SQLException;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeStrings;
import traceglass.store.table.Column;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.UpdatedValues;

/// Writes values of columns that were set after their rows had been loaded into the database.
///
/// @param budget limit of chunks that wait for loading
record LateValues(StoreDatabase database, ChunkFeed.Budget budget, NativeStrings nativeStrings) {

    /// Writes the values of a column.
    void write(Table table, Column column, StringPool.Snapshot snapshot) throws SQLException {
        String target = StoreSchema.qualified(table.name());
        String name = '"' + column.name() + '"';
        TableSpec spec = UpdatedValues.spec("late_values", column.type());
        String values = "memory.main." + spec.name();
        ChunkFeed feed = new ChunkFeed(spec, budget);
        budget.acquire();
        feed.offer(column.updatedValues().chunk(column.type(), snapshot));
        feed.complete();
        database.execute("CREATE TABLE " + values + " AS SELECT id, " + name + " AS value FROM " + target + " LIMIT 0");
        database.chunks().load(database.connection(), values, spec, feed, nativeStrings);
        database.execute(
                "UPDATE " + target + " AS t SET " + name + " = v.value FROM " + values + " AS v WHERE t.id = v.id");
        database.execute("DROP TABLE " + values);
    }
}
