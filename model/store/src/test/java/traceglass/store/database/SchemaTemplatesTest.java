package traceglass.store.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaTemplatesTest {

    private static final List<String> CATALOG = List.of(
            "SELECT database_name, table_name, column_name, data_type, column_index FROM duckdb_columns()"
                    + " WHERE NOT internal ORDER BY ALL",
            "SELECT database_name, view_name FROM duckdb_views() WHERE NOT internal ORDER BY ALL",
            "SELECT function_name, parameters FROM duckdb_functions() WHERE NOT internal ORDER BY ALL");

    @TempDir
    Path folder;

    @Test
    void templatesHaveTheObjectsThatTheStatementsCreate() throws Exception {
        List<List<String>> expected = new ArrayList<>();
        try (var connection = Driver.connect(new Properties());
                var statement = connection.createStatement()) {
            statement.execute("ATTACH ':memory:' AS " + StoreSchema.CATALOG);
            statement.execute(StoreSchema.createTables());
            statement.execute(StoreSchema.createViews());
            for (String query : CATALOG) {
                expected.add(rows(connection, query));
            }
        }

        try (StoreDatabase database = StoreDatabase.open(options(folder), 1)) {
            database.attachTemporary();
            for (int i = 0; i < CATALOG.size(); i++) {
                List<String> rows = rows(database.connection(), CATALOG.get(i));
                assertFalse(rows.isEmpty(), CATALOG.get(i));
                assertEquals(expected.get(i), rows);
            }
        }
    }

    @Test
    void aFolderWhoseNameTheDriverMisreadsWorks() throws Exception {
        for (String name : List.of("a;threads=1", "a'b", "a b")) {
            Path odd = Files.createDirectory(folder.resolve(name));
            try (StoreDatabase database = StoreDatabase.open(options(odd), 1)) {
                database.attachTemporary();
                assertEquals(
                        List.of("memory"),
                        rows(
                                database.connection(),
                                "SELECT database_name FROM duckdb_views() WHERE view_name = 'slice'"));
            }
        }
    }

    @Test
    void nothingIsLeftInTheFolderAfterClosing() throws Exception {
        try (StoreDatabase database = StoreDatabase.open(options(folder), 1)) {
            database.attachTemporary();
            database.execute("CREATE TABLE t AS FROM range(100000)");
        }
        try (var files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    private static StoreOptions options(Path folder) {
        return StoreOptions.uncached().withTempDir(folder);
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.length() == 0 ? "" : row.substring(0, row.length() - 1));
            }
        }
        return rows;
    }
}
