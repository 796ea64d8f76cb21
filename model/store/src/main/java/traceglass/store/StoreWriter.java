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
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.FileStamp;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.NumberedThreads;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.feed.ChunkFeed;
import traceglass.store.feed.NativeTexts;
import traceglass.store.feed.PackedRows;
import traceglass.store.feed.WaitingRows;
import traceglass.store.table.Column;
import traceglass.store.table.LateValues;
import traceglass.store.table.SealedChunk;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

/// Loads what an importer produces into the database, while it produces it.
///
/// Chunks of rows that will not change any more leave the tables through a queue for each table and are written by a
/// thread for each, one `INSERT INTO … SELECT` that lasts as long as the import; the chunks are let go, so memory is
/// bounded. When too many wait, the importer does. The tables whose rows change later are loaded at the end.
///
/// For who will only ask for some tables, rows stay in the importer's tables until there are some, and are packed from
/// then on, until there are more than memory should hold. Most traces are read before that, and then each table is
/// loaded when somebody asks for it, see [PendingTables]; the importer has the machine to itself until then. Where all
/// is needed in any case, that takes longer: half a second for 3.6 million rows.
///
/// The database is a file either way (measured on 6 million rows: 2.3 s of one core and 93 MB of memory to a file, 3.2
/// s and 796 MB to memory, whose pages cost more to get than the file's to compress): under a name nobody believes
/// until it is complete, or in a folder that goes away.
///
/// One thread, the importer's, calls everything here, except [#abort].
public final class StoreWriter {

    /// Chunks that may wait to be loaded, of 1 to 2 MB each.
    private static final int WAITING_CHUNKS = 48;
    /// Chunks that stay as they are before any is packed, which the importer of a trace of 100 MB has done before
    /// it pays: an eighth of the memory that Java may use.
    private static final int KEPT_CHUNKS = Math.clamp(Runtime.getRuntime().maxMemory() >> 23, 16, 128);
    /// Bytes of a trace that has more rows than stay as they are.
    private static final long LARGE_TRACE = 150L << 20;
    /// Bytes of packed chunks that may be kept until the end: a sixth of the memory that Java may use. Packed, the
    /// rows of a trace take about as many bytes as the trace.
    private static final long PACKED_BYTES = Math.min(Runtime.getRuntime().maxMemory() / 6, 1L << 30);

    private final TraceStorage storage;
    private final StoreOptions options;
    private final StoreCache.@Nullable Pending cacheFile;
    private final @Nullable String warning;
    /// Of the trace, or null.
    private final @Nullable FileStamp stamp;
    private final NativeTexts texts = new NativeTexts();
    private final ChunkFeed.Budget budget = new ChunkFeed.Budget(WAITING_CHUNKS);
    /// Chunks that may still be kept as they are; below 0 from the moment that they are packed, or loaded while the
    /// import goes on.
    private int keep;
    /// Bytes that packed chunks may take.
    private final long packedBytes;
    /// Null when chunks are not packed, or no longer.
    private @Nullable PackedRows packed;
    private final Map<String, Loading> loading = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(new NumberedThreads("store-load-"));
    private final CompletableFuture<StoreDatabase> opened;
    private volatile @Nullable Throwable failure;
    private volatile long viewsNs;
    private long indexNs;
    private State state = State.RUNNING;

    /// Memory of the database while it is loaded, bytes.
    private static final long LOADING_MEMORY = 200L << 20;

    private enum State {
        RUNNING,
        FINISHING,
        ENDED
    }

    private record Loading(ChunkFeed feed, CompletableFuture<?> done) {}

