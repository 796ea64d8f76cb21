package traceglass.store.cache;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreSchema;
import traceglass.store.table.ImportTotals;

/// Metadata table in a database file, with names and values: whether the file is complete, its format,
/// and [totals][ImportTotals] of the import.
public final class StoreInfo {

    private static final String TABLE = StoreSchema.qualified(StoreSchema.INFO_TABLE);

    private StoreInfo() {}

    /// Marks the attached file as complete; must be the last write.
    public static void write(StoreDatabase database) throws SQLException {
        database.execute("INSERT INTO " + TABLE + " VALUES ('format', '" + format() + "')");
    }

    /// Adds the totals of the import to the attached file.
    public static void write(StoreDatabase database, ImportTotals totals) throws SQLException {
        StringBuilder sql = new StringBuilder();
        totals.numbers()
                .forEach((name, number) -> sql.append(sql.isEmpty() ? "INSERT INTO " + TABLE + " VALUES " : ", ")
                        .append("('")
                        .append(name)
                        .append("', '")
                        .append(number)
                        .append("')"));
        if (!sql.isEmpty()) {
            database.execute(sql.toString());
        }
    }

    /// Returns whether the attached file was completed by this build of the program.
    public static boolean isComplete(DuckDBConnection connection) throws SQLException {
        Map<String, String> info = new HashMap<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name, value FROM " + TABLE)) {
            while (rows.next()) {
                info.put(rows.getString(1), rows.getString(2));
            }
        }
        return format().equals(info.get("format"));
    }

    /// Returns the format version together with the stamp of this build.
    public static String format() {
        return StoreSchema.FORMAT + "-" + ProgramStamp.get();
    }
}
