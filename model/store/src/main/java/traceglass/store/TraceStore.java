package traceglass.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.CacheSeal;
import traceglass.store.cache.StoreCache;
import traceglass.store.cache.StoreInfo;
import traceglass.store.database.Driver;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.late.LateRows;
import traceglass.store.late.LateRowsLoader;
import traceglass.store.late.LazyArgs;
import traceglass.store.late.LazyArgsLoader;
import traceglass.store.time.TimeSpan;

/// A trace in its database, open for queries. Safe to use from any thread; each thread that queries takes a
/// [#connection] of its own.
///
/// The tables are read-only in the attached database `store`; what people create lies in memory beside them and goes
/// when the store is closed.
public final class TraceStore implements AutoCloseable {

    /// The name in SQL of the database with the tables.
    public static final String CATALOG = StoreSchema.CATALOG;

    /// Bytes of a cache file up to which all of it is checked before it is opened: a tenth of a second.
    private static final long MOST_CHECKED_FIRST = 256L << 20;

    private final StoreDatabase database;
    /// Null as long as there is none.
    private volatile @Nullable Path file;
    private final @Nullable String warning;
    private final TimeSpan bounds;
    private final Object lazyLock = new Object();
    private final StoreOptions options;
    private boolean lazyArgsLoaded;
    private final Set<String> lateTables = new HashSet<>();
    private boolean closed;
    private boolean filesDenied;
    private boolean filesGranted;
    /// The same trace in a database that may use files, once somebody needed it.
    private @Nullable TraceStore open;

    /// Tables that wait to be loaded; null when all are there.
    private volatile @Nullable PendingTables pending;
    private final Object pendingLock = new Object();
    private final List<DuckDBConnection> lateConnections = new ArrayList<>();

    private TraceStore(
            StoreDatabase database,
            StoreOptions options,
            @Nullable Path file,
            @Nullable String warning,
            TimeSpan bounds) {
        this.database = database;
        this.options = options;
        this.file = file;
        this.warning = warning;
        this.bounds = bounds;
    }

    /// Loads the database's library, 60 MB, on a thread of its own: for a program that will open a trace, and has
    /// other things to see to before. What goes wrong goes wrong again, and is told of, when the trace is opened.
    public static void prepare() {
        Thread.ofPlatform().daemon().name("store-prepare").start(() -> {
            try {
                Driver.connect(new Properties()).close();
            } catch (SQLException | LinkageError e) {
                // See above.
            }
        });
    }

    /// Opens what an import has just read: tables attached, views made.
    static TraceStore of(PendingTables pending, StoreOptions options, @Nullable String warning) throws SQLException {
        String said = pending.isOfTrace()
                ? warning
                : "the file was written to while it was read, so that what is shown may be neither what it was nor"
                        + " what it is; open it again";
        TraceStore store = new TraceStore(
                pending.database(),
                options,
                null,
                said,
                readBounds(pending.database().connection()));
        store.pending = pending;
        return store;
    }

    /// Opens a complete database file. Several programs may read one file at a time.
    ///
    /// @throws StoreException when it is no database of this program's, or incomplete, or damaged
    public static TraceStore open(Path file, StoreOptions options) throws StoreException {
        // While the database's library may still be loading, see prepare.
        String views = StoreSchema.createViews();
        StoreDatabase database = StoreDatabase.open(options, options.threadCount());
        try {
            database.attach(file, StoreSchema.CATALOG, true);
            if (!StoreInfo.isComplete(database.connection()) || isCut(database, file)) {
                throw new StoreException("made by another version of this program, or incomplete: " + file);
            }
            database.execute(views);
            return new TraceStore(database, options, file, null, readBounds(database.connection()));
        } catch (SQLException | IOException e) {
            database.close();
            throw StoreException.of("cannot open the database " + file, e);
        }
    }

    /// Whether the end of a database file is missing, which the database itself would see only when it comes to
    /// what was there.
    private static boolean isCut(StoreDatabase database, Path file) throws SQLException, IOException {
        try (var statement = database.connection().createStatement();
                var rows = statement.executeQuery(
                        "SELECT total_blocks * block_size FROM pragma_database_size() WHERE database_name = '"
                                + StoreSchema.CATALOG + "'")) {
            return !rows.next() || Files.size(file) < rows.getLong(1);
        }
    }

