package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests the memory settings of a store's database.
class StoreMemoryTest {

    private static final long MIB = 1 << 20;

    @TempDir
    Path dir;

    private StoreOptions options() {
        return StoreOptions.uncached().withTempDir(dir).withMemoryLimit(512 * MIB);
    }

    private static StoreWriter counters(StoreOptions options) throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, options, null);
        Table counters = storage.table("__intrinsic_counter");
        for (int i = 0; i < 100; i++) {
            counters.longs("ts").set(counters.addRow(), i);
        }
        return writer;
    }

    private static String value(Connection c, String sql) throws SQLException {
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getString(1);
        }
    }

    private static String limit(Connection c) throws SQLException {
        return value(c, "SELECT current_setting('memory_limit')");
    }

    @Test
    void theLowerLimitStillAppliesAfterTheTablesAreLoaded() throws Exception {
        try (TraceStore store = counters(options()).finish();
                Connection before = store.lazyConnection()) {
            assertEquals("512.0 MiB", limit(before));
            store.limitMemory(96 * MIB);
            assertEquals("96.0 MiB", limit(before));
            store.ensureTables(Set.of("counter", "__intrinsic_counter"));
            assertEquals("100", value(before, "SELECT count(*) FROM __intrinsic_counter"));
            try (Connection after = store.connection()) {
                assertEquals("96.0 MiB", limit(after));
                assertEquals("96.0 MiB", limit(before));
            }
        }
    }

    @Test
    void aHigherLimitThanThatOfTheOptionsIsIgnored() throws Exception {
        try (TraceStore store = counters(options()).finish();
                Connection c = store.connection()) {
            store.limitMemory(4096 * MIB);
            assertEquals("512.0 MiB", limit(c));
        }
    }

    @Test
    void statementsThatNeedMoreMemoryWriteToFiles() throws Exception {
        try (TraceStore store = counters(options()).finish();
                Connection c = store.connection()) {
            store.limitMemory(24 * MIB);
            assertEquals(
                    "1000000",
                    value(
                            c,
                            "SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY hash(i)) AS n"
                                    + " FROM range(1000000) AS t(i))"));
        }
    }

    @Test
    void freedMemoryIsReturnedInTheBackground() throws Exception {
        try (TraceStore store = counters(options()).finish();
                Connection c = store.connection()) {
            assertEquals("false", value(c, "SELECT current_setting('allocator_background_threads')"));
            store.returnFreedMemory();
            assertEquals("true", value(c, "SELECT current_setting('allocator_background_threads')"));
        }
    }
}
