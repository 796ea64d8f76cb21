package traceglass.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.StoreCache;
import traceglass.store.cache.StoreInfo;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.database.StoreStatistics;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeStrings;
import traceglass.store.feed.PendingRows;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Tables of an import that are still in the importer's memory. Statements read them there, see [DirectReads].
/// Alternatively, each table is loaded into the database when it is needed, or all are loaded and the cache file is
/// published.
///
/// A query that reads two tables does not have to wait until forty are loaded, and a program that ends after its query
/// never loads the others, unless a cache file is to be written.
final class PendingTables implements LazyTables {

    private final StoreDatabase database;
    private final StringPool strings;
    private final NativeStrings nativeStrings;
    private final StoreOptions options;
    /// Null if no cache file is to be written, or it has been published.
    private StoreCache.@Nullable Pending cacheFile;
    private final ExecutorService threads;
    private final boolean isTraceUnchanged;
    private final Map<String, PendingRows> pendingRows;
    private final DirectReads directReads;
    private boolean isComplete;
    /// The error that prevented a table from being loaded. Its rows are lost then, so every later request fails.
    private @Nullable StoreException failure;

    /// @param strings the strings that all rows refer to
    /// @param pendingRows the tables that are not in the database, by name
    /// @param bounds the statement that fills the table of trace bounds
    /// @param cacheFile the file that the database is written to, or null for a temporary database
    /// @param isTraceUnchanged whether the trace file is unchanged since reading began
    /// @param threads executor that loads tables in the background; shut down together with this object
    PendingTables(
            StoreDatabase database,
            StringPool strings,
            Map<String, PendingRows> pendingRows,
            String bounds,
            NativeStrings nativeStrings,
            StoreOptions options,
            StoreCache.@Nullable Pending cacheFile,
            boolean isTraceUnchanged,
            ExecutorService threads)
            throws SQLException {
        this.database = database;
        this.strings = strings;
        this.pendingRows = new LinkedHashMap<>(pendingRows);
        this.nativeStrings = nativeStrings;
        this.options = options;
        this.cacheFile = cacheFile;
        this.threads = threads;
        this.isTraceUnchanged = isTraceUnchanged;
        this.directReads = new DirectReads(database, strings, nativeStrings);
        database.execute(bounds);
    }

    @Override
    public StoreDatabase database() {
        return database;
    }

    @Override
    public boolean isTraceUnchanged() {
        return isTraceUnchanged;
    }

    @Override
    public synchronized void load(Set<String> names) throws StoreException {
        if (!pendingRows.isEmpty()) {
            List<PendingRows> requested = new ArrayList<>(pendingRows.values());
            requested.removeIf(w -> !names.contains(w.table().name()));
            load(requested);
        }
    }

    @Override
    public synchronized void prepareRead(Set<String> names) throws StoreException {
        if (failure != null) {
            throw failure;
        }
        List<PendingRows> toLoad = new ArrayList<>();
        try {
            for (PendingRows rows : pendingRows.values()) {
                if (names.contains(rows.table().name()) && !directReads.start(rows)) {
                    toLoad.add(rows);
                }
            }
        } catch (SQLException e) {
            throw fail(e);
        }
        load(toLoad);
    }

    @Override
    public synchronized long rows(String table) {
        PendingRows rows = pendingRows.get(table);
        return rows == null ? 0 : rows.rowCount();
    }

    @Override
    public synchronized void loadAll() throws StoreException {
        load(List.copyOf(pendingRows.values()));
        if (!isComplete) {
            try {
                database.switchToQueries(options);
                StoreStatistics.write(database);
                StoreInfo.write(database);
            } catch (SQLException e) {
                throw fail(e);
            }
            threads.shutdown();
            nativeStrings.close();
            isComplete = true;
        }
    }

    @Override
    public synchronized @Nullable Path publish() throws StoreException {
        loadAll();
        if (cacheFile == null) {
            return null;
        }
        try {
            Path file = detached();
            database.attach(file, StoreSchema.CATALOG, true);
            return isTraceUnchanged ? file : null;
        } catch (SQLException | IOException e) {
            throw fail(e);
        }
    }

    @Override
    public synchronized void writeCacheFile() throws StoreException {
        if (cacheFile != null && isTraceUnchanged) {
            loadAll();
            try {
                detached();
            } catch (SQLException | IOException e) {
                throw fail(e);
            }
        }
    }

    private Path detached() throws SQLException, IOException {
        database.execute("DETACH " + StoreSchema.CATALOG);
        StoreCache.Pending created = Objects.requireNonNull(cacheFile);
        Path file = isTraceUnchanged ? created.publish(options.cacheLimit()) : created.moveTo(database.workDir());
        cacheFile = null;
        return file;
    }

    @Override
    public synchronized void discard() {
        threads.shutdown();
        nativeStrings.close();
        if (cacheFile != null) {
            cacheFile.discard();
            cacheFile = null;
        }
    }

    /// Loads whole tables on two threads, the largest first.
    private void load(Collection<PendingRows> requested) throws StoreException {
        if (failure != null) {
            throw failure;
        }
        if (requested.isEmpty()) {
            return;
        }
        List<PendingRows> tables = new ArrayList<>(requested);
        tables.sort((a, b) -> Integer.compare(b.rowCount(), a.rowCount()));
        AtomicInteger next = new AtomicInteger();
        Runnable loader = () -> {
            for (int i; (i = next.getAndIncrement()) < tables.size(); ) {
                loadWhole(tables.get(i));
            }
        };
        try {
            CompletableFuture<?> second = tables.size() > 1
                    ? CompletableFuture.runAsync(loader, threads)
                    : CompletableFuture.completedFuture(null);
            try {
                loader.run();
            } finally {
                next.set(tables.size());
                second.handle((done, error) -> error).join();
            }
            second.join();
        } catch (CompletionException e) {
            throw fail(e);
        }
        try {
            for (PendingRows loaded : tables) {
                directReads.end(loaded.table().spec());
                pendingRows.remove(loaded.table().name());
            }
        } catch (SQLException e) {
            throw fail(e);
        }
    }

    private void loadWhole(PendingRows rows) {
        Table table = rows.table();
        ChunkFeed.Budget budget = new ChunkFeed.Budget(Integer.MAX_VALUE);
        ChunkFeed feed = new ChunkFeed(table.spec(), budget);
        try (DuckDBConnection connection = database.connection().duplicate()) {
            rows.moveTo(feed, budget, strings.snapshot());
            database.chunks().load(connection, StoreSchema.qualified(table.name()), table.spec(), feed, nativeStrings);
        } catch (SQLException | RuntimeException | Error e) {
            // After any error rows may be lost: the tables must not be treated as complete.
            throw new CompletionException(e);
        }
    }

    private StoreException fail(Throwable e) {
        failure = StoreException.of(
                "can't write the database of this trace",
                e instanceof CompletionException c && c.getCause() != null ? c.getCause() : e);
        return failure;
    }
}
