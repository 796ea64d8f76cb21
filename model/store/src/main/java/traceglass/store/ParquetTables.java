package traceglass.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.database.StoreStatistics;
import traceglass.store.parquet.ParquetFile;

/// Tables of a trace in Parquet files, each read when it is first needed.
final class ParquetTables implements LazyTables {

    private final StoreDatabase database;
    private final StoreOptions options;
    private final Map<String, ParquetFile> unread;
    private boolean isComplete;

    /// @param files files by table name
    ParquetTables(StoreDatabase database, Map<String, ParquetFile> files, StoreOptions options) {
        this.database = database;
        this.options = options;
        unread = new LinkedHashMap<>(files);
    }

    @Override
    public StoreDatabase database() {
        return database;
    }

    @Override
    public boolean isTraceUnchanged() {
        return true;
    }

    @Override
    public synchronized void load(Set<String> names) throws StoreException {
        Set<String> requested = new LinkedHashSet<>(unread.keySet());
        requested.retainAll(names);
        for (String table : requested) {
            ParquetFile file = unread.get(table);
            if (file != null) {
                read(file);
                unread.remove(table);
            }
        }
    }

    private void read(ParquetFile file) throws StoreException {
        try {
            file.readInto(database);
        } catch (SQLException e) {
            throw StoreException.of("can't read " + file.path(), e);
        }
    }

    @Override
    public synchronized long rows(String table) {
        ParquetFile file = unread.get(table);
        return file == null ? 0 : file.rows();
    }

    @Override
    public synchronized void loadAll() throws StoreException {
        load(Set.copyOf(unread.keySet()));
        if (!isComplete) {
            try {
                database.switchToQueries(options);
                StoreStatistics.write(database);
            } catch (SQLException e) {
                throw StoreException.of("can't write the database of this trace", e);
            }
            isComplete = true;
        }
    }

    @Override
    public @Nullable Path publish() throws StoreException {
        loadAll();
        return null;
    }

    @Override
    public void writeCacheFile() {
        // The Parquet files are the cache.
    }

    @Override
    public synchronized void discard() {
        unread.clear();
    }

    /// Creates the empty tables, and fills the table of trace bounds, which every store has.
    static ParquetTables attach(StoreDatabase database, Map<String, ParquetFile> files, StoreOptions options)
            throws SQLException, IOException {
        database.attachTemporary();
        ParquetTables tables = new ParquetTables(database, files, options);
        tables.load(Set.of(StoreSchema.BOUNDS_TABLE));
        return tables;
    }
}
