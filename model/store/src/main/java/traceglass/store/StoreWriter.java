package traceglass.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.FileStamp;
import traceglass.store.cache.StoreCache;
import traceglass.store.cache.StoreInfo;
import traceglass.store.database.NumberedThreadFactory;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeStrings;
import traceglass.store.feed.PackedRows;
import traceglass.store.feed.PendingRows;
import traceglass.store.names.TableNames;
import traceglass.store.table.Column;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Loads the tables of an importer into the database while the importer fills them.
///
/// Chunks of rows that will no longer change pass through one queue per table to one thread per table, which writes
/// them with a single `INSERT INTO … SELECT` that lasts as long as the import. Loaded chunks are discarded, so memory
/// is bounded; if too many chunks are queued, the importer waits. Rows of tables that change later are loaded at the
/// end.
///
/// If only some tables will be queried, rows first stay in the importer's tables; beyond a number of chunks they are
/// packed, and beyond a memory limit they are loaded. Most traces are read completely before that, and each table is
/// then loaded on demand, see [PendingTables]; until then loading does not compete with the importer for processors. If
/// all tables are needed anyway, this takes longer: half a second for 3.6 million rows. Statements read pending rows in
/// memory, see [DirectReads]. In large traces, tables that will certainly be queried are loaded during the import, so
/// that their rows need not be kept.
///
/// The database is always a file. For 6 million rows, a file takes 2.3 s of one core and 93 MB of memory; an
/// in-memory database takes 3.2 s and 796 MB, because allocating its pages costs more than compressing the file's.
/// The file has a temporary name until it is complete, or is in a temporary folder.
///
/// All methods are called by the importer's thread, except [#abort].
public final class StoreWriter {

    /// Limit of chunks queued for loading, of 1 to 2 MB each: at most a tenth of the maximum heap.
    private static final int WAITING_CHUNKS = Math.clamp(Runtime.getRuntime().maxMemory() >> 24, 4, 48);
    /// Number of chunks kept unpacked before packing starts, enough for the importer to finish a trace of 100 MB
    /// without packing: an eighth of the maximum heap.
    private static final int KEPT_CHUNKS = Math.clamp(Runtime.getRuntime().maxMemory() >> 23, 16, 128);
    /// Size in bytes of a trace that certainly has more rows than are kept unpacked.
    private static final long LARGE_TRACE_BYTES = 150L << 20;
    /// Size in bytes of a trace whose database is opened only after the first full chunk. An import needs all
    /// processors at its start, and less than two later.
    public static final long SLOW_IMPORT_BYTES = 8L << 20;
    /// Limit in bytes for packed chunks kept until the end: a sixth of the maximum heap. Packed rows take about as
    /// many bytes as the trace file.
    private static final long PACKED_BYTES = Math.min(Runtime.getRuntime().maxMemory() / 6, 1L << 30);
    /// Packed chunks may take at most the database's memory limit divided by this.
    private static final int PACKED_SHARE = 2;
    /// One chunk may be kept unpacked for each of these units of the database's memory limit, in bytes.
    private static final long BYTES_PER_KEPT_CHUNK = 4L << 20;

    private final TraceStorage storage;
    private final StoreOptions options;
    private final StoreCache.@Nullable Pending cacheFile;
    private final @Nullable String warning;
    /// Stamp of the trace file, or null.
    private final @Nullable FileStamp stamp;
    private final NativeStrings nativeStrings = new NativeStrings();
    private final ChunkFeed.Budget budget = new ChunkFeed.Budget(WAITING_CHUNKS);
    /// Number of further chunks that may be kept unpacked; negative once chunks are packed or loaded during the
    /// import.
    private int chunksToKeep;
    /// Limit in bytes for packed chunks.
    private final long packedBytes;
    /// Null if chunks are not packed, or are no longer packed.
    private @Nullable PackedRows packed;
    /// Names of the tables that are loaded during the import even if others are not.
    private final Set<String> requested;

    private final Map<String, Loading> loading = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(new NumberedThreadFactory("store-load-"));
    private final PendingDatabase opening;
    private volatile @Nullable Throwable failure;
    private long indexNs;
    private State state = State.RUNNING;

    /// Memory limit of the database during loading, in bytes.
    private static final long LOADING_MEMORY_BYTES = 200L << 20;

    private enum State {
        RUNNING,
        FINISHING,
        ENDED
    }

