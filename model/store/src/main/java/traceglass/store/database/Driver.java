package traceglass.store.database;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/// Starts instances of the database.
public final class Driver {

    static {
        skipRecorderEvent();
    }

    private Driver() {}

    /// Returns a new in-memory instance.
    ///
    /// Does not use `DriverManager`, which finds no driver in the class loaders created by database tools.
    public static DuckDBConnection connect(Properties settings) throws SQLException {
        return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", settings);
    }

    /// Returns an instance whose main database is a file, which is created if it does not exist.
    ///
    /// @param file file in a folder that [#canOpen] accepts
    static DuckDBConnection connect(Path file, Properties settings) throws SQLException {
        return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:" + file, settings);
    }

    /// Returns whether the driver can open files of a folder as the main database. The driver treats the part of a
    /// path after a semicolon as options, and the database treats the part after a question mark as a query.
    static boolean canOpen(Path folder) {
        String path = folder.toString();
        return path.indexOf(';') < 0 && path.indexOf('?') < 0;
    }

    /// Stops the driver from registering its flight recorder event, which would load the virtual machine's whole
    /// flight recorder: 0.15 s of CPU time at every start, for an event that must be enabled per connection and is
    /// not used here. Sets the driver's flag that the event is already registered; a driver without that flag is
    /// unaffected.
    private static void skipRecorderEvent() {
        try {
            Field done = Class.forName("org.duckdb.DuckDBMemoryMonitor").getDeclaredField("initialized");
            done.setAccessible(true);
            done.setBoolean(null, true);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // The driver then only takes longer to start.
        }
    }
}
