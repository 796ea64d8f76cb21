package traceglass.engine.fleet.sql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import traceglass.engine.EngineException;
import traceglass.sql.result.DuckDbError;
import traceglass.store.database.Driver;

/// Reads all columns of the table files of a fleet and compares numbers of rows.
public final class ParquetCheck {

    private ParquetCheck() {}

    /// A file of a table.
    ///
    /// @param trace id of the trace whose rows it contains
    /// @param rows their number
    public record TableFile(Path path, long trace, long rows) {}

    /// Checks files.
    ///
    /// @param fleet folder of the fleet, to which the names of files are relative
    /// @param problems receives a sentence for each problem
    public static void run(Path fleet, List<TableFile> files, List<String> problems) {
        try (Connection connection = Driver.connect(new Properties())) {
            for (TableFile file : files) {
                String name = fleet.relativize(file.path).toString();
                if (!Files.exists(file.path)) {
                    problems.add(name + " is missing");
                } else {
                    check(connection, file, name, problems);
                }
            }
        } catch (SQLException e) {
            throw new EngineException("The database can't be started: " + e.getMessage(), e);
        }
    }

    private static void check(Connection connection, TableFile file, String name, List<String> problems) {
        // Hashing reads every value.
        String sql = "SELECT count(*), bit_xor(hash(t)), count(*) FILTER (trace_id <> " + file.trace
                + ") FROM read_parquet('" + file.path.toString().replace("'", "''") + "') AS t";
        // A failed statement is closed, so each check needs its own.
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            if (result.getLong(1) != file.rows) {
                problems.add(name + " has " + result.getLong(1) + " rows instead of " + file.rows);
            }
            if (result.getLong(3) > 0) {
                problems.add(name + " has rows of another trace");
            }
        } catch (SQLException e) {
            problems.add(name + " is damaged: " + DuckDbError.of(e).userMessage());
        }
    }
}