    private StoreWriter(
            TraceStorage storage,
            StoreOptions options,
            StoreCache.@Nullable Pending cacheFile,
            @Nullable FileStamp stamp,
            @Nullable String warning,
            int chunks,
            long packedBytes) {
        this.storage = storage;
        this.keep = chunks;
        this.packedBytes = packedBytes;
        this.packed = packedBytes > 0 ? new PackedRows(threads, budget, this::fail) : null;
        this.options = options;
        this.cacheFile = cacheFile;
        this.stamp = stamp;
        this.warning = warning;
        this.opened = CompletableFuture.supplyAsync(this::open, threads);
        // Else nobody would learn of it before there is no more room for chunks, and then wait for what is
        // never loaded.
        opened.whenComplete((database, e) -> {
            if (e != null) {
                fail(e);
            }
        });
        for (Table table : storage.tables()) {
            table.onSeal(this::chunkSealed);
        }
    }

    /// Starts loading `storage`, which its importer begins to fill now.
    ///
    /// @param trace the file that is imported, from which the name of the cache file is made; null when there is
    ///     none
    public static StoreWriter start(TraceStorage storage, StoreOptions options, Path trace) {
        return start(storage, options, trace, 0, 0);
    }

    /// The same for [#finishLate]: nothing is loaded before there is more than memory should hold.
    public static StoreWriter startLate(TraceStorage storage, StoreOptions options, Path trace) {
        long size = size(trace);
        if (size > PACKED_BYTES) {
            // Keeping the first of its rows would only have the heap grow.
            return start(storage, options, trace);
        }
        return start(storage, options, trace, size > LARGE_TRACE ? 0 : KEPT_CHUNKS, PACKED_BYTES);
    }

    private static long size(Path trace) {
        try {
            return trace == null ? 0 : Files.size(trace);
        } catch (IOException e) {
            // Whoever reads it says so.
            return 0;
        }
    }

    /// @param chunks full chunks that may be kept as they are before they are packed
    /// @param packedBytes bytes that packed chunks may take before they are loaded while the import goes on
    static StoreWriter start(TraceStorage storage, StoreOptions options, Path trace, int chunks, long packedBytes) {
        StoreCache.Pending pending = null;
        String warning = null;
        FileStamp stamp = trace == null ? null : FileStamp.of(trace);
        if (options.cacheDir() != null && trace != null) {
            try {
                pending = new StoreCache(options.cacheDir()).prepare(trace);
            } catch (IOException e) {
                warning = StoreException.of(
                                "opening this trace again will take as long as now, for there is no cache in "
                                        + options.cacheDir(),
                                e)
                        .getMessage();
            }
        }
        return new StoreWriter(storage, options, pending, stamp, warning, chunks, packedBytes);
    }

    /// Loads what is left and returns the database. The tables of the storage are empty shells afterwards.
    ///
    /// @throws StoreException when the database could not be written; nothing is left behind then
    public TraceStore finish() throws StoreException {
        TraceStore store = finishLate();
        try {
            store.complete();
        } catch (StoreException e) {
            store.close();
            throw e;
        }
        return store;
    }

    /// Returns the database while tables may still wait to be loaded until somebody asks for them, see
    /// [TraceStore#lateConnection]. Nobody may write to the storage any more.
    ///
    /// @throws StoreException when the database could not be written; nothing is left behind then
    public TraceStore finishLate() throws StoreException {
        synchronized (this) {
            if (state != State.RUNNING) {
                throw surfaced();
            }
            state = State.FINISHING;
        }
        try {
            checkFailure();
            Set<String> begun = Set.copyOf(loading.keySet());
            loadEnds();
            checkFailure();
            Map<String, WaitingRows> waiting = waiting(begun);
            checkFailure();
            StoreDatabase database = opened.join();
            long start = System.nanoTime();
            writeLateValues(waiting);
            String bounds = StoreBounds.insert(storage, waiting);
            indexNs = System.nanoTime() - start;
            PendingTables pending = new PendingTables(
                    database, storage.strings(), waiting, bounds, texts, options, cacheFile, isOfTrace(), threads);
            return TraceStore.of(pending, options, warning);
        } catch (SQLException | IOException | RuntimeException e) {
            fail(e);
            cleanUp();
            throw surfaced();
        } catch (Error e) {
            fail(e);
            cleanUp();
            throw e;
        }
    }

