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
import traceglass.store.database.StoredAmounts;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeTexts;
import traceglass.store.feed.WaitingRows;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// The tables of an import that are still where the importer put them: each goes to the database when somebody needs
/// it, or all do, and then the cache file gets its name.
///
/// A query that reads two tables does not wait for forty; and a program that ends after its query never loads the
/// others, unless there is a cache file to be made.
final class PendingTables {

    private final StoreDatabase database;
    private final StringPool strings;
    private final NativeTexts texts;
    private final StoreOptions options;
    /// Null when there is no cache file to be made, or no longer.
    private StoreCache.@Nullable Pending cacheFile;
    private final ExecutorService threads;
    private final boolean ofTrace;
    private final Map<String, WaitingRows> waiting;
    private boolean complete;
    /// What kept a table from being loaded. Its rows are neither here nor there then, so that nothing may be asked
    /// any more.
    private @Nullable StoreException failure;

    /// @param strings what all rows refer to
    /// @param waiting the tables that are not in the database, by their names
    /// @param bounds the statement that fills the table of the trace's bounds
    /// @param cacheFile the file that the database is written to, or null when it goes away
    /// @param ofTrace whether the trace's file is still what it was when its reading began
    /// @param threads runs what is loaded beside the calling thread; is shut down with this
    PendingTables(
            StoreDatabase database,
            StringPool strings,
            Map<String, WaitingRows> waiting,
            String bounds,
            NativeTexts texts,
            StoreOptions options,
            StoreCache.@Nullable Pending cacheFile,
            boolean ofTrace,
            ExecutorService threads)
            throws SQLException {
        this.database = database;
        this.strings = strings;
        this.waiting = new LinkedHashMap<>(waiting);
        this.texts = texts;
        this.options = options;
        this.cacheFile = cacheFile;
        this.threads = threads;
        this.ofTrace = ofTrace;
        database.execute(bounds);
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
            List<WaitingRows> wanted = new ArrayList<>(waiting.values());
            wanted.removeIf(w -> !names.contains(w.table().name()));
            load(wanted);
        }
    }

    /// Rows of a table that waits; 0 for any other.
    synchronized long rows(String table) {
        WaitingRows waits = waiting.get(table);
        return waits == null ? 0 : waits.rowCount();
    }

    /// Loads all that wait.
    synchronized void loadAll() throws StoreException {
        load(List.copyOf(waiting.values()));
        if (!complete) {
            try {
                database.settle(options);
                StoredAmounts.write(database);
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
    synchronized @Nullable Path publish() throws StoreException {
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
        StoreCache.Pending made = Objects.requireNonNull(cacheFile);
        Path file = ofTrace ? made.publish(options.cacheLimit()) : made.moveTo(database.workDir());
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

    /// Loads whole tables, the largest first, on two threads.
    private void load(Collection<WaitingRows> wanted) throws StoreException {
        if (failure != null) {
            throw failure;
        }
        List<WaitingRows> tables = new ArrayList<>(wanted);
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
            throw failed(e);
        }
        tables.forEach(w -> waiting.remove(w.table().name()));
    }

    private void loadWhole(WaitingRows rows) {
        Table table = rows.table();
        ChunkFeed.Budget all = new ChunkFeed.Budget(Integer.MAX_VALUE);
        ChunkFeed feed = new ChunkFeed(table.spec(), all);
        try (DuckDBConnection connection = database.connection().duplicate()) {
            rows.offerTo(feed, all, strings.snapshot());
            database.chunks().load(connection, StoreSchema.qualified(table.name()), table.spec(), feed, texts);
        } catch (SQLException | RuntimeException | Error e) {
            // Whatever it was, rows may be gone: the tables must not be taken for whole.
            throw new CompletionException(e);
        }
    }

    private StoreException failed(Throwable e) {
        failure = StoreException.of(
                "cannot write the database of this trace",
                e instanceof CompletionException c && c.getCause() != null ? c.getCause() : e);
        return failure;
    }
}
