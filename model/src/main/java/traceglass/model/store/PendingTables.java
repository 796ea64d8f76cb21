package traceglass.model.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBConnection;

/// The tables of an import that are still where the importer put them: each goes to the database when somebody needs it, or all do, and
/// then the cache file gets its name.
///
/// A query that reads two tables does not wait for forty; and a program that ends after its query never loads the others, unless there is
/// a cache file to be made.
final class PendingTables {

    private final StoreDatabase database;
    private final TraceStorage storage;
    private final NativeTexts texts;
    private final StoreOptions options;
    /// Null when there is no cache file to be made, or no longer.
    private StoreCache.Pending cacheFile;
    private final ExecutorService threads;
    private final boolean ofTrace;
    private final Map<String, Table> waiting = new LinkedHashMap<>();
    private boolean complete;
    /// What kept a table from being loaded. Its rows are neither here nor there then, so that nothing may be asked any more.
    private StoreException failure;

    /// @param loaded    names of tables that are in the database
    /// @param cacheFile the file that the database is written to, or null when it goes away
    /// @param ofTrace   whether the trace's file is still what it was when its reading began
    /// @param threads   runs what is loaded beside the calling thread; is shut down with this
    PendingTables(StoreDatabase database, TraceStorage storage, Set<String> loaded, NativeTexts texts, StoreOptions options,
            StoreCache.Pending cacheFile, boolean ofTrace, ExecutorService threads) throws SQLException {
        this.database = database;
        this.storage = storage;
        this.texts = texts;
        this.options = options;
        this.cacheFile = cacheFile;
        this.threads = threads;
        this.ofTrace = ofTrace;
        for (Table table : storage.tables()) {
            if (table.rowCount() > 0 && !loaded.contains(table.name())) {
                waiting.put(table.name(), table);
            }
        }
        database.execute(StoreBounds.insert(storage, loaded));
    }

    StoreDatabase database() {
        return database;
    }

    /// Whether the trace's file is still what it was when its reading began.
    boolean isOfTrace() {
        return ofTrace;
    }

    /// Loads those of these tables that wait.
    ///
    /// @param names lower-cased; others than tables may be among them
    synchronized void load(Set<String> names) throws StoreException {
        if (!waiting.isEmpty()) {
            List<Table> wanted = new ArrayList<>(waiting.values());
            wanted.removeIf(t -> !names.contains(t.name()));
            load(wanted);
        }
    }

    /// Rows of a table that waits; 0 for any other.
    synchronized long rows(String table) {
        Table waits = waiting.get(table);
        return waits == null ? 0 : waits.rowCount();
    }

    /// Loads all that wait.
    synchronized void loadAll() throws StoreException {
        load(List.copyOf(waiting.values()));
        if (!complete) {
            try {
                StoreInfo.write(database);
            } catch (SQLException e) {
                throw failed(e);
            }
            threads.shutdown();
            texts.close();
            complete = true;
        }
    }

    /// The same, and gives the cache file its name. Nobody may be about to read the tables.
    ///
    /// @return the cache file, from which the tables can be read again; null when there is none
    synchronized Path publish() throws StoreException {
        loadAll();
        if (cacheFile == null) {
            return null;
        }
        try {
            Path file = detached();
            database.attach(file, StoreSchema.CATALOG, true);
            return ofTrace ? file : null;
        } catch (SQLException | IOException e) {
            throw failed(e);
        }
    }

    /// Makes the cache file, if there is to be one, for the next opening only.
    synchronized void makeCacheFile() throws StoreException {
        if (cacheFile != null && ofTrace) {
            loadAll();
            try {
                detached();
            } catch (SQLException | IOException e) {
                throw failed(e);
            }
        }
    }

    private Path detached() throws SQLException, IOException {
        database.execute("DETACH " + StoreSchema.CATALOG);
        Path file = ofTrace ? cacheFile.publish(options.cacheLimit()) : cacheFile.moveTo(database.workDir());
        cacheFile = null;
        return file;
    }

    /// Lets everything go. What was to become a cache file does not.
    synchronized void discard() {
        threads.shutdown();
        texts.close();
        if (cacheFile != null) {
            cacheFile.discard();
            cacheFile = null;
        }
    }

    /// Gives the feed of a table all its rows, and lets them go from it.
    static void offerRest(Table table, ChunkFeed feed, ChunkFeed.Budget budget, StringPool.Snapshot snapshot) {
        for (int index = table.firstChunk(), first; (first = index << Table.CHUNK_BITS) < table.rowCount(); index++) {
            budget.acquire();
            feed.offer(SealedChunk.of(table, index, Math.min(Table.CHUNK, table.rowCount() - first), snapshot));
            table.dropChunk(index);
        }
        feed.complete();
    }

    /// Loads whole tables, the largest first, on two threads.
    private void load(Collection<Table> wanted) throws StoreException {
        if (failure != null) {
            throw failure;
        }
        List<Table> tables = new ArrayList<>(wanted);
        tables.sort(Comparator.comparingInt(Table::rowCount).reversed());
        AtomicInteger next = new AtomicInteger();
        Runnable loader = () -> {
            for (int i; (i = next.getAndIncrement()) < tables.size();) {
                loadWhole(tables.get(i));
            }
        };
        try {
            CompletableFuture<?> second = tables.size() > 1 ? CompletableFuture.runAsync(loader, threads) : CompletableFuture.completedFuture(null);
            try {
                loader.run();
            } finally {
                next.set(tables.size());
                second.handle((done, error) -> error).join();
            }
            second.join();
        } catch (CompletionException e) {
            throw failed(e);
        }
        tables.forEach(t -> waiting.remove(t.name()));
    }

    private void loadWhole(Table table) {
        ChunkFeed.Budget all = new ChunkFeed.Budget(Integer.MAX_VALUE);
        ChunkFeed feed = new ChunkFeed(table.spec(), all);
        offerRest(table, feed, all, storage.strings().snapshot());
        try (DuckDBConnection connection = database.connection().duplicate()) {
            database.chunks().load(connection, StoreSchema.qualified(table.name()), table.spec(), feed, texts);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private StoreException failed(Throwable e) {
        failure = StoreException.of("cannot write the database of this trace", e instanceof CompletionException c && c.getCause() != null ? c.getCause() : e);
        return failure;
    }
}
