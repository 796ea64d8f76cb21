package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests tables that are loaded on demand.
class LazyTablesTest {

    private static final String COUNTERS = "__intrinsic_counter";
    private static final String SLICES = "__intrinsic_slice";
    private static final int ROWS = Table.CHUNK_ROWS + 5;

    @TempDir
    Path dir;

    private Path trace;
    private Path cache;

    @BeforeEach
    void prepare() throws Exception {
        trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        cache = dir.resolve("cache");
    }

    /// Returns a store with pending counters and slices.
    private TraceStore late(StoreOptions options) throws StoreException {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.startLazily(storage, options, trace);
        Table counters = storage.table(COUNTERS);
        Table slices = storage.table(SLICES);
        for (int i = 0; i < ROWS; i++) {
            counters.longs("ts").set(counters.addRow(), 100 + i);
            slices.longs("ts").set(slices.addRow(), 50 + i);
            slices.longs("dur").set(i, 7);
        }
        return writer.finishLazily();
    }

    private static long count(DuckDBConnection c, String table) throws SQLException {
        try (var s = c.createStatement();
                var r = s.executeQuery("SELECT count(*) FROM " + table)) {
            r.next();
            return r.getLong(1);
        }
    }

    private static List<Path> list(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            // Ignores the small files that contain the path of a trace.
            return files.filter(f -> !f.toString().endsWith(".duckdb.trace")).toList();
        }
    }

    @Test
    void aTableIsLoadedOnDemandAndTheOthersStayPending() throws Exception {
        try (TraceStore store = late(StoreOptions.uncached().withTempDir(dir));
                DuckDBConnection c = store.lazyConnection()) {
            assertFalse(store.isComplete());
            assertEquals(50, store.bounds().start());
            assertEquals(100 + ROWS - 1, store.bounds().end());
            assertEquals(ROWS, store.pendingRows(COUNTERS));
            store.ensureTables(Set.of(COUNTERS, "no_table"));
            assertEquals(ROWS, count(c, "counter"));
            assertEquals(0, store.pendingRows(COUNTERS));
            assertEquals(ROWS, store.pendingRows(SLICES));
            assertEquals(0, count(c, SLICES));
            store.ensureTables(Set.of(COUNTERS));
            assertEquals(ROWS, count(c, "counter"));
            store.complete();
            assertTrue(store.isComplete());
            assertEquals(ROWS, count(c, SLICES));
        }
        assertEquals(List.of(trace), list(dir));
    }

    @Test
    void anOrdinaryConnectionLoadsAllTables() throws Exception {
        try (TraceStore store = late(StoreOptions.uncached().withTempDir(dir));
                DuckDBConnection first = store.lazyConnection();
                DuckDBConnection second = store.lazyConnection();
                DuckDBConnection c = store.connection()) {
            assertEquals(ROWS, count(c, "counter"));
            assertEquals(ROWS, count(first, "slice"));
            assertEquals(ROWS, count(second, "slice"));
        }
    }

    @Test
    void theCacheFileIsWrittenWhenTheTraceIsClosed() throws Exception {
        StoreOptions options = StoreOptions.cachedIn(cache);
        try (TraceStore store = late(options);
                DuckDBConnection c = store.lazyConnection()) {
            store.ensureTables(Set.of(COUNTERS));
            assertEquals(ROWS, count(c, "counter"));
            assertTrue(store.file().isEmpty());
            assertTrue(new StoreCache(cache).find(trace).isEmpty());
        }
        assertEquals(1, list(cache).size());
        try (TraceStore reopened = TraceStore.openCached(trace, options).orElseThrow();
                DuckDBConnection c = reopened.connection()) {
            assertTrue(reopened.isComplete());
            assertEquals(ROWS, count(c, "counter"));
            assertEquals(ROWS, count(c, "slice"));
            assertEquals(50, reopened.bounds().start());
        }
    }

    @Test
    void aTraceThatIsAbandonedLeavesNoCacheFile() throws Exception {
        late(StoreOptions.cachedIn(cache)).abandon();
        assertEquals(List.of(), list(cache));
    }

    @Test
    void theCacheFileIsReadOnlyOncePublished() throws Exception {
        try (TraceStore store = late(StoreOptions.cachedIn(cache));
                DuckDBConnection c = store.lazyConnection()) {
            store.complete();
            assertEquals(new StoreCache(cache).find(trace), store.file());
            try (var s = c.createStatement()) {
                assertThrows(SQLException.class, () -> s.execute("DELETE FROM store." + COUNTERS));
            }
            assertEquals(ROWS, count(c, "counter"));
        }
    }

    /// Rows that could not be loaded are lost; the table must not be treated as empty.
    @Test
    void aTableThatCouldNotBeLoadedIsNeverEmpty() throws Exception {
        try (TraceStore store = late(StoreOptions.uncached().withTempDir(dir));
                DuckDBConnection c = store.lazyConnection();
                var s = c.createStatement()) {
            s.execute("DROP TABLE store." + COUNTERS);
            assertThrows(StoreException.class, () -> store.ensureTables(Set.of(COUNTERS)));
            assertThrows(StoreException.class, () -> store.ensureTables(Set.of(COUNTERS)));
            assertThrows(StoreException.class, store::complete);
            assertThrows(SQLException.class, store::connection);
        }
        assertEquals(List.of(trace), list(dir));
    }

    @Test
    void boundsAreTheSameForLoadedAndPendingTables() throws Exception {
        for (int seed = 0; seed < 12; seed++) {
            TraceStore[] stores = new TraceStore[3];
            for (int eager = 0; eager < 3; eager++) {
                Random random = new Random(seed);
                TraceStorage storage = new TraceStorage();
                StoreWriter writer = StoreWriter.start(
                        storage,
                        StoreOptions.uncached().withTempDir(dir),
                        trace,
                        eager == 0 ? 100 : 0,
                        eager == 2 ? 1 << 30 : 0);
                // Sealed and therefore loaded early, or not; with timestamps that are missing,
                // negative, or extremely large.
                fill(storage.table(COUNTERS), null, random, seed % 3 == 0 ? 0 : Table.CHUNK_ROWS + 3);
                fill(storage.table(SLICES), "dur", random, seed % 4 == 0 ? 0 : 20);
                fill(
                        storage.table("__intrinsic_thread_state"),
                        "dur",
                        random,
                        seed % 2 == 0 ? 2 : Table.CHUNK_ROWS * 8);
                stores[eager] = eager == 1 ? writer.finish() : writer.finishLazily();
            }
            try (TraceStore late = stores[0];
                    TraceStore loaded = stores[1];
                    TraceStore packed = stores[2]) {
                assertEquals(loaded.bounds(), late.bounds(), "seed " + seed);
                assertEquals(loaded.bounds(), packed.bounds(), "packed, seed " + seed);
            }
        }
    }

    @Test
    void aRequestedTableIsLoadedDuringTheImportWithValuesSetLater() throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(
                storage, StoreOptions.uncached().withTempDir(dir), trace, 100, 1L << 30, Set.of(SLICES));
        Table counters = storage.table(COUNTERS);
        Table slices = storage.table(SLICES);
        int rows = 20 * Table.CHUNK_ROWS + 5;
        for (int i = 0; i < rows; i++) {
            counters.longs("ts").set(counters.addRow(), 100 + i);
            int slice = slices.addRow();
            slices.longs("ts").set(slice, i);
            if (i == 1) {
                slices.hold(slice);
            } else {
                slices.longs("dur").set(slice, 7);
            }
        }
        assertTrue(slices.firstChunk() > 0, "no chunk was loaded");
        assertEquals(0, counters.firstChunk());
        slices.longs("dur").set(1, 1234);
        slices.release(1);
        try (TraceStore store = writer.finishLazily();
                DuckDBConnection c = store.lazyConnection()) {
            assertEquals(0, store.pendingRows(SLICES));
            assertEquals(rows, store.pendingRows(COUNTERS));
            assertEquals(rows, count(c, "slice WHERE ts = id"));
            assertEquals(1, count(c, "slice WHERE id = 1 AND dur = 1234"));
            assertEquals(rows - 1, count(c, "slice WHERE dur = 7"));
            store.ensureTables(Set.of(COUNTERS));
            assertEquals(rows, count(c, "counter"));
        }
    }

    @Test
    void anEndThatOverflowsIsClamped() throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer =
                StoreWriter.startLazily(storage, StoreOptions.uncached().withTempDir(dir), trace);
        Table slices = storage.table(SLICES);
        slices.longs("ts").set(slices.addRow(), Long.MAX_VALUE - 50);
        slices.longs("dur").set(0, 100);
        try (TraceStore store = writer.finishLazily()) {
            assertEquals(Long.MAX_VALUE - 50, store.bounds().start());
            assertEquals(Long.MAX_VALUE, store.bounds().end());
        }
    }

    private static void fill(Table table, String dur, Random random, int rows) {
        boolean wild = random.nextInt(3) == 0;
        for (int i = 0; i < rows; i++) {
            int row = table.addRow();
            if (random.nextInt(9) > 0) {
                table.longs("ts")
                        .set(row, wild && random.nextInt(50) == 0 ? random.nextLong() : random.nextInt(1_000_000));
            }
            if (dur != null && random.nextInt(9) > 0) {
                table.longs(dur)
                        .set(row, wild && random.nextInt(50) == 0 ? random.nextLong() : random.nextInt(1000) - 1);
            }
        }
    }
}
