package traceglass.store.database;

import java.lang.reflect.Field;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/// Starts instances of the database.
public final class Driver {

    static {
        leaveRecorderAlone();
    }

    private Driver() {}

    /// A new instance in memory.
    public static DuckDBConnection connect(Properties settings) throws SQLException {
        return (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", settings);
    }

    /// When it is loaded, the driver announces an event of its own to the flight recorder of the virtual machine,
    /// which brings in the whole of the recorder: 0.15 s of a processor at every start, for an event that a
    /// connection has to ask for and that none here asks for. So the driver is told that it has done so. One that
    /// has no such flag does as it always did.
    private static void leaveRecorderAlone() {
        try {
            Field done = Class.forName("org.duckdb.DuckDBMemoryMonitor").getDeclaredField("initialized");
            done.setAccessible(true);
            done.setBoolean(null, true);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // It costs time, nothing else.
        }
    }
}