    private record Loading(ChunkFeed feed, CompletableFuture<?> done) {}

    private StoreWriter(
            TraceStorage storage,
            StoreOptions options,
            @Nullable Path trace,
            StoreCache.@Nullable Pending cacheFile,
            @Nullable String warning,
            int chunks,
            long packedBytes,
            Set<String> requested) {
        this.storage = storage;
        this.requested = requested;
        this.chunksToKeep = chunks;
        this.packedBytes = packedBytes;
        this.packed = packedBytes > 0 ? new PackedRows(threads, budget, this::fail) : null;
        this.options = options;
        this.cacheFile = cacheFile;
        this.stamp = trace == null ? null : FileStamp.of(trace);
        this.warning = warning;
        // Without the listener, the error would go unnoticed until a queue is full, and the importer would wait
        // forever.
        this.opening = new PendingDatabase(this::open, threads, this::fail);
        for (Table table : storage.tables()) {
            table.onSeal(this::onChunkSealed);
        }
        if (size(trace) < SLOW_IMPORT_BYTES) {
            opening.startOpening();
        }
    }

    /// Starts loading a storage. Must be called before the importer adds rows.
    ///
    /// @param trace the imported file, which determines the name of the cache file; null if there is no file
    public static StoreWriter start(TraceStorage storage, StoreOptions options, @Nullable Path trace) {
        return start(storage, options, trace, 0, 0);
    }

    /// Starts a writer for [#finishLazily]: nothing is loaded before the memory limit is reached.
    public static StoreWriter startLazily(TraceStorage storage, StoreOptions options, @Nullable Path trace) {
        return startLazily(storage, options, trace, Set::of);
    }

    /// Starts a writer for [#finishLazily]: nothing is loaded before the memory limit is reached, except the requested
    /// tables of a large trace.
    ///
    /// @param requested returns the names of tables that will be queried, see
    ///     [RequestedTables][traceglass.store.database.RequestedTables]
    public static StoreWriter startLazily(
            TraceStorage storage, StoreOptions options, @Nullable Path trace, Supplier<Set<String>> requested) {
        long size = size(trace);
        long packedBytes = Math.min(PACKED_BYTES, options.memoryLimitBytes() / PACKED_SHARE);
        if (size > packedBytes) {
            // The limit will be exceeded anyway; keeping the first rows would only grow the heap.
            return start(storage, options, trace);
        }
        if (size <= LARGE_TRACE_BYTES) {
            // Statements read the rows in memory, see DirectReads.
            long chunks = options.memoryLimitBytes() / BYTES_PER_KEPT_CHUNK;
            return start(storage, options, trace, (int) Math.min(KEPT_CHUNKS, chunks), packedBytes);
        }
        return start(storage, options, trace, 0, packedBytes, requested.get());
    }

    private static long size(@Nullable Path trace) {
        try {
            return trace == null ? 0 : Files.size(trace);
        } catch (IOException e) {
            // The importer reports this error.
            return 0;
        }
    }

    /// @param chunks full chunks that may be kept unpacked
    /// @param packedBytes bytes of packed chunks beyond which chunks are loaded during the import
    static StoreWriter start(
            TraceStorage storage, StoreOptions options, @Nullable Path trace, int chunks, long packedBytes) {
        return start(storage, options, trace, chunks, packedBytes, Set.of());
    }

    /// @param chunks full chunks that may be kept unpacked
    /// @param packedBytes bytes of packed chunks beyond which chunks are loaded during the import
    /// @param requested names of tables that are loaded during the import in any case
    static StoreWriter start(
            TraceStorage storage,
            StoreOptions options,
            @Nullable Path trace,
            int chunks,
            long packedBytes,
            Set<String> requested) {
        StoreCache.Pending pending = null;
        String warning = null;
        if (options.cacheDir() != null && trace != null) {
            try {
                pending = StoreCache.of(options).prepare(trace);
            } catch (IOException e) {
                warning = StoreException.of(
                                "opening this trace again will take just as long, because it can't be cached in "
                                        + options.cacheDir(),
                                e)
                        .getMessage();
            }
        }
        return new StoreWriter(storage, options, trace, pending, warning, chunks, packedBytes, requested);
    }

