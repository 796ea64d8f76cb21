package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.LiveSchema;
import traceglass.store.database.LiveWindow;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreStatistics;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

class LiveStoreWriterTest {

    private static final long STEP_NS = 1_000_000;

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();
    private final Table slices = storage.table("__intrinsic_slice");
    private final Table threads = storage.table("__intrinsic_thread");

    private int slice(long ts, long dur, String name) {
        int row = slices.addRow();
        slices.longs("ts").set(row, ts);
        slices.longs("dur").set(row, dur);
        slices.ints("track_id").set(row, row % 7);
        slices.strings("name").set(row, storage.strings().intern(name));
        return row;
    }

    private void slices(int count) {
        for (int i = 0; i < count; i++) {
            slice(slices.rowCount() * STEP_NS, STEP_NS, "name " + slices.rowCount() % 100);
        }
    }

    private LiveStoreWriter start() throws Exception {
        return LiveStoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir));
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertTrue(rows.next());
            return rows.getLong(1);
        }
    }

    @Test
    void showsRowsWhileMoreAreAddedAndDropsThemFromMemory() throws Exception {
        try (LiveStoreWriter writer = start();
                Connection connection = writer.store().connection()) {
            assertEquals(0, number(connection, "SELECT count(*) FROM slice"));
            long rows = 0;
            for (int count : new int[] {10, 1000, Table.CHUNK_ROWS, 3 * Table.CHUNK_ROWS + 5, 1, Table.CHUNK_ROWS}) {
                slices(count);
                rows += count;
                writer.publish();
                assertEquals(rows, number(connection, "SELECT count(*) FROM slice"));
                assertEquals(rows, number(connection, "SELECT count(DISTINCT id) FROM slice"));
                assertEquals(rows * (rows - 1) / 2, number(connection, "SELECT sum(id) FROM slice"));
                assertEquals(0, number(connection, "SELECT count(*) FROM slice WHERE name <> 'name ' || (id % 100)"));
                assertEquals(new TimeSpan(0, rows * STEP_NS), writer.store().bounds());
                assertEquals(rows, number(connection, "SELECT sum(events) FROM " + StoreStatistics.TRACKS));
                assertEquals(7, number(connection, "SELECT count(*) FROM " + StoreStatistics.TRACKS));
            }
            assertTrue(slices.firstChunk() >= 4, "first chunk in memory: " + slices.firstChunk());
            assertEquals(rows * STEP_NS, number(connection, "SELECT end_ts FROM trace_bounds"));
        }
        try (Stream<Path> remaining = Files.list(dir)) {
            assertEquals(0, remaining.count());
        }
    }

    @Test
    void setsTheEndsOfSlicesWhoseRowsAreOnDisk() throws Exception {
        try (LiveStoreWriter writer = start();
                Connection connection = writer.store().connection()) {
            int open = slice(0, -1, "long");
            int longer = slice(0, -1, "longer");
            slices.hold(open);
            slices.hold(longer);
            slices(5 * Table.CHUNK_ROWS);
            writer.publish();
            assertEquals(-1, number(connection, "SELECT dur FROM slice WHERE id = 0"));
            assertTrue(slices.firstChunk() > 0);
            slices.longs("dur").set(open, 77);
            slices.release(open);
            slices(1);
            writer.publish();
            assertEquals(77, number(connection, "SELECT dur FROM slice WHERE id = 0"));
            assertEquals(-1, number(connection, "SELECT dur FROM slice WHERE id = 1"));
            assertEquals(5L * Table.CHUNK_ROWS + 3, number(connection, "SELECT count(*) FROM slice"));
            slices.longs("dur").set(longer, 88);
            slices.release(longer);
            writer.publish();
            assertEquals(77 + 88, number(connection, "SELECT sum(dur) FROM slice WHERE id < 2"));
        }
    }

    @Test
    void replacesTablesWhoseRowsChange() throws Exception {
        try (LiveStoreWriter writer = start();
                Connection connection = writer.store().connection()) {
            int row = threads.addRow();
            threads.longs("tid").set(row, 5);
            writer.publish();
            assertEquals(1, number(connection, "SELECT count(*) FROM thread WHERE tid = 5 AND name IS NULL"));
            threads.strings("name").set(row, storage.strings().intern("main"));
            threads.addRow();
            writer.publish();
            assertEquals(1, number(connection, "SELECT count(*) FROM thread WHERE tid = 5 AND name = 'main'"));
            assertEquals(2, number(connection, "SELECT count(*) FROM thread"));
        }
    }

    @Test
    void aWindowHasItsEventsAndThoseThatLastIntoIt() throws Exception {
        try (LiveStoreWriter writer = start()) {
            slice(0, 500_000_000_000L, "spans all");
            slices(6 * Table.CHUNK_ROWS);
            writer.publish();
            long from = 20_000 * STEP_NS;
            long to = 30_000 * STEP_NS;
            try (DuckDBConnection connection = writer.store().connection()) {
                LiveSchema.apply(connection, new LiveWindow(from, to));
                String stored = " AND id < " + (slices.firstChunk() << Table.CHUNK_BITS);
                assertEquals(10_000, number(connection, "SELECT count(*) FROM slice WHERE ts > 0" + stored));
                assertEquals(1, number(connection, "SELECT count(*) FROM slice WHERE name = 'spans all'"));
                LiveSchema.apply(connection, new LiveWindow(from, to, 10 * STEP_NS, 100));
                assertEquals(100, number(connection, "SELECT count(*) FROM slice WHERE ts > 0" + stored));
            }
            try (Connection connection = writer.store().connection()) {
                assertEquals(6L * Table.CHUNK_ROWS + 1, number(connection, "SELECT count(*) FROM slice"));
            }
        }
    }

    @Test
    void theLastValueOfACounterBeforeAWindowIsInIt() throws Exception {
        Table counters = storage.table("__intrinsic_counter");
        try (LiveStoreWriter writer = start()) {
            for (int i = 0; i < 4 * Table.CHUNK_ROWS; i++) {
                int row = counters.addRow();
                counters.longs("ts").set(row, i * STEP_NS);
                // Track 1 has one value in the first chunk.
                counters.ints("track_id").set(row, i == 5 ? 1 : 0);
                counters.doubles("value").set(row, i);
            }
            writer.publish();
            try (DuckDBConnection connection = writer.store().connection()) {
                LiveSchema.apply(
                        connection, new LiveWindow(2 * Table.CHUNK_ROWS * STEP_NS, 3 * Table.CHUNK_ROWS * STEP_NS));
                assertEquals(5, number(connection, "SELECT value FROM counter WHERE track_id = 1"));
            }
        }
    }

    @Test
    void queriesSeeEachRowOnceWhileRowsAreMoved() throws Exception {
        try (LiveStoreWriter writer = start()) {
            Thread reader = Thread.currentThread();
            boolean[] done = new boolean[1];
            Thread writerThread = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < 20; i++) {
                        slices(Table.CHUNK_ROWS);
                        writer.publish();
                    }
                } catch (Exception e) {
                    reader.interrupt();
                }
                done[0] = true;
            });
            try (Connection connection = writer.store().connection()) {
                while (writerThread.isAlive()) {
                    try (var statement = connection.createStatement();
                            var rows = statement.executeQuery("SELECT count(*), count(DISTINCT id) FROM slice")) {
                        rows.next();
                        assertEquals(rows.getLong(1), rows.getLong(2));
                    }
                }
                assertFalse(Thread.interrupted());
                writerThread.join();
                assertTrue(done[0]);
                assertEquals(20L * Table.CHUNK_ROWS, number(connection, "SELECT count(*) FROM slice"));
            }
        }
    }

    @Test
    void statementsCannotAccessFiles() throws Exception {
        try (LiveStoreWriter writer = start()) {
            assertThrows(SQLException.class, () -> writer.store().withFiles());
            writer.store().withoutFiles();
            slices(4 * Table.CHUNK_ROWS);
            writer.publish();
            try (Connection connection = writer.store().connection()) {
                assertEquals(4L * Table.CHUNK_ROWS, number(connection, "SELECT count(*) FROM slice"));
            }
        }
    }
}
