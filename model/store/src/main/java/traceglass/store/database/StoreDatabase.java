package traceglass.store.database;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.feed.ChunkFunction;
import traceglass.store.feed.RowFunction;

/// One DuckDB instance: a temporary main database with the views of [StoreSchema], the file of the tables attached, and
/// its own temporary folder.
public final class StoreDatabase implements AutoCloseable {

    private static final String WORK_PREFIX = "traceglass-";
    /// Process, counter and time in nanoseconds.
    private static final Pattern WORK_NAME = Pattern.compile("(\\d{1,18})-\\d{1,9}-[0-9a-f]{9,16}");

    private static final long MAX_SPILL_BYTES = 16L << 30;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final DuckDBConnection connection;
    private final Path workDir;
    private @Nullable ChunkFunction chunks;
    private @Nullable RowFunction rows;
    /// Whether the views are still to be created, which needs the tables.
    private boolean lacksViews;

    private StoreDatabase(DuckDBConnection connection, Path workDir, boolean lacksViews) {
        this.connection = connection;
        this.workDir = workDir;
        this.lacksViews = lacksViews;
    }

    /// Opens an instance with the views of a store.
    ///
    /// @param threads threads per query; 1 to run every query on the calling thread
    public static StoreDatabase open(StoreOptions options, int threads) throws StoreException {
        return open(options, threads, true);
    }

    /// Opens an instance without tables and views.
    ///
    /// @param threads threads per query; 1 to run every query on the calling thread
    public static StoreDatabase openEmpty(StoreOptions options, int threads) throws StoreException {
        return open(options, threads, false);
    }

    private static StoreDatabase open(StoreOptions options, int threads, boolean withViews) throws StoreException {
        Path workDir = null;
        try {
            Files.createDirectories(options.tempDir());
            TemporaryFiles.removeAbandoned();
            removeAbandoned(options.tempDir());
            workDir = createWorkDir(options.tempDir());
            Properties settings = new Properties();
            settings.setProperty("threads", Integer.toString(threads));
            settings.setProperty("memory_limit", options.memoryLimitBytes() / (1 << 10) + "KiB");
            settings.setProperty("temp_directory", workDir.resolve("spill").toString());
            settings.setProperty("max_temp_directory_size", spillLimit(options.tempDir()) / (1 << 20) + "MiB");
            settings.setProperty("autoinstall_known_extensions", "false");
            settings.setProperty("autoload_known_extensions", "false");
            Optional<Path> main = withViews ? SchemaTemplates.copyViews(workDir) : Optional.empty();
            return main.isPresent()
                    ? new StoreDatabase(Driver.connect(main.get(), settings), workDir, false)
                    : new StoreDatabase(Driver.connect(settings), workDir, withViews);
        } catch (SQLException | IOException e) {
            if (workDir != null) {
                deleteTree(workDir);
            }
            throw StoreException.of("can't start the database in " + options.tempDir(), e);
        }
    }

    /// Creates a folder for temporary files of this process. It is deleted when the process ends, or by a later
    /// process if this one is killed.
    public static Path createWorkDir(Path tempDir) throws IOException {
        Files.createDirectories(tempDir);
        return Files.createDirectory(TemporaryFiles.deleteAtExit(tempDir.resolve(WORK_PREFIX
                + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet() + "-"
                + Long.toHexString(System.nanoTime()))));
    }

    /// Returns the limit for spilled data: half of the free disk space, so that a query that never ends does not
    /// fill the disk. A file store can't be found where the root folder is not a mount point, such as with chroot.
    private static long spillLimit(Path dir) {
        return Math.clamp(dir.toFile().getUsableSpace() / 2, 64L << 20, MAX_SPILL_BYTES);
    }

    /// Returns the connection that owns the instance; used by the thread that opens, loads and closes.
    public DuckDBConnection connection() {
        return connection;
    }

    /// Returns the temporary folder, which is deleted together with this instance.
    public Path workDir() {
        return workDir;
    }

    /// Returns the table function that loading statements select from; registers it on first use.
    public synchronized ChunkFunction chunks() throws SQLException {
        if (chunks == null) {
            chunks = ChunkFunction.register(connection);
        }
        return chunks;
    }

    /// Returns the table function that reads rows before they are loaded; registers it on first use.
    public synchronized RowFunction rows() throws SQLException {
        if (rows == null) {
            rows = RowFunction.register(connection);
        }
        return rows;
    }

    /// Switches from loading, which uses the program's threads and writes each page once, to queries.
    public void switchToQueries(StoreOptions options) throws SQLException {
        execute("SET threads = " + options.threadCount());
        execute("SET memory_limit = '" + (options.memoryLimitBytes() >> 10) + "KiB'");
    }

    /// Attaches a database file. Creates the views if it is attached as [StoreSchema#CATALOG] and they are missing.
    public void attach(Path file, String alias, boolean isReadOnly) throws SQLException {
        execute(attachment(file, alias, isReadOnly));
        if (alias.equals(StoreSchema.CATALOG)) {
            addViews();
        }
    }

