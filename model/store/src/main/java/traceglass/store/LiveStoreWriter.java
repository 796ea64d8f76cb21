package traceglass.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.duckdb.DuckDBConnection;
import traceglass.store.database.LiveSchema;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeStrings;
import traceglass.store.table.Column;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;
import traceglass.store.table.UpdatedValues;
import traceglass.store.time.TimeSpan;

/// Makes the tables of an unfinished import available for queries, repeatedly.
///
/// Each [#publish] appends the chunks that no longer change to a database file and drops them from memory, and replaces
/// the copies of the newest rows, see [LiveSchema]. Queries run at the same time and see the state before or after.
/// The file is temporary: when the recording has ended, its trace is opened like any other.
///
/// All methods are called by the importer's thread.
public final class LiveStoreWriter implements AutoCloseable {

    /// Number of full chunks that may wait until their held rows are released. Small, because all waiting rows are
    /// copied with every publication.
    private static final int WAITING_CHUNKS = 1;
    /// A table whose rows may change is copied in every publication if it has fewer rows than this; a larger one is
    /// copied less often.
    private static final int ROWS_EACH_TIME = 40_000;
    /// A table without new rows is copied in every fourth publication, because its existing rows may have changed.
    private static final int COPIES_WITHOUT_NEW_ROWS = 4;
    /// Limit for the memory of the database in bytes. Data beyond it is written to files.
    private static final long MEMORY_BYTES = 512L << 20;

    private final TraceStorage storage;
    private final StoreDatabase database;
    private final DuckDBConnection connection;
    private final TraceStore store;
    private final NativeStrings nativeStrings = new NativeStrings();
    private final ChunkFeed.Budget unlimited = new ChunkFeed.Budget(Integer.MAX_VALUE);
    /// Number of rows of a table when it was last checked.
    private final Map<String, Integer> copied = new HashMap<>();
    /// Number of publications since a table was copied.
    private final Map<String, Integer> skipped = new HashMap<>();
    private final StoreBounds.GrowingBounds bounds = new StoreBounds.GrowingBounds();
    private boolean isClosed;

    private LiveStoreWriter(TraceStorage storage, StoreDatabase database, TraceStore store) throws SQLException {
        this.storage = storage;
        this.database = database;
        this.store = store;
        connection = database.connection().duplicate();
        storage.tables().forEach(t -> t.setWaitingChunks(WAITING_CHUNKS));
    }

    /// Creates the empty store of a storage that has no rows yet.
    public static LiveStoreWriter start(TraceStorage storage, StoreOptions options) throws StoreException {
        StoreOptions limited = options.withMemoryLimit(Math.min(options.memoryLimitBytes(), MEMORY_BYTES));
        StoreDatabase database = StoreDatabase.open(limited, limited.threadCount());
        try {
            LiveSchema.create(database);
            return new LiveStoreWriter(storage, database, TraceStore.live(database, limited));
        } catch (SQLException e) {
            database.close();
            throw StoreException.of("can't create the database of this recording", e);
        }
    }

    /// Returns the store, which the caller closes before this writer.
    public TraceStore store() {
        return store;
    }

    /// Makes all rows so far available.
    public void publish() throws StoreException {
        try {
            StringPool.Snapshot snapshot = storage.strings().snapshot();
            moveToDisk(snapshot);
            copyRowsInMemory(snapshot);
            TimeSpan span = bounds.with(storage);
            execute(LiveSchema.bounds(span.start(), span.end()));
            store.extendTo(span);
        } catch (SQLException e) {
            rollBack();
            throw StoreException.of("can't write the database of this recording", e);
        }
    }

    private void moveToDisk(StringPool.Snapshot snapshot) throws SQLException {
        List<Table> moved = new ArrayList<>();
        boolean hasBegun = false;
        for (Table table : storage.tables()) {
            if (!LiveSchema.movesToDisk(table.spec())) {
                continue;
            }
            boolean hasChunks = table.sealed() >> Table.CHUNK_BITS > table.firstChunk();
            List<Column> updated = table.firstChunk() == 0 ? List.of() : table.updatedColumns();
            if ((hasChunks || !updated.isEmpty()) && !hasBegun) {
                hasBegun = true;
                execute("BEGIN");
            }
            if (hasChunks) {
                append(table, snapshot);
                moved.add(table);
            }
            for (Column column : updated) {
                update(table, column, snapshot);
            }
        }
        if (!hasBegun) {
            return;
        }
        execute("COMMIT");
        for (Table table : moved) {
            bounds.includeDropped(table, table.firstChunk(), table.sealed() >> Table.CHUNK_BITS);
            while (table.firstChunk() < table.sealed() >> Table.CHUNK_BITS) {
                table.recycleChunk(table.firstChunk());
            }
        }
    }