    /// Loads the remaining rows and returns the database. The tables of the storage are empty afterwards.
    ///
    /// @throws StoreException if the database could not be written; its files are deleted
    public TraceStore finish() throws StoreException {
        TraceStore store = finishLazily();
        try {
            store.complete();
        } catch (StoreException e) {
            store.close();
            throw e;
        }
        return store;
    }

    /// Returns the database, whose tables may still be pending, see [TraceStore#lazyConnection]. The storage must
    /// not be changed after this call.
    ///
    /// @throws StoreException if the database could not be written; its files are deleted
    public TraceStore finishLazily() throws StoreException {
        synchronized (this) {
            if (state != State.RUNNING) {
                throw storeFailure();
            }
            state = State.FINISHING;
        }
        opening.startOpening();
        try {
            checkFailure();
            Set<String> loadedTables = Set.copyOf(loading.keySet());
            loadLastRows();
            checkFailure();
            Map<String, PendingRows> pendingRows = pendingRows(loadedTables);
            checkFailure();
            StoreDatabase database = opening.future().join();
            long start = System.nanoTime();
            writeUpdatedValues(pendingRows);
            StoreInfo.write(database, storage.totals());
            String bounds = StoreBounds.insert(storage, pendingRows);
            indexNs = System.nanoTime() - start;
            PendingTables pending = new PendingTables(
                    database,
                    storage.strings(),
                    pendingRows,
                    bounds,
                    nativeStrings,
                    options,
                    cacheFile,
                    isTraceUnchanged(),
                    threads);
            return TraceStore.of(pending, options, warning);
        } catch (SQLException | IOException | RuntimeException e) {
            fail(e);
            cleanUp();
            throw storeFailure();
        } catch (Error e) {
            fail(e);
            cleanUp();
            throw e;
        }
    }

    /// Returns the duration of the work of [#finishLazily] after the last row, in ns: trace bounds, and values set
    /// after their rows were loaded. There are no indexes; the database itself keeps the smallest and largest value
    /// of every few thousand rows.
    public long indexNs() {
        return indexNs;
    }

    /// Stops immediately and deletes all files. May be called from any thread, and repeatedly.
    public void abort() {
        fail(new StoreException("the import was stopped"));
        synchronized (this) {
            if (state != State.RUNNING) {
                // The finishing thread sees the failure and cleans up itself: it may be using the
                // connection.
                return;
            }
            state = State.ENDED;
        }
        cleanUp();
    }

    private StoreDatabase open() {
        StoreDatabase database = null;
        try {
            // One thread per query: loading uses the program's threads, and a background thread of DuckDB would
            // only wait for the queues of this writer. Loading writes each page once, so more memory would only cache
            // pages that are never read.
            long memory = Math.min(options.memoryLimitBytes(), LOADING_MEMORY_BYTES);
            database = StoreDatabase.open(options.withMemoryLimit(memory), 1);
            if (cacheFile == null) {
                database.attachTemporary();
            } else {
                database.attachNew(cacheFile.temporary());
            }
            return database;
        } catch (SQLException | IOException | RuntimeException | Error e) {
            if (database != null) {
                database.close();
            }
            throw new CompletionException(e);
        }
    }

    private void onChunkSealed(Table table) {
        // Arguments are written before events are sorted.
        if (!table.name().equals(TableNames.Args.TABLE)) {
            opening.startOpening();
        }
        Throwable error = failure == null ? opening.error() : null;
        if (error != null) {
            fail(error);
        }
        if (failure != null) {
            throw new UncheckedIOException(storeFailure());
        }
        if (requested.contains(table.name())) {
            load(table);
        } else if (chunksToKeep < 0) {
            forwardSealed(table);
        } else if (--chunksToKeep < 0) {
            storage.tables().stream()
                    .filter(t -> t.sealed() >= Table.CHUNK_ROWS && !requested.contains(t.name()))
                    .forEach(this::forwardSealed);
        }
    }

    /// Passes the sealed chunks of a table on to packing, or to loading if they exceed the memory limit.
    private void forwardSealed(Table table) {
        if (packed != null && packed.bytes() > packedBytes) {
            loadPacked();
        }
        if (packed == null) {
            load(table);
            return;
        }
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (int index = table.firstChunk(); index < table.sealed() >> Table.CHUNK_BITS; index++) {
            packed.add(table.spec(), SealedChunk.of(table, index, Table.CHUNK_ROWS, snapshot));
            table.dropChunk(index);
        }
    }

