package traceglass.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.cache.StoreCache;
import traceglass.store.cache.StoreInfo;
import traceglass.store.cache.TraceFingerprint;
import traceglass.store.database.Driver;
import traceglass.store.database.PhysicalMemory;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.lazy.LazyArgsLoader;
import traceglass.store.lazy.LazyRows;
import traceglass.store.lazy.LazyRowsLoader;
import traceglass.store.names.TableNames;
import traceglass.store.parquet.ParquetFile;
import traceglass.store.time.TimeSpan;

/// A trace in its database, open for queries. Thread-safe; each thread that queries uses its own [#connection].
///
/// The tables are read-only in the attached database `store`; objects created by users are temporary and are lost
/// when the store is closed.
public final class TraceStore implements AutoCloseable {

    /// SQL name of the database with the tables.
    public static final String CATALOG = StoreSchema.CATALOG;

    private final StoreDatabase database;
    /// The cache file; null until it is published.
    private volatile @Nullable Path file;
    private final @Nullable String warning;
    private volatile TimeSpan bounds;
    /// Whether rows are still added.
    private boolean isLive;
    private final Object lazyLock = new Object();
    private final StoreOptions options;
    private boolean areLazyArgsLoaded;
    private final Set<String> lazyTables = new HashSet<>();
    private boolean isClosed;
    private boolean areFilesDenied;
    private boolean areFilesGranted;
    /// Folder from which tables are loaded, or null.
    private @Nullable Path tableFolder;
    private Map<String, ParquetFile> tableFiles = Map.of();
    /// This trace in a database with file access, opened when first needed.
    private @Nullable TraceStore withFileAccess;

    /// Pending tables; null if all are loaded.
    private volatile @Nullable LazyTables pending;
    private final Object pendingLock = new Object();
    private long queryMemory = Long.MAX_VALUE;
    private final List<DuckDBConnection> lazyConnections = new ArrayList<>();

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

    /// Does the slow parts of opening a trace, such as loading the library of the database, on background threads,
    /// for a program that will open a trace later. Errors are ignored because they occur again, and are reported,
    /// when the trace is opened.
    public static void prepare() {
        Thread.ofPlatform().daemon().name("cache-prepare").start(() -> {
            TraceFingerprint.prepare();
            PhysicalMemory.bytes();
        });
        Thread.ofPlatform().daemon().name("store-prepare").start(() -> {
            try {
                Driver.connect(new Properties()).close();
            } catch (SQLException | LinkageError e) {
                // Reported when a trace is opened.
            }
        });
    }

    /// Opens the result of an import: tables attached, views created.
    static TraceStore of(PendingTables pending, StoreOptions options, @Nullable String warning) throws SQLException {
        String message = pending.isTraceUnchanged()
                ? warning
                : "the file changed while it was read, so the trace shown may be inconsistent; open it again";
        TraceStore store = new TraceStore(
                pending.database(),
                options,
                null,
                message,
                readBounds(pending.database().connection()));
        store.pending = pending;
        return store;
    }

    /// Opens a trace whose tables are in Parquet files, see [ParquetFile#write]. Each is read when it is first
    /// needed.
    ///
    /// @param files files by table name
    /// @param folder folder that contains the files; other files can't be read by statements without file access
    public static TraceStore ofParquet(Map<String, ParquetFile> files, Path folder, StoreOptions options)
            throws StoreException {
        StoreDatabase database = StoreDatabase.open(options, options.threadCount());
        try {
            ParquetTables tables = ParquetTables.attach(database, files, options);
            TraceStore store =
                    new TraceStore(database, options.withoutCache(), null, null, readBounds(database.connection()));
            store.pending = tables;
            store.tableFolder = folder;
            store.tableFiles = Map.copyOf(files);
            return store;
        } catch (StoreException e) {
            database.close();
            throw e;
        } catch (SQLException | IOException e) {
            database.close();
            throw StoreException.of("can't open the tables in " + folder, e);
        }
    }

    /// Creates the store of a running recording, which is empty at first.
    static TraceStore live(StoreDatabase database, StoreOptions options) {
        TraceStore store = new TraceStore(database, options, null, null, new TimeSpan(0, 0));
        store.isLive = true;
        return store;
    }

    /// Sets the bounds of a running recording.
    void extendTo(TimeSpan longer) {
        bounds = longer;
    }

    /// Returns whether the trace is being recorded, so that rows are added.
    public boolean isLive() {
        return isLive;
    }