    private void append(Table table, StringPool.Snapshot snapshot) throws SQLException {
        int first = table.firstChunk();
        int end = table.sealed() >> Table.CHUNK_BITS;
        List<SealedChunk> chunks = new ArrayList<>();
        for (int index = first; index < end; index++) {
            chunks.add(SealedChunk.unsealed(table, index, Table.CHUNK_ROWS, snapshot));
        }
        load(LiveSchema.disk(table.name()), table.spec(), chunks);
        execute(LiveSchema.appended(table.spec(), (long) first << Table.CHUNK_BITS, (long) end << Table.CHUNK_BITS));
    }

    /// Writes values that were set after their rows had been moved to the file, such as the ends of long slices.
    private void update(Table table, Column column, StringPool.Snapshot snapshot) throws SQLException {
        String name = '"' + column.name() + '"';
        TableSpec spec = UpdatedValues.spec("late_values", column.type());
        String values = LiveSchema.DISK + '.' + spec.name();
        execute("CREATE TABLE " + values + " AS SELECT id, " + name + " AS value FROM " + LiveSchema.disk(table.name())
                + " LIMIT 0");
        load(values, spec, List.of(column.updatedValues().chunk(column.type(), snapshot)));
        String set = " AS t SET " + name + " = v.value FROM " + values + " AS v WHERE t.id = v.id";
        execute("UPDATE " + LiveSchema.disk(table.name()) + set);
        if (LiveSchema.isTimed(table.spec())) {
            execute("UPDATE " + LiveSchema.longEvents(table.name()) + set);
        }
        execute("DROP TABLE " + values);
        column.updatedValues().clear();
    }

    /// Copies the rows that stay in memory.
    private void copyRowsInMemory(StringPool.Snapshot snapshot) throws SQLException {
        execute("BEGIN");
        for (Table table : storage.tables()) {
            if (table.rowCount() == 0 || isSkippedNow(table)) {
                continue;
            }
            List<SealedChunk> chunks = new ArrayList<>();
            for (int index = table.firstChunk(), from; (from = index << Table.CHUNK_BITS) < table.rowCount(); index++) {
                int rows = Math.min(Table.CHUNK_ROWS, table.rowCount() - from);
                chunks.add(SealedChunk.unsealed(table, index, rows, snapshot));
            }
            execute(LiveSchema.emptied(table.spec()));
            load(LiveSchema.tail(table.name()), table.spec(), chunks);
        }
        execute("COMMIT");
    }

    /// Returns whether copying a table is skipped this time. Tables without new rows are copied less often because
    /// their rows rarely change; large tables whose rows may change, so that copying takes a constant share of the
    /// time.
    private boolean isSkippedNow(Table table) {
        int rows = table.rowCount() - (table.firstChunk() << Table.CHUNK_BITS);
        boolean isGrowing = !Objects.equals(copied.put(table.name(), table.rowCount()), table.rowCount());
        int interval = LiveSchema.movesToDisk(table.spec()) ? 1 : 1 + rows / ROWS_EACH_TIME;
        int limit = isGrowing ? interval : Math.max(interval, COPIES_WITHOUT_NEW_ROWS);
        boolean isLater = skipped.merge(table.name(), 1, Integer::sum) < limit;
        if (!isLater) {
            skipped.remove(table.name());
        }
        return isLater;
    }

    private void load(String tableName, TableSpec spec, List<SealedChunk> chunks) throws SQLException {
        ChunkFeed feed = new ChunkFeed(spec, unlimited);
        for (SealedChunk chunk : chunks) {
            unlimited.acquire();
            feed.offer(chunk);
        }
        feed.complete();
        database.chunks().load(connection, tableName, spec, feed, nativeStrings);
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void rollBack() {
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            // There was no transaction, or the connection is closed; the caller gets the first error.
        }
    }

    /// Releases everything; the store must no longer be in use.
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            connection.close();
        } catch (SQLException e) {
            // The database is about to be deleted.
        }
        store.close();
        nativeStrings.close();
    }
}