    /// How long it took to make the tables and views, ns; done by a thread of its own while the import goes on.
    public long viewsNs() {
        return viewsNs;
    }

    /// How long [#finishLate] took for what comes after the last row, ns: the bounds of all times, and values that
    /// rows got after they were loaded. Nothing else is indexed: the database keeps the least and the largest
    /// values of every few thousand rows by itself.
    public long indexNs() {
        return indexNs;
    }

    /// Stops at once and leaves nothing behind. May be called from any thread, and again.
    public void abort() {
        fail(new StoreException("the import was stopped"));
        synchronized (this) {
            if (state != State.RUNNING) {
                // The thread that finishes sees the failure and cleans up itself: it may be using the
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
            // One thread a query: the loading threads are ours, and a background thread of DuckDB would
            // only wait in our queues. Loading writes each page once: more memory would only keep what
            // nobody reads.
            long memory = Math.min(options.memoryLimitBytes(), LOADING_MEMORY);
            database = StoreDatabase.open(options.withMemoryLimit(memory), 1);
            Path file = cacheFile != null
                    ? cacheFile.temporary()
                    : database.workDir().resolve("trace.duckdb");
            database.attach(file, StoreSchema.CATALOG, false);
            long start = System.nanoTime();
            database.execute(StoreSchema.createTables());
            database.execute(StoreSchema.createViews());
            viewsNs = System.nanoTime() - start;
            return database;
        } catch (SQLException | IOException | RuntimeException | Error e) {
            if (database != null) {
                database.close();
            }
            throw new CompletionException(e);
        }
    }

    private void chunkSealed(Table table) {
        if (failure == null && opened.isCompletedExceptionally()) {
            fail(opened.exceptionNow());
        }
        if (failure != null) {
            throw new UncheckedIOException(surfaced());
        }
        if (keep < 0) {
            handOver(table);
        } else if (--keep < 0) {
            storage.tables().stream().filter(t -> t.sealed() >= Table.CHUNK).forEach(this::handOver);
        }
    }

    /// Lets another thread have what is sealed of a table and still here: to pack it, or to load it if there is too
    /// much.
    private void handOver(Table table) {
        if (packed != null && packed.bytes() > packedBytes) {
            loadPacked();
        }
        if (packed == null) {
            load(table);
            return;
        }
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (int index = table.firstChunk(); index < table.sealed() >> Table.CHUNK_BITS; index++) {
            packed.add(table.spec(), SealedChunk.of(table, index, Table.CHUNK, snapshot));
            table.dropChunk(index);
        }
    }

    /// Begins to load all that was packed.
    private void loadPacked() {
        PackedRows all = Objects.requireNonNull(packed);
        all.settle();
        for (String table : all.tables()) {
            Loading target = loading.computeIfAbsent(
                    table, name -> startLoading(storage.table(name).spec()));
            if (failure != null) {
                target.feed.abort();
                throw new UncheckedIOException(surfaced());
            }
            packed.take(table).forEach(target.feed::offer);
        }
        packed = null;
    }

    /// Hands over what is sealed of a table and still here.
    private void load(Table table) {
        Loading target = loading.computeIfAbsent(table.name(), name -> startLoading(table.spec()));
        if (failure != null) {
            target.feed.abort();
            throw new UncheckedIOException(surfaced());
        }
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (int index = table.firstChunk(); index < table.sealed() >> Table.CHUNK_BITS; index++) {
            budget.acquire();
            target.feed.offer(SealedChunk.of(table, index, Table.CHUNK, snapshot));
            table.dropChunk(index);
        }
    }

    private Loading startLoading(TableSpec spec) {
        ChunkFeed feed = new ChunkFeed(spec, budget);
        return new Loading(feed, opened.thenAcceptAsync(database -> load(database, spec, feed), threads));
    }

    private void load(StoreDatabase database, TableSpec spec, ChunkFeed feed) {
        if (failure != null) {
            throw new CancellationException();
        }
        try (DuckDBConnection connection = database.connection().duplicate()) {
            database.chunks().load(connection, StoreSchema.qualified(spec.name()), spec, feed, texts);
        } catch (SQLException | RuntimeException | Error e) {
            // An error too, such as that of a heap that is too small: whoever waits for this thread has to
            // learn of it.
            fail(e);
            throw new CompletionException(e);
        }
    }

    /// Loads the last rows of the tables that were loaded all along.
    private void loadEnds() {
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        budget.open();
        loading.forEach((name, l) -> new WaitingRows(storage.table(name), List.of()).offerTo(l.feed, budget, snapshot));
        for (Loading l : loading.values()) {
            l.done.join();
        }
    }

    /// The tables with rows that are not loaded.
    private Map<String, WaitingRows> waiting(Set<String> loaded) {
        if (packed != null) {
            packed.settle();
        }
        Map<String, WaitingRows> waiting = new LinkedHashMap<>();
        for (Table table : storage.tables()) {
            if (table.rowCount() > 0 && !loaded.contains(table.name())) {
                waiting.put(
                        table.name(), new WaitingRows(table, packed == null ? List.of() : packed.take(table.name())));
            }
        }
        return waiting;
    }

    /// Writes what rows got after they had been loaded, or packed. An update of a table without indexes leaves its
    /// rows in their order.
    private void writeLateValues(Map<String, WaitingRows> waiting) throws SQLException {
        StringPool.Snapshot snapshot = storage.strings().snapshot();
        for (Table table : storage.tables()) {
            WaitingRows rows = waiting.get(table.name());
            for (Column column : table.lateColumns()) {
                if (rows != null) {
                    rows.apply(column);
                } else {
                    writeLateValues(opened.join(), table, column, snapshot);
                }
            }
        }
    }

    private void writeLateValues(StoreDatabase database, Table table, Column column, StringPool.Snapshot snapshot)
            throws SQLException {
        String target = StoreSchema.qualified(table.name());
        String name = '"' + column.name() + '"';
        TableSpec spec = LateValues.spec("late_values", column.type());
        String values = "memory.main." + spec.name();
        ChunkFeed feed = new ChunkFeed(spec, budget);
        budget.acquire();
        feed.offer(column.late().chunk(column.type(), snapshot));
        feed.complete();
        database.execute("CREATE TABLE " + values + " AS SELECT id, " + name + " AS value FROM " + target + " LIMIT 0");
        database.chunks().load(database.connection(), values, spec, feed, texts);
        database.execute(
                "UPDATE " + target + " AS t SET " + name + " = v.value FROM " + values + " AS v WHERE t.id = v.id");
        database.execute("DROP TABLE " + values);
    }

    /// Whether the trace is still what it was when its reading began.
    private boolean isOfTrace() {
        return (stamp == null || !stamp.isChanged()) && (cacheFile == null || cacheFile.isOfTrace());
    }

    private void checkFailure() throws StoreException {
        if (failure != null) {
            throw surfaced();
        }
    }

    private StoreException surfaced() {
        Throwable cause = failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure;
        return StoreException.of("cannot write the database of this trace", cause);
    }

    /// Keeps the first error and wakes everybody who waits.
    private void fail(Throwable e) {
        synchronized (this) {
            if (failure == null) {
                failure = e;
            }
        }
        budget.open();
        loading.values().forEach(l -> l.feed.abort());
    }

    private void cleanUp() {
        for (Loading l : loading.values()) {
            try {
                l.done.join();
            } catch (CompletionException | CancellationException e) {
                // It is the failure that is reported, or follows from it.
            }
        }
        try {
            opened.join().close();
        } catch (CompletionException | CancellationException e) {
            // It could not be opened, which is the failure that is reported.
        }
        if (cacheFile != null) {
            cacheFile.discard();
        }
        texts.close();
        threads.shutdown();
    }
}
