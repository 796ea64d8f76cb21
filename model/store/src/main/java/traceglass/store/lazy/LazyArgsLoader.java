package traceglass.store.lazy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.StoreInfo;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeStrings;
import traceglass.store.names.TableNames;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Decodes the payloads of raw ftrace events into a separate database, and makes `args` show them together with the
/// imported arguments.
public final class LazyArgsLoader {

    private static final String CATALOG = "lazy_args";
    private static final String TABLE = CATALOG + ".args";
    private static final int BATCH_SIZE = 1 << 16;

    private final StoreDatabase database;
    /// File for the decoded args, used by the next opening, or null.
    private final @Nullable Path cacheFile;

    public LazyArgsLoader(StoreDatabase database, @Nullable Path cacheFile) {
        this.database = database;
        this.cacheFile = cacheFile;
    }

    /// Attaches the decoded arguments from the cache, or decodes them, and makes `args` show them.
    public void load() throws SQLException, IOException {
        if (cacheFile != null && Files.isRegularFile(cacheFile) && attachCached(cacheFile)) {
            createView();
            return;
        }
        Path file = database.workDir().resolve("args.duckdb");
        database.attach(file, CATALOG, false);
        try {
            decodeAll();
        } catch (SQLException | IOException | RuntimeException e) {
            database.execute("DETACH " + CATALOG);
            Files.deleteIfExists(file);
            throw e;
        }
        if (cacheFile != null) {
            database.execute("DETACH " + CATALOG);
            database.attach(moveToCache(file, cacheFile), CATALOG, true);
        }
        createView();
    }

    private boolean attachCached(Path cached) throws SQLException {
        try {
            database.attach(cached, CATALOG, true);
        } catch (SQLException e) {
            return false;
        }
        try (DuckDBConnection duplicate = database.connection().duplicate();
                var statement = duplicate.createStatement();
                var rows = statement.executeQuery("SELECT format FROM " + CATALOG + ".complete")) {
            if (rows.next() && rows.getString(1).equals(StoreInfo.format())) {
                return true;
            }
        } catch (SQLException e) {
            // Damaged or from another build: decoded again below.
        }
        database.execute("DETACH " + CATALOG);
        return false;
    }

    /// Moves the file to the cache; if that fails, it stays in place.
    private Path moveToCache(Path file, Path cached) {
        Path copy = cached.resolveSibling(
                cached.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            try {
                Files.move(file, cached, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException otherDisk) {
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                Files.move(copy, cached, StandardCopyOption.ATOMIC_MOVE);
            }
            return cached;
        } catch (IOException e) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException second) {
                // The cache folder is not writable.
            }
            return file;
        }
    }

    private void decodeAll() throws SQLException, IOException {
        LazyArgs service = ServiceLoader.load(LazyArgs.class, LazyArgs.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(s -> s.name().equals(LazyArgs.FTRACE))
                .findFirst()
                .orElseThrow(() ->
                        new StoreException("no importer of this program can decode the arguments of ftrace events"));
        TraceStorage storage = new TraceStorage();
        Table args = storage.table(TableNames.Args.TABLE);
        long firstId = count(StoreSchema.qualified(TableNames.Args.TABLE));
        database.execute(
                "CREATE TABLE " + TABLE + " AS FROM " + StoreSchema.qualified(TableNames.Args.TABLE) + " LIMIT 0");
        ChunkFeed.Budget budget = new ChunkFeed.Budget(16);
        ChunkFeed feed = new ChunkFeed(args.spec(), budget);
        args.onSeal(table -> offer(table, table.sealed(), storage, feed, budget));
        try (NativeStrings strings = new NativeStrings();
                DuckDBConnection source = database.connection().duplicate()) {
            CompletableFuture<Void> loading = CompletableFuture.runAsync(
                    () -> {
                        try (DuckDBConnection target = database.connection().duplicate()) {
                            String select = "* REPLACE (id + " + firstId + " AS id, arg_set_id + "
                                    + LazyArgs.FIRST_ARG_SET + " AS arg_set_id)";
                            database.chunks().load(target, TABLE, select, args.spec(), feed, strings);
                        } catch (SQLException e) {
                            budget.removeLimit();
                            throw new CompletionException(e);
                        }
                    },
                    task -> Thread.ofPlatform().daemon().name("lazy-args").start(task));
            try {
                decode(source, service.open(storage), loading);
                offer(args, args.rowCount(), storage, feed, budget);
                feed.complete();
            } finally {
                budget.removeLimit();
                if (!loading.isDone()) {
                    feed.complete();
                }
                loading.handle((done, error) -> error).join();
            }
            loading.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SQLException s ? s : new SQLException(e.getCause());
        }
        database.execute("CREATE TABLE " + CATALOG + ".complete AS SELECT '" + StoreInfo.format() + "' AS format");
    }

    private static void offer(Table table, int upTo, TraceStorage storage, ChunkFeed feed, ChunkFeed.Budget budget) {
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (int index = table.firstChunk(), first; (first = index << Table.CHUNK_BITS) < upTo; index++) {
            budget.acquire();
            feed.offer(SealedChunk.of(table, index, Math.min(Table.CHUNK_ROWS, upTo - first), snapshot));
            table.dropChunk(index);
        }
    }

    private void decode(DuckDBConnection connection, LazyArgs.Decoder decoder, CompletableFuture<?> loading)
            throws SQLException {
        String events = StoreSchema.qualified(TableNames.FtraceEvent.TABLE);
        long rows = count(events);
        try (var query = connection.prepareStatement("SELECT id, event_id, payload FROM " + events
                + " WHERE id >= ? AND id < ? AND payload IS NOT NULL ORDER BY id")) {
            for (long from = 0; from < rows && !loading.isDone(); from += BATCH_SIZE) {
                query.setLong(1, from);
                query.setLong(2, from + BATCH_SIZE);
                try (var r = query.executeQuery()) {
                    while (r.next()) {
                        decoder.decode(r.getInt(1), r.getInt(2), r.getBytes(3));
                    }
                }
            }
        }
    }

    private long count(String table) throws SQLException {
        try (DuckDBConnection duplicate = database.connection().duplicate();
                var statement = duplicate.createStatement();
                var r = statement.executeQuery("SELECT count(*) FROM " + table)) {
            r.next();
            return r.getLong(1);
        }
    }

    private void createView() throws SQLException {
        TableSpec spec = new TraceStorage().table(TableNames.Args.TABLE).spec();
        database.execute("CREATE OR REPLACE VIEW __intrinsic_args AS SELECT " + StoreSchema.visibleColumns(spec)
                + " FROM (FROM " + StoreSchema.qualified(spec.name()) + " UNION ALL FROM " + TABLE + ")");
    }
}
