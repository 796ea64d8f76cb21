package traceglass.sql.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sql.result.Execution;

class ParquetTableWriterTest {

    @TempDir
    private Path folder;

    @Test
    void needsNoRegisteredDriver() throws Exception {
        Path file = folder.resolve("rows.parquet");
        try (Connection connection = traceglass.store.database.Driver.connect(new Properties())) {
            List<Driver> drivers = DriverManager.drivers()
                    .filter(DuckDBDriver.class::isInstance)
                    .toList();
            try {
                for (Driver driver : drivers) {
                    DriverManager.deregisterDriver(driver);
                }
                assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:duckdb:"));
                new Execution(connection)
                        .run("SELECT 42 AS n", rows -> assertEquals(1, ParquetTableWriter.write(rows, file)));
            } finally {
                for (Driver driver : drivers) {
                    DriverManager.registerDriver(driver);
                }
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT n FROM '" + file + "'")) {
                rows.next();
                assertEquals(42, rows.getInt(1));
            }
        }
    }
}
