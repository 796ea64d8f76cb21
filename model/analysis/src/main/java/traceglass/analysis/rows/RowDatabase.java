package traceglass.analysis.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.StreamEnd;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;

/// Temporary database that groups and sorts a stored result without holding all rows in memory, and spills to disk.
/// It contains only the result, and is deleted when closed. Call on background threads.
public final class RowDatabase implements AutoCloseable {

    private static final int MEMORY_MB = 512;
    private static final int SPILL_GB = 8;

    private final Connection connection;
    private final Path spill;

    public RowDatabase() throws QueryException, IOException {
        spill = TemporaryFiles.folder("grid");
        Properties settings = new Properties();
        settings.setProperty("memory_limit", MEMORY_MB + "MiB");
        settings.setProperty("temp_directory", spill.toString());
        settings.setProperty("max_temp_directory_size", SPILL_GB + "GiB");
        settings.setProperty(
                "threads", Integer.toString(Math.clamp(Runtime.getRuntime().availableProcessors() - 1, 1, 4)));
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        settings.setProperty("jdbc_stream_results", Boolean.toString(StreamEnd.isDetectable()));
        try {
            connection = DriverManager.getConnection("jdbc:duckdb:", settings);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns the FROM clause for these rows; see [RowScan].
    public String source(RowStore rows, int[] order, List<Integer> columns) throws QueryException {
        try {
            return RowScan.register(connection, rows, order, columns);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Runs a query on such sources.
    public RowStore query(String sql, Cancellation cancel) throws QueryException, IOException {
        return RowReader.query(new TraceQueries(connection, cancel), sql);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            System.getLogger(RowDatabase.class.getName())
                    .log(System.Logger.Level.DEBUG, "Can't close the database of a grid", e);
        }
        StoreDatabase.deleteTree(spill);
    }
}