    /// Opens the cache file of a trace. What cannot be read is removed, so that the caller imports the trace again.
    ///
    /// @return empty when there is none, or no cache folder is set
    public static Optional<TraceStore> openCached(Path trace, StoreOptions options) {
        if (options.cacheDir() == null) {
            return Optional.empty();
        }
        Path file;
        try {
            Optional<Path> found = new StoreCache(options.cacheDir()).find(trace);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            file = found.get();
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            boolean checkLater = Files.size(file) > MOST_CHECKED_FIRST;
            TraceStore store = checkLater ? open(file, options) : openChecked(file, options);
            StoreCache.touch(file);
            if (checkLater) {
                CacheSeal.checkBehind(file);
            }
            return Optional.of(store);
        } catch (IOException e) {
            try {
                StoreCache.delete(file);
            } catch (IOException inUse) {
                // The import that follows replaces it.
            }
            return Optional.empty();
        }
    }

    /// Opens a file while a second thread looks whether all of it is as it was sealed.
    private static TraceStore openChecked(Path file, StoreOptions options) throws IOException {
        FutureTask<Boolean> check = new FutureTask<>(() -> CacheSeal.holds(file));
        Thread.ofPlatform().daemon().name("cache-check").start(check);
        TraceStore store = null;
        boolean holds = false;
        try {
            store = open(file, options);
        } finally {
            holds = isTrue(check);
            if (!holds && store != null) {
                store.close();
            }
        }
        if (!holds) {
            throw new StoreException("damaged: " + file);
        }
        return store;
    }

