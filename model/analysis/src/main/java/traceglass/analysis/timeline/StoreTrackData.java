package traceglass.analysis.timeline;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.derived.DerivedTableCreator;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackReadContext;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.NumberedThreadFactory;

/// Reads tracks from the store, on two threads, each with its own connection, and prefetches on a third. Loaded
/// data is cached up to a limit; the least recently used is removed first.
public final class StoreTrackData implements TrackDataSource, AutoCloseable {

    /// Maximum size of cached arrays, in bytes. The timeline keeps the data that it shows, so this cache mostly serves
    /// panels and other windows.
    private static final long MAX_CACHED_BYTES = 64L << 20;
    private static final int THREADS = 2;

    private final TraceStore store;
    private final DerivedTableCreator derived;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, new NumberedThreadFactory("track-data-"));
    private final ExecutorService prefetchThread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .name("track-ahead")
            .factory());
    private final ArrayDeque<DuckDBConnection> connections = new ArrayDeque<>();
    private final Map<String, CachedTrack> cache = new LinkedHashMap<>(64, 0.75f, true);
    private long cacheBytes;

    private final class CachedTrack implements Runnable {
        private final TrackNode node;
        private final CompletableFuture<TrackData> data = new CompletableFuture<>();
        /// Whether a thread has started this load, which may be in the queues for requests and for prefetching.
        private final AtomicBoolean isStarted = new AtomicBoolean();
        private boolean isRequested;
        private long bytes;

        CachedTrack(TrackNode node) {
            this.node = node;
        }

        @Override
        public void run() {
            if (!isStarted.compareAndSet(false, true)) {
                return;
            }
            try {
                data.complete(read(node));
            } catch (Throwable e) {
                // Always completes, so that no caller waits forever.
                data.completeExceptionally(e);
            }
        }
    }

    public StoreTrackData(TraceStore store) {
        this.store = store;
        derived = new DerivedTableCreator(store);
        // Start the thread now, so that it exists when threads are marked for batch scheduling.
        prefetchThread.execute(() -> {});
    }

    /// Returns the creator of derived tables.
    public DerivedTableCreator derived() {
        return derived;
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        return load(node, true);
    }

    @Override
    public boolean supportsPrefetch() {
        return true;
    }

    @Override
    public CompletableFuture<TrackData> prefetch(TrackNode node) {
        return load(node, false);
    }

    @Override
    public void prioritize(TrackNode node) {
        load(node, true);
    }

    private CompletableFuture<TrackData> load(TrackNode node, boolean isRequested) {
        synchronized (cache) {
            CachedTrack existing = cache.get(node.key());
            if (existing == null || existing.data.isCompletedExceptionally()) {
                CachedTrack created = new CachedTrack(node);
                (isRequested ? threads : prefetchThread).execute(created);
                created.isRequested = isRequested;
                cache.put(node.key(), created);
                created.data.thenAccept(d -> addToCacheSize(node.key(), created, d));
                return created.data;
            }
            if (isRequested && !existing.isRequested) {
                existing.isRequested = true;
                if (!existing.isStarted.get()) {
                    threads.execute(existing);
                }
            }
            return existing.data;
        }
    }

    @Override
    public CompletableFuture<String> category(TrackNode node, long id) {
        String sql = node.kind().category(id);
        return sql.isEmpty()
                ? TrackDataSource.super.category(node, id)
                : CompletableFuture.supplyAsync(() -> category(sql), threads);
    }

    private String category(String sql) {
        String[] category = {""};
        try {
            withContext(context -> {
                context.forEachRow(sql, r -> category[0] = r.getString(1));
                return category;
            });
        } catch (SQLException e) {
            // A tooltip without a category is still useful.
            return "";
        }
        return category[0];
    }

    /// Releases the data of removed tracks, whose keys start with `keyPrefix`.
    public void dropTracks(String keyPrefix) {
        synchronized (cache) {
            cache.entrySet().removeIf(e -> {
                boolean matches = e.getKey().startsWith(keyPrefix);
                cacheBytes -= matches ? e.getValue().bytes : 0;
                return matches;
            });
        }
    }

    private void addToCacheSize(String key, CachedTrack created, TrackData data) {
        synchronized (cache) {
            if (cache.get(key) != created) {
                return;
            }
            created.bytes = bytes(data);
            cacheBytes += created.bytes;
            var oldest = cache.entrySet().iterator();
            while (cacheBytes > MAX_CACHED_BYTES && oldest.hasNext()) {
                var entry = oldest.next();
                if (entry.getValue() != created && entry.getValue().data.isDone()) {
                    cacheBytes -= entry.getValue().bytes;
                    oldest.remove();
                }
            }
        }
    }

    private static long bytes(TrackData data) {
        return switch (data) {
            case SliceData s -> 33L * s.size() + 64L * s.names().length;
            case CounterData c -> 24L * c.size();
        };
    }

    @Override
    public void close() {
        threads.shutdownNow();
        prefetchThread.shutdownNow();
        derived.close();
        synchronized (connections) {
            for (DuckDBConnection connection : connections) {
                closeQuietly(connection);
            }
            connections.clear();
        }
    }

    private TrackData read(TrackNode node) {
        try {
            return withContext(node.kind()::read);
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            int line = message.indexOf('\n');
            throw new CompletionException(
                    TrackDataTexts.unreadable(line < 0 ? message : message.substring(0, line)), e);
        }
    }

    /// Reads data of the trace.
    public interface Work<T> {
        T read(TrackReadContext context) throws SQLException;
    }

    /// Reads data on the caller's thread, with a connection and the shared data of the tracks.
    public <T> T withContext(Work<T> work) throws SQLException {
        DuckDBConnection connection = borrow();
        boolean isDone = false;
        try {
            T read = work.read(new ReadContext(connection));
            isDone = true;
            return read;
        } finally {
            if (isDone) {
                release(connection);
            } else {
                closeQuietly(connection);
            }
        }
    }

    private final class ReadContext implements TrackReadContext {

        private final RowQueries queries;

        ReadContext(DuckDBConnection connection) {
            queries = RowQueries.on(connection);
        }

        @Override
        public void forEachRow(String sql, Row row) throws SQLException {
            queries.forEachRow(sql, row);
        }

        @Override
        public long traceEnd() {
            return store.bounds().end();
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> factory) {
            return type.cast(shared.computeIfAbsent(type, _ -> factory.get()));
        }

        @Override
        public TrackData dataOf(TrackNode other) {
            return loadCached(other);
        }

        @Override
        public void ensure(String derivedTable) throws SQLException {
            try {
                derived.ensure(derivedTable);
            } catch (QueryException e) {
                throw e.asSqlException();
            }
        }
    }

    /// Returns data that is loaded or being loaded.
    private TrackData loadCached(TrackNode node) {
        synchronized (cache) {
            CachedTrack previous = cache.get(node.key());
            if (previous != null && previous.data.isDone() && !previous.data.isCompletedExceptionally()) {
                return previous.data.join();
            }
        }
        return read(node);
    }

    private DuckDBConnection borrow() throws SQLException {
        synchronized (connections) {
            DuckDBConnection free = connections.poll();
            if (free != null) {
                return free;
            }
        }
        return store.connection();
    }

    private void release(DuckDBConnection connection) {
        synchronized (connections) {
            if (!threads.isShutdown()) {
                connections.push(connection);
                return;
            }
        }
        closeQuietly(connection);
    }

    private static void closeQuietly(DuckDBConnection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // Nothing depends on a connection that can't be closed.
        }
    }
}