    /// Opens a complete database file. Several programs can read the same file.
    ///
    /// @throws StoreException if it is not a database of this program, incomplete, or damaged
    public static TraceStore open(Path file, StoreOptions options) throws StoreException {
        StoreDatabase database = StoreDatabase.open(options, options.threadCount());
        try {
            database.attach(file, StoreSchema.CATALOG, true);
            if (!StoreInfo.isComplete(database.connection()) || isTruncated(database, file)) {
                throw new StoreException(
                        "can't open " + file + ": it is incomplete, or was written by another version of this program");
            }
            return new TraceStore(database, options, file, null, readBounds(database.connection()));
        } catch (SQLException | IOException e) {
            database.close();
            throw StoreException.of("can't open the database " + file, e);
        }
    }

    /// Returns whether a database file is truncated, which the database itself notices only when it reads the
    /// missing part.
    private static boolean isTruncated(StoreDatabase database, Path file) throws SQLException, IOException {
        try (var statement = database.connection().createStatement();
                var rows = statement.executeQuery(
                        "SELECT total_blocks * block_size FROM pragma_database_size() WHERE database_name = '"
                                + StoreSchema.CATALOG + "'")) {
            return !rows.next() || Files.size(file) < rows.getLong(1);
        }
    }

    /// Opens the cache file of a trace. An unreadable file is removed, so that the caller imports the trace again.
    ///
    /// @return empty if there is no cache file or no cache folder
    public static Optional<TraceStore> openCached(Path trace, StoreOptions options) {
        return CachedTrace.open(trace, options);
    }

    /// Returns a new connection to this trace, for one thread at a time; the caller closes it. Loads all pending
    /// tables.
    public DuckDBConnection connection() throws SQLException {
        completeForSql();
        return newConnection();
    }

    /// Returns a new connection without loading pending tables. Before each statement the caller must name the
    /// tables it reads, see [#ensureTables].
    public DuckDBConnection lazyConnection() throws SQLException {
        synchronized (pendingLock) {
            DuckDBConnection connection = newConnection();
            if (pending != null) {
                if (lazyConnections.isEmpty()) {
                    switchToQueries();
                }
                lazyConnections.add(connection);
            }
            return connection;
        }
    }

    private void switchToQueries() throws SQLException {
        database.switchToQueries(options);
        if (queryMemory < options.memoryLimitBytes()) {
            database.execute("SET memory_limit = '" + (queryMemory >> 10) + "KiB'");
        }
    }

    /// Lowers the memory limit of the database for all further statements, for programs that only read rows.
    /// Statements that need more write temporary data to files.
    public void limitMemory(long bytes) throws SQLException {
        synchronized (pendingLock) {
            queryMemory = bytes;
            switchToQueries();
        }
    }

    /// Makes the database return freed memory to the system in the background, for programs that keep traces open.
    /// Otherwise its allocator keeps what a large query has freed until another query runs.
    public void returnFreedMemory() throws StoreException {
        database.returnFreedMemory();
    }

    private DuckDBConnection newConnection() throws SQLException {
        synchronized (this) {
            if (isClosed) {
                throw new SQLException("the trace is closed");
            }
            return database.connection().duplicate();
        }
    }

    /// Returns whether all tables are loaded.
    public boolean isComplete() {
        return pending == null;
    }

    /// Loads the pending tables with these names.
    ///
    /// @param names table names in lower case; may contain names of other objects
    public void ensureTables(Set<String> names) throws StoreException {
        synchronized (pendingLock) {
            if (pending != null) {
                pending.load(names);
            }
        }
    }

    /// Makes the pending tables with these names readable for one statement that reads each of them a few times. Like
    /// [#ensureTables], but tables may stay pending: only their views can be read, not the tables of [#CATALOG].
    ///
    /// @param names table names in lower case; may contain names of other objects
    public void prepareRead(Set<String> names) throws StoreException {
        synchronized (pendingLock) {
            if (pending != null) {
                pending.prepareRead(names);
            }
        }
    }

    /// Returns the number of rows of a pending table; 0 for any other table.
    public long pendingRows(String table) {
        synchronized (pendingLock) {
            return pending == null ? 0 : pending.rows(table);
        }
    }

    /// Loads all pending tables and publishes the cache file, if there is one; it is read-only from then on. A
    /// [#lazyConnection] must not be in use.
    public void complete() throws StoreException {
        synchronized (pendingLock) {
            if (pending == null) {
                return;
            }
            lazyConnections.removeIf(TraceStore::isClosed);
            if (lazyConnections.size() > 1) {
                // Other connections may be running statements; the file is published when the trace is
                // closed.
                pending.loadAll();
                return;
            }
            file = pending.publish();
            pending = null;
            lazyConnections.clear();
            try {
                switchToQueries();
            } catch (SQLException e) {
                throw StoreException.of("can't open the database of this trace", e);
            }
        }
    }