    /// Creates the views if they could not be copied. To be called when [StoreSchema#CATALOG] has its tables.
    void addViews() throws SQLException {
        if (lacksViews) {
            execute(StoreSchema.createViews());
            lacksViews = false;
        }
    }

    static String attachment(Path file, String alias, boolean isReadOnly) {
        return "ATTACH '" + file.toString().replace("'", "''") + "' AS " + alias
                + (isReadOnly ? " (READ_ONLY)" : " (STORAGE_VERSION 'v1.5.0')");
    }

    /// Creates a file with the empty tables of a store and attaches it as [StoreSchema#CATALOG].
    public void attachNew(Path file) throws SQLException, IOException {
        SchemaTemplates.copyTables(file);
        attach(file, StoreSchema.CATALOG, false);
    }

    /// Creates the empty tables of a store in a file in the folder of this instance and attaches it as
    /// [StoreSchema#CATALOG].
    public void attachTemporary() throws SQLException, IOException {
        attachNew(workDir.resolve("trace.duckdb"));
    }

    /// Denies all statements of this instance access to files outside its own folder and one other folder. Cannot be
    /// undone.
    ///
    /// @param folder additional folder whose files stay accessible, or null
    public void denyFiles(@Nullable Path folder) throws SQLException {
        StringBuilder allowed = new StringBuilder();
        for (Path dir : folder == null ? new Path[] {workDir} : new Path[] {workDir, folder}) {
            allowed.append(allowed.isEmpty() ? "'" : ", '")
                    .append(dir.toAbsolutePath().toString().replace("'", "''"))
                    .append("/'");
        }
        execute("SET allowed_directories = [" + allowed + "]");
        execute("SET allow_community_extensions = false");
        execute("SET enable_external_access = false");
    }

    /// Returns the file of an attached database.
    Path attachedFile(String alias) throws SQLException {
        try (DuckDBConnection duplicate = connection.duplicate();
                var statement = duplicate.createStatement();
                var rows = statement.executeQuery(
                        "SELECT path FROM duckdb_databases() WHERE database_name = '" + alias + "'")) {
            if (!rows.next() || rows.getString(1) == null) {
                throw new SQLException("the trace has no file");
            }
            return Path.of(rows.getString(1));
        }
    }

    /// Returns another path to the file of an attached database after writing all changes to it. DuckDB does
    /// not let a second instance in the same program open a file that the first one may write.
    public Path secondPath(String alias) throws SQLException, IOException {
        execute("CHECKPOINT " + alias);
        Path file = attachedFile(alias);
        Path second = workDir.resolve("second-" + file.getFileName());
        Files.deleteIfExists(second);
        try {
            return Files.createLink(second, file);
        } catch (IOException | UnsupportedOperationException e) {
            return Files.copy(file, second);
        }
    }

    /// Makes the database return freed memory to the system in the background.
    public void returnFreedMemory() throws StoreException {
        try {
            execute("SET GLOBAL allocator_background_threads = true");
        } catch (SQLException e) {
            throw StoreException.of("can't change the memory settings of this trace", e);
        }
    }

    /// Runs statements without a result on the connection of this instance.
    public void execute(String sql) throws SQLException {
        // Called by several threads; concurrent use of a connection would cancel the running statement.
        synchronized (connection) {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() {
        // Everything persistent was written before; the rest is deleted with the folder.
        try {
            execute("PRAGMA disable_checkpoint_on_shutdown");
        } catch (SQLException e) {
            // Without this setting, closing only takes longer.
        }
        try {
            connection.close();
        } catch (SQLException e) {
            // The connection can't be used either way.
        }
        deleteTree(workDir);
    }

    /// Deletes a file, or a folder with its content.
    public static void deleteTree(Path dir) {
        try {
            Files.walkFileTree(dir, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // Removed at the next start: see removeAbandoned.
        }
        TemporaryFiles.onDeleted(dir);
    }

    /// Removes the folders of processes that ended without cleaning up.
    private static void removeAbandoned(Path tempDir) {
        try (Stream<Path> entries = Files.list(tempDir)) {
            entries.filter(p -> isAbandoned(p, WORK_PREFIX)).forEach(StoreDatabase::deleteTree);
        } catch (IOException e) {
            // The folder cannot be listed, so nothing can be removed.
        }
    }

    /// Returns whether a path is a folder whose name consists of `prefix`, the id of a process that is no longer
    /// running, a counter and the digits of a time, like the names created by this program.
    public static boolean isAbandoned(Path folder, String prefix) {
        String name = folder.getFileName().toString();
        if (!name.startsWith(prefix) || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Matcher m = WORK_NAME.matcher(name.substring(prefix.length()));
        return m.matches() && ProcessHandle.of(Long.parseLong(m.group(1))).isEmpty();
    }
}
