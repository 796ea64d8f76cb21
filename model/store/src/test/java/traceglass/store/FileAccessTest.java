package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Tests statements with and without file access on one trace at the same time.
class FileAccessTest {

    @TempDir
    Path dir;

    private static String queryText(TraceStore store, String sql) throws SQLException {
        try (var connection = store.connection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private void checkStatements(StoreOptions options, Path trace) throws Exception {
        Path file = Files.writeString(dir.resolve("some.csv"), "a\n7\n");
        String read = "SELECT a FROM read_csv('" + file + "')";
        try (TraceStore store =
                StoreWriter.start(new TraceStorage(), options, trace).finish()) {
            assertThrows(SQLException.class, () -> queryText(store.withoutFiles(), read));
            assertEquals("7", queryText(store.withFiles(), read));
            assertEquals("0", queryText(store.withFiles(), "SELECT count(*) FROM slice"));
            assertThrows(SQLException.class, () -> queryText(store.withoutFiles(), read));
        }
    }

    @Test
    void aTraceWithoutACacheFileSupportsStatementsWithAndWithoutFiles() throws Exception {
        checkStatements(StoreOptions.uncached().withTempDir(dir), null);
    }

    @Test
    void aTraceInTheCacheSupportsStatementsWithAndWithoutFiles() throws Exception {
        Path trace = Files.writeString(dir.resolve("trace.json"), "[]");
        checkStatements(StoreOptions.cachedIn(dir.resolve("cache")), trace);
    }
}