    private void completeForSql() throws SQLException {
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

    /// Returns this trace for statements without file access: from now on its database can only access its own
    /// files and the cache, whatever a statement says, unless file access was granted before.
    public synchronized TraceStore withoutFiles() throws SQLException {
        if (!areFilesDenied && !areFilesGranted && !isClosed) {
            database.denyFiles(tableFolder != null ? tableFolder : options.cacheDir());
            areFilesDenied = true;
        }
        return this;
    }

    /// Returns this trace for statements with file access. Denying file access cannot be undone; if it was denied,
    /// the trace is opened a second time, and closed together with this one.
    public synchronized TraceStore withFiles() throws SQLException {
        if (isLive) {
            throw new SQLException("statements can't access files while the trace is being recorded");
        }
        if (!areFilesDenied) {
            areFilesGranted = true;
            return this;
        }
        if (withFileAccess == null) {
            if (isClosed) {
                throw new SQLException("the trace is closed");
            }
            completeForSql();
            try {
                withFileAccess = tableFolder != null
                        ? ofParquet(tableFiles, tableFolder, options)
                        : open(file != null ? file : database.secondPath(StoreSchema.CATALOG), options);
            } catch (IOException e) {
                throw new SQLException(e.getMessage(), e);
            }
        }
        return withFileAccess;
    }

    /// Creates rows that the import omitted, unless they already exist. Takes a second per million events; must
    /// not be called on the JavaFX thread.
    ///
    /// @param name [LazyArgs#FTRACE] for the arguments of raw ftrace events, or a table created by a [LazyRows]
    public void ensure(String name) throws StoreException {
        if (isLive) {
            // These rows would soon be incomplete; the trace is opened again when the recording has ended.
            return;
        }
        complete();
        if (!name.equals(LazyArgs.FTRACE)) {
            ensureTable(name);
            return;
        }
        synchronized (lazyLock) {
            if (areLazyArgsLoaded) {
                return;
            }
            try {
                if (hasPayloads()) {
                    Path cached = file == null ? null : StoreCache.args(file);
                    new LazyArgsLoader(database, cached).load();
                }
                areLazyArgsLoaded = true;
            } catch (SQLException | IOException e) {
                throw StoreException.of("can't decode the arguments of ftrace events", e);
            }
        }
    }

    private void ensureTable(String table) throws StoreException {
        LazyRows rows = LazyRowsLoader.of(table)
                .orElseThrow(() -> new IllegalArgumentException("unknown on-demand table " + table));
        synchronized (lazyLock) {
            if (lazyTables.contains(table)) {
                return;
            }
            try {
                new LazyRowsLoader(database).load(rows);
                lazyTables.add(table);
            } catch (SQLException e) {
                throw StoreException.of("can't create the rows of " + table, e);
            }
        }
    }

    /// Writes the tables that have rows to Parquet files, see [#ofParquet].
    ///
    /// @param traceId identifies the trace in files that combine several traces
    /// @param folder existing folder that contains none of the files
    public List<ParquetFile> writeParquet(long traceId, Path folder) throws StoreException {
        ensureTables(Set.copyOf(ParquetFile.tables()));
        try (DuckDBConnection connection = lazyConnection()) {
            return ParquetFile.write(connection, traceId, folder);
        } catch (SQLException e) {
            throw StoreException.ofOutput("can't write the tables to " + folder, e);
        }
    }

    /// Returns the tables whose rows are created on demand, see [#ensure].
    public static Set<String> lazyTables() {
        return LazyRowsLoader.tables();
    }

    private boolean hasPayloads() throws SQLException {
        try (DuckDBConnection connection = connection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT 1 FROM " + StoreSchema.qualified(TableNames.FtraceEvent.TABLE)
                        + " WHERE payload IS NOT NULL LIMIT 1")) {
            return rows.next();
        }
    }

    /// Returns the span from the first event to the end of the last, as in `trace_bounds`. Grows while a trace is
    /// recorded.
    public TimeSpan bounds() {
        return bounds;
    }

    /// Returns the database file if it is a cache file.
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /// Returns a problem that did not prevent the trace from being opened: the cache file could not be written,
    /// or the trace file changed while it was read.
    public Optional<String> warning() {
        return Optional.ofNullable(warning);
    }

    /// Closes the database. If a cache file is to be written, pending tables are loaded first. Open connections end
    /// with their current statement and cannot start another.
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        if (withFileAccess != null) {
            withFileAccess.close();
        }
        synchronized (pendingLock) {
            if (pending != null) {
                try {
                    pending.writeCacheFile();
                } catch (StoreException e) {
                    // The trace is imported again next time.
                }
                discardPending();
            }
        }
        database.close();
    }

    /// Closes the database immediately; pending tables are discarded, and no cache file is written.
    public void abandon() {
        synchronized (pendingLock) {
            discardPending();
        }
        close();
    }

    private void discardPending() {
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
                throw new SQLException("the database has no trace bounds");
            }
            long start = rows.getLong(1);
            return new TimeSpan(start, Math.max(start, rows.getLong(2)));
        }
    }
}