    private static boolean isTrue(FutureTask<Boolean> check) {
        try {
            return check.get();
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// A new connection to this trace, for one thread at a time; whoever asks closes it. Loads what waits to be
    /// loaded.
    public DuckDBConnection connection() throws SQLException {
        completed();
        return newConnection();
    }

    /// A new connection whose user says before each statement what it reads, see [#ensureTables], so that nothing
    /// else is loaded for it.
    public DuckDBConnection lateConnection() throws SQLException {
        synchronized (pendingLock) {
            DuckDBConnection connection = newConnection();
            if (pending != null) {
                if (lateConnections.isEmpty()) {
                    database.settle(options);
                }
                lateConnections.add(connection);
            }
            return connection;
        }
    }

    private DuckDBConnection newConnection() throws SQLException {
        synchronized (this) {
            if (closed) {
                throw new SQLException("the trace is closed");
            }
            return database.connection().duplicate();
        }
    }

    /// Whether every table is loaded.
    public boolean isComplete() {
        return pending == null;
    }

    /// Loads those of these tables that wait to be loaded.
    ///
    /// @param names lower-cased; others than tables may be among them
    public void ensureTables(Set<String> names) throws StoreException {
        synchronized (pendingLock) {
            if (pending != null) {
                pending.load(names);
            }
        }
    }

    /// Rows of a table that waits to be loaded; 0 for any other.
    public long waitingRows(String table) {
        synchronized (pendingLock) {
            return pending == null ? 0 : pending.rows(table);
        }
    }

    /// Loads all tables that wait to be loaded; the cache file, if one is to be made, gets its name, and is
    /// read-only from then on. Whoever has a [#lateConnection] must not be about to use it.
    public void complete() throws StoreException {
        synchronized (pendingLock) {
            if (pending == null) {
                return;
            }
            lateConnections.removeIf(TraceStore::isClosed);
            if (lateConnections.size() > 1) {
                // Their statements may go on; the file gets its name when the trace is closed.
                pending.loadAll();
                return;
            }
            file = pending.publish();
            pending = null;
            lateConnections.clear();
            try {
                database.settle(options);
            } catch (SQLException e) {
                throw StoreException.of("cannot open the database of this trace", e);
            }
        }
    }

    private void completed() throws SQLException {
        try {
            complete();
        } catch (StoreException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static boolean isClosed(DuckDBConnection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /// This trace for statements that may touch no files: from now on its database reads and writes none but its
    /// own and those of its cache, whatever a statement says, unless somebody was given files before.
    public synchronized TraceStore withoutFiles() throws SQLException {
        if (!filesDenied && !filesGranted && !closed) {
            database.denyFiles(options.cacheDir());
            filesDenied = true;
        }
        return this;
    }

    /// This trace for statements that may read and write files. What was denied files stays so; then the trace is
    /// opened a second time, and closed with this.
    public synchronized TraceStore withFiles() throws SQLException {
        if (!filesDenied) {
            filesGranted = true;
            return this;
        }
        if (open == null) {
            if (closed) {
                throw new SQLException("the trace is closed");
            }
            completed();
            try {
                open = open(file != null ? file : database.secondName(StoreSchema.CATALOG), options);
            } catch (IOException e) {
                throw new SQLException(e.getMessage(), e);
            }
        }
        return open;
    }

    /// Makes rows that are left out at import and made when they are needed, unless they are there already. Takes a
    /// second for a million events; not for the JavaFX thread.
    ///
    /// @param what [LazyArgs#FTRACE], the arguments of raw ftrace events, or a table that a [LateRows] makes
    public void ensure(String what) throws StoreException {
        complete();
        if (!what.equals(LazyArgs.FTRACE)) {
            ensureTable(what);
            return;
        }
        synchronized (lazyLock) {
            if (lazyArgsLoaded) {
                return;
            }
            try {
                if (hasPayloads()) {
                    Path cached = file == null ? null : StoreCache.args(file);
                    new LazyArgsLoader(database, cached).load();
                }
                lazyArgsLoaded = true;
            } catch (SQLException | IOException e) {
                throw StoreException.of("cannot decode the arguments of ftrace events", e);
            }
        }
    }

    private void ensureTable(String table) throws StoreException {
        LateRows rows = LateRowsLoader.of(table)
                .orElseThrow(() -> new IllegalArgumentException("nothing is made on demand under the name " + table));
        synchronized (lazyLock) {
            if (lateTables.contains(table)) {
                return;
            }
            try {
                new LateRowsLoader(database).load(rows);
                lateTables.add(table);
            } catch (SQLException e) {
                throw StoreException.of("cannot make the rows of " + table, e);
            }
        }
    }

    /// Tables whose rows are made when they are needed, see [#ensure].
    public static Set<String> lateTables() {
        return LateRowsLoader.tables();
    }

    private boolean hasPayloads() throws SQLException {
        try (DuckDBConnection connection = connection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT 1 FROM " + StoreSchema.qualified("__intrinsic_ftrace_event")
                        + " WHERE payload IS NOT NULL LIMIT 1")) {
            return rows.next();
        }
    }

    /// From the first event to the end of the last, as in `trace_bounds`.
    public TimeSpan bounds() {
        return bounds;
    }

    /// The database file, if it is a cache file.
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /// What went wrong and did not keep the trace from being opened: no cache file could be written.
    public Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    /// Closes the database. Where a cache file is to be made, what is not loaded yet is loaded first. Connections
    /// that are still open end with their current statement; none may start another.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (open != null) {
            open.close();
        }
        synchronized (pendingLock) {
            if (pending != null) {
                try {
                    pending.makeCacheFile();
                } catch (StoreException e) {
                    // The trace is imported again the next time.
                }
                letPendingGo();
            }
        }
        database.close();
    }

    /// Closes the database at once; tables that wait to be loaded are let go, and no cache file is made.
    public void abandon() {
        synchronized (pendingLock) {
            letPendingGo();
        }
        close();
    }

    private void letPendingGo() {
        if (pending != null) {
            pending.discard();
            pending = null;
        }
    }

    private static TimeSpan readBounds(DuckDBConnection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT start_ts, end_ts FROM " + StoreSchema.qualified(StoreSchema.BOUNDS_TABLE))) {
            if (!rows.next()) {
                throw new SQLException("the database has no bounds");
            }
            long start = rows.getLong(1);
            return new TimeSpan(start, Math.max(start, rows.getLong(2)));
        }
    }
}
