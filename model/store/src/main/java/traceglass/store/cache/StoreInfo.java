package traceglass.store.cache;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;

/// What a database file says about itself, in a table of names and values: whether it is complete and made with these
/// tables.
public final class StoreInfo {

    private StoreInfo() {}

    /// Marks the attached file as complete; the last thing that is written.
    public static void write(StoreDatabase database) throws SQLException {
        database.execute("INSERT INTO " + StoreSchema.qualified(StoreSchema.INFO_TABLE) + " VALUES ('format', '"
                + format() + "')");
    }

    /// Whether the attached file was completed by this build of the program.
    public static boolean isComplete(DuckDBConnection connection) throws SQLException {
        Map<String, String> info = new HashMap<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT name, value FROM " + StoreSchema.qualified(StoreSchema.INFO_TABLE))) {
            while (rows.next()) {
                info.put(rows.getString(1), rows.getString(2));
            }
        }
        return format().equals(info.get("format"));
    }

    /// Number of the format and what tells builds of this program apart.
    public static String format() {
        return StoreSchema.FORMAT + "-" + ProgramStamp.get();
    }
}