    /// Starts loading all packed chunks.
    private void loadPacked() {
        PackedRows all = Objects.requireNonNull(packed);
        all.awaitPacking();
        for (String table : all.tables()) {
            Loading target = loading.computeIfAbsent(
                    table, name -> startLoading(storage.table(name).spec()));
            if (failure != null) {
                target.feed.abort();
                throw new UncheckedIOException(storeFailure());
            }
            packed.take(table).forEach(target.feed::offer);
        }
        packed = null;
    }

    /// Passes the sealed chunks of a table on to loading.
    private void load(Table table) {
        Loading target = loading.computeIfAbsent(table.name(), name -> startLoading(table.spec()));
        if (failure != null) {
            target.feed.abort();
            throw new UncheckedIOException(storeFailure());
        }
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (int index = table.firstChunk(); index < table.sealed() >> Table.CHUNK_BITS; index++) {
            budget.acquire();
            target.feed.offer(SealedChunk.of(table, index, Table.CHUNK_ROWS, snapshot));
            table.dropChunk(index);
        }
    }

    private Loading startLoading(TableSpec spec) {
        // Otherwise the importer would wait forever once the queue is full.
        opening.startOpening();
        ChunkFeed feed = new ChunkFeed(spec, budget);
        return new Loading(feed, opening.future().thenAcceptAsync(database -> load(database, spec, feed), threads));
    }

    private void load(StoreDatabase database, TableSpec spec, ChunkFeed feed) {
        if (failure != null) {
            throw new CancellationException();
        }
        try (DuckDBConnection connection = database.connection().duplicate()) {
            database.chunks().load(connection, StoreSchema.qualified(spec.name()), spec, feed, nativeStrings);
        } catch (SQLException | RuntimeException | Error e) {
            // Also catches errors such as OutOfMemoryError, because threads that wait for this one must not hang.
            fail(e);
            throw new CompletionException(e);
        }
    }

    /// Loads the last rows of the tables that are loaded during the import.
    private void loadLastRows() {
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        budget.removeLimit();
        loading.forEach((name, l) -> new PendingRows(storage.table(name), List.of()).moveTo(l.feed, budget, snapshot));
        for (Loading l : loading.values()) {
            l.done.join();
        }
    }

    /// Returns the tables with rows that are not loaded.
    private Map<String, PendingRows> pendingRows(Set<String> loaded) {
        if (packed != null) {
            packed.awaitPacking();
        }
        Map<String, PendingRows> pendingRows = new LinkedHashMap<>();
        for (Table table : storage.tables()) {
            if (table.rowCount() > 0 && !loaded.contains(table.name())) {
                pendingRows.put(
                        table.name(), new PendingRows(table, packed == null ? List.of() : packed.take(table.name())));
            }
        }
        return pendingRows;
    }

    /// Writes values that were set after their rows had been loaded or packed. Updating a table without indexes
    /// keeps the order of its rows.
    private void writeUpdatedValues(Map<String, PendingRows> pendingRows) throws SQLException {
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (Table table : storage.tables()) {
            PendingRows rows = pendingRows.get(table.name());
            for (Column column : table.updatedColumns()) {
                if (rows != null) {
                    rows.applyUpdates(column);
                } else {
                    new LateValues(opening.future().join(), budget, nativeStrings).write(table, column, snapshot);
                }
            }
        }
    }

    /// Returns whether the trace file is unchanged since reading began.
    private boolean isTraceUnchanged() {
        return (stamp == null || !stamp.isChanged()) && (cacheFile == null || cacheFile.isTraceUnchanged());
    }

    private void checkFailure() throws StoreException {
        if (failure != null) {
            throw storeFailure();
        }
    }

    private StoreException storeFailure() {
        Throwable cause = failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure;
        return StoreException.of("can't write the database of this trace", cause);
    }

    /// Stores the first error and wakes all waiting threads.
    private void fail(Throwable e) {
        synchronized (this) {
            if (failure == null) {
                failure = e;
            }
        }
        budget.removeLimit();
        loading.values().forEach(l -> l.feed.abort());
    }

    private void cleanUp() {
        for (Loading l : loading.values()) {
            try {
                l.done.join();
            } catch (CompletionException | CancellationException e) {
                // The exception is the reported failure, or a consequence of it.
            }
        }
        opening.close();
        if (cacheFile != null) {
            cacheFile.discard();
        }
        nativeStrings.close();
        threads.shutdown();
    }
}
