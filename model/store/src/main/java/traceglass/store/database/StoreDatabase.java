package traceglass.store.database;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.store.feed.ChunkFunction;

/// One DuckDB instance: in memory, with the file of the tables attached, and a folder of its own for what it spills.
public final class StoreDatabase implements AutoCloseable {

    private static final String WORK_PREFIX = "traceglass-";
    private static final long MOST_SPILL = 16L << 30;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final DuckDBConnection connection;
    private final Path workDir;
    private @Nullable ChunkFunction chunks;

    private StoreDatabase(DuckDBConnection connection, Path workDir) {
        this.connection = connection;
        this.workDir = workDir;
    }

    /// @param threads threads for one query; 1 means that every query runs on the thread that asks
    public static StoreDatabase open(StoreOptions options, int threads) throws StoreException {
        Path workDir = null;
        try {
            Files.createDirectories(options.tempDir());
            removeAbandoned(options.tempDir());
            workDir = Files.createDirectory(options.tempDir()
                    .resolve(WORK_PREFIX + ProcessHandle.current().pid() + "-" + NEXT.incrementAndGet() + "-"
                            + Long.toHexString(System.nanoTime())));
            Properties settings = new Properties();
            settings.setProperty("threads", Integer.toString(threads));
            settings.setProperty("memory_limit", options.memoryLimitBytes() / (1 << 10) + "KiB");
            settings.setProperty("temp_directory", workDir.resolve("spill").toString());
            settings.setProperty("max_temp_directory_size", spillLimit(options.tempDir()) / (1 << 20) + "MiB");
            settings.setProperty("autoinstall_known_extensions", "false");
            settings.setProperty("autoload_known_extensions", "false");
            return new StoreDatabase(Driver.connect(settings), workDir);
        } catch (SQLException | IOException e) {
            if (workDir != null) {
                deleteTree(workDir);
            }
            throw StoreException.of("cannot start the database in " + options.tempDir(), e);
        }
    }

    /// How much a query may spill: half of what is free, so that a query that never ends does not fill the disk.
    private static long spillLimit(Path dir) throws IOException {
        return Math.clamp(Files.getFileStore(dir).getUsableSpace() / 2, 64L << 20, MOST_SPILL);
    }

    /// The connection that owns the instance; for the thread that opens, loads and closes.
    public DuckDBConnection connection() {
        return connection;
    }

    /// A folder that goes away with this instance.
    public Path workDir() {
        return workDir;
    }

    /// The function that loading statements select from; registered when it is first asked for.
    public synchronized ChunkFunction chunks() throws SQLException {
        if (chunks == null) {
            chunks = ChunkFunction.register(connection);
        }
        return chunks;
    }

    /// Goes from loading, which is our own threads' work and writes each page once, to queries.
    public void settle(StoreOptions options) throws SQLException {
        execute("SET threads = " + options.threadCount());
        execute("SET memory_limit = '" + (options.memoryLimitBytes() >> 10) + "KiB'");
    }

    public void attach(Path file, String alias, boolean readOnly) throws SQLException {
        execute("ATTACH '" + file.toString().replace("'", "''") + "' AS " + alias
                + (readOnly ? " (READ_ONLY)" : " (STORAGE_VERSION 'v1.5.0')"));
    }

    /// Keeps all statements of this instance from files other than those in its own folder and one more. It cannot
    /// be undone.
    ///
    /// @param folder may be null
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

    /// The file behind an attached database.
    Path attachedFile(String alias) throws SQLException {
        try (DuckDBConnection own = connection.duplicate();
                var statement = own.createStatement();
                var rows = statement.executeQuery(
                        "SELECT path FROM duckdb_databases() WHERE database_name = '" + alias + "'")) {
            if (!rows.next() || rows.getString(1) == null) {
                throw new SQLException("the trace is in no file");
            }
            return Path.of(rows.getString(1));
        }
    }

    /// Another name for the file behind an attached database, with all that was written to it. DuckDB lets no
    /// second instance of a program open a file that the first may write to.
    public Path secondName(String alias) throws SQLException, IOException {
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

    public void execute(String sql) throws SQLException {
        // Several threads come here, and a connection that two use at once ends what the first is about.
        synchronized (connection) {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Everything that must last was written before; what is left is thrown away with the folder.
        }
        deleteTree(workDir);
    }

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
            // Another program's start removes it: see removeAbandoned.
        }
    }

    /// Removes the folders of programs that ended without cleaning up.
    private static void removeAbandoned(Path tempDir) {
        try (Stream<Path> entries = Files.list(tempDir)) {
            entries.filter(p -> isAbandoned(p.getFileName().toString(), WORK_PREFIX))
                    .forEach(StoreDatabase::deleteTree);
        } catch (IOException e) {
            // Nothing can be listed, so nothing can be removed.
        }
    }

    /// Whether a name is `prefix`, the number of a process that no longer runs, and more after a dash.
    public static boolean isAbandoned(String name, String prefix) {
        if (!name.startsWith(prefix)) {
            return false;
        }
        String[] words = name.substring(prefix.length()).split("-");
        if (words.length != 3) {
            return false;
        }
        try {
            return ProcessHandle.of(Long.parseLong(words[0])).isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
