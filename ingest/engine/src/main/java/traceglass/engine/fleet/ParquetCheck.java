package traceglass.engine.fleet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import traceglass.engine.EngineException;
import traceglass.sql.result.DuckDbError;
import traceglass.store.database.Driver;

/// Reads all columns of the table files of a fleet and compares numbers of rows.
final class ParquetCheck {

    private ParquetCheck() {}

    static void run(FleetFolder folder, Map<String, List<FleetTrace>> byTable, List<String> problems) {
        try (Connection connection = Driver.connect(new Properties())) {
            byTable.forEach((table, traces) -> {
                for (FleetTrace trace : traces) {
                    Path file = folder.tableFile(table, trace.id());
                    String name = folder.path().relativize(file).toString();
                    if (!Files.exists(file)) {
                        problems.add(name + " is missing");
                    } else {
                        check(connection, file, name, trace, table, problems);
                    }
                }
            });
        } catch (SQLException e) {
            throw new EngineException("The database can't be started: " + e.getMessage(), e);
        }
    }

    private static void check(
            Connection connection, Path file, String name, FleetTrace trace, String table, List<String> problems) {
        // Hashing reads every value.
        String sql = "SELECT count(*), bit_xor(hash(t)), count(*) FILTER (trace_id <> " + trace.id()
                + ") FROM read_parquet('" + file.toString().replace("'", "''") + "') AS t";
        // A failed statement is closed, so each check needs its own.
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            if (result.getLong(1) != trace.rows(table)) {
                problems.add(name + " has " + result.getLong(1) + " rows instead of " + trace.rows(table));
            }
            if (result.getLong(3) > 0) {
                problems.add(name + " has rows of another trace");
            }
        } catch (SQLException e) {
            problems.add(name + " is damaged: " + DuckDbError.of(e).userMessage());
        }
    }
}
