package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.StoreSchema;
import traceglass.store.table.BlobColumn;
import traceglass.store.table.Column;
import traceglass.store.table.ColumnType;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TableSpec;
import traceglass.store.table.TraceStorage;

class StoreWriterTest {

    @TempDir
    Path dir;

    /// One row as written, to compare with the row read back.
    private record Row(Object[] values) {}

    /// @param chunks number of chunks kept unpacked
    /// @param bytes size of the packed chunks kept before any is loaded
    @ParameterizedTest
    @CsvSource({"0, 0", "2, 0", "100, 0", "0, 1000000000", "2, 1000000000", "0, 500000", "2, 1"})
    void storesValuesOfAllTypesInOrder(int chunks, long bytes) throws Exception {
        Random random = new Random(11);
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null, chunks, bytes);
        List<List<Row>> expected = new ArrayList<>();
        // Append-only with all types but doubles; changing with doubles; with an explicit id.
        String[] tables = {
            "__intrinsic_ftrace_event",
            "__intrinsic_args",
            "__intrinsic_heap_graph_primitive",
            "__intrinsic_slice",
            "__intrinsic_android_network_packets",
            "__intrinsic_counter"
        };
        int[] rows = {Table.CHUNK_ROWS * 2 + 77, Table.CHUNK_ROWS, 5000, Table.CHUNK_ROWS + 1, 3, 1};
        for (int t = 0; t < tables.length; t++) {
            expected.add(fill(storage, tables[t], rows[t], random));
        }
        try (TraceStore store = writer.finish();
                Connection c = store.connection()) {
            for (int t = 0; t < tables.length; t++) {
                check(c, storage.table(tables[t]).spec(), expected.get(t));
            }
        }
        assertEmpty(dir);
    }

    /// Simulates a disk that is full before the first page is written.
    @Test
    void aDatabaseThatCannotBeCreatedEndsTheImport() throws Exception {
        Path fileAsFolder = Files.createFile(dir.resolve("no folder"));
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(fileAsFolder), null);
        Table counters = storage.table("__intrinsic_counter");
        UncheckedIOException failed = assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThrows(UncheckedIOException.class, () -> {
                    while (true) {
                        counters.longs("ts").set(counters.addRow(), 1);
                    }
                }));
        assertTrue(
                failed.getCause().getMessage().startsWith("can't start the database in "),
                failed.getCause().getMessage());
        writer.abort();
        assertThrows(StoreException.class, writer::finish);
        Files.delete(fileAsFolder);
        assertEmpty(dir);
    }

    /// The arguments of a large JSON trace fill the queue before any other table has a full chunk.
    ///
    /// @param bytes size of the packed chunks kept before any is loaded
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void loadsArgumentsOfALargeTraceBeforeOtherTables(long bytes) throws Exception {
        Path trace = dir.resolve("large.json");
        try (RandomAccessFile file = new RandomAccessFile(trace.toFile(), "rw")) {
            file.setLength(StoreWriter.SLOW_IMPORT_BYTES);
        }
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), trace, 0, bytes);
        Table args = storage.table("__intrinsic_args");
        int rows = 52 * Table.CHUNK_ROWS;
        assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            for (int i = 0; i < rows; i++) {
                args.addRow();
            }
        });
        try (TraceStore store = writer.finish();
                Connection c = store.connection();
                ResultSet count = c.createStatement()
                        .executeQuery("SELECT count(*) FROM " + StoreSchema.qualified("__intrinsic_args"))) {
            assertTrue(count.next());
            assertEquals(rows, count.getLong(1));
        }
    }

    /// Long sleeps and counters with late values: rows that change when many later chunks were already loaded.
    ///
    /// @param bytes size of the packed chunks kept before any is loaded
    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000, 1_000_000_000})
    void writesToHeldRowsOfLoadedAndPackedChunks(long bytes) throws Exception {
        Random random = new Random(7);
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null, 0, bytes);
        Table states = storage.table("__intrinsic_thread_state");
        Table counters = storage.table("__intrinsic_counter");
        int rows = Table.CHUNK_ROWS * 12 + 99;
        long[] dur = new long[rows];
        String[] reason = new String[rows];
        double[] value = new double[rows];
        List<Integer> open = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            assertEquals(row, states.addRow());
            assertEquals(row, counters.addRow());
            states.longs("ts").set(row, row);
            counters.longs("ts").set(row, row);
            counters.doubles("value").set(row, value[row] = row / 2.0);
            if (random.nextInt(100) == 0) {
                states.longs("dur").set(row, dur[row] = -1);
                states.hold(row);
                counters.hold(row);
                open.add(row);
            } else {
                states.longs("dur").set(row, dur[row] = 3);
            }
            // Some end soon, and some never.
            if (random.nextInt(120) == 0 && !open.isEmpty()) {
                int index = random.nextBoolean() ? open.size() - 1 : random.nextInt(open.size());
                int held = open.remove(/* index */ index);
                assertEquals(held, states.longs("ts").get(held));
                assertEquals(-1, states.longs("dur").get(held));
                states.longs("dur").set(held, dur[held] = row - held);
                counters.doubles("value").set(held, value[held] = random.nextDouble());
                states.release(held);
                counters.release(held);
                // Values can be set until the next row is added.
                assertEquals(dur[held], states.longs("dur").get(held));
                states.strings("blocked_function")
                        .set(held, storage.strings().intern(reason[held] = "wait " + random.nextInt(9)));
            }
        }
        assertTrue(states.firstChunk() > 3, () -> "only " + states.firstChunk() + " chunks were dropped");
        for (int held : open) {
            assertEquals(-1, states.longs("dur").get(held));
            states.strings("blocked_function").set(held, storage.strings().intern(reason[held] = "for ever"));
        }
        try (TraceStore store = writer.finish()) {
            assertStored(store, dur, reason, value);
        }
        assertEmpty(dir);
    }

    private static void assertStored(TraceStore store, long[] dur, String[] reason, double[] value)
            throws SQLException {
        try (Connection c = store.connection();
                var query = c.createStatement()) {
            int row = 0;
            try (ResultSet r =
                    query.executeQuery("SELECT id, ts, dur, blocked_function FROM __intrinsic_thread_state")) {
                for (; r.next(); row++) {
                    assertEquals(row, r.getLong(1));
                    assertEquals(row, r.getLong(2));
                    assertEquals(dur[row], r.getLong(3));
                    assertEquals(reason[row], r.getString(4));
                }
            }
            assertEquals(dur.length, row);
            try (ResultSet r = query.executeQuery("SELECT id, value FROM __intrinsic_counter")) {
                for (row = 0; r.next(); row++) {
                    assertEquals(row, r.getLong(1));
                    assertEquals(value[row], r.getDouble(2));
                }
            }
            assertEquals(dur.length, row);
        }
    }

    private static List<Row> fill(TraceStorage storage, String name, int rows, Random random) {
        Table table = storage.table(name);
        List<Column> columns = table.columns();
        List<Row> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int row = table.addRow();
            Object[] values = new Object[columns.size()];
            for (int c = 0; c < values.length; c++) {
                if (random.nextInt(4) == 0) {
                    continue;
                }
                switch (columns.get(c)) {
                    case LongColumn col -> {
                        long v = random.nextBoolean() ? random.nextLong() : random.nextInt(10);
                        col.set(row, v);
                        values[c] = v;
                    }
                    case IntColumn col
                    when col.type() == ColumnType.INT -> {
                        int v = random.nextInt(1 << 20) - 1000;
                        col.set(row, v);
                        values[c] = (long) v;
                    }
                    case IntColumn col -> {
                        String v = "é".repeat(random.nextInt(3)) + "t".repeat(random.nextInt(20)) + random.nextInt(500);
                        if (col.name().equals("key") && (random.nextBoolean() || values[c - 1] == null)) {
                            // An argument has both keys or neither, and nearly always the same ones.
                            v = (String) values[c - 1];
                        }
                        col.set(row, storage.strings().intern(v));
                        values[c] = v;
                    }
                    case DoubleColumn col -> {
                        double v = random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian();
                        col.set(row, v);
                        values[c] = v;
                    }
                    case BlobColumn col -> {
                        byte[] v = new byte[random.nextInt(random.nextInt(200) == 0 ? 100_000 : 40)];
                        random.nextBytes(v);
                        col.set(row, v);
                        values[c] = v;
                    }
                }
            }
            expected.add(new Row(values));
        }
        return expected;
    }

    private static void check(Connection c, TableSpec spec, List<Row> expectedRows) throws Exception {
        try (var s = c.createStatement();
                ResultSet r =
                        s.executeQuery("SELECT " + allColumns(spec) + " FROM " + StoreSchema.qualified(spec.name()))) {
            int row = 0;
            int first = spec.hasOwnId() ? 1 : 2;
            for (; r.next(); row++) {
                if (first == 2) {
                    assertEquals(row, r.getLong(1));
                }
                Object[] expected = expectedRows.get(row).values;
                for (int i = 0; i < expected.length; i++) {
                    String where = spec.name() + "." + spec.columns().get(i).name() + " row " + row;
                    if (expected[i] instanceof byte[] bytes) {
                        assertArrayEquals(bytes, r.getBytes(first + i), where);
                    } else {
                        assertEquals(expected[i], r.getObject(first + i), where);
                    }
                }
            }
            assertEquals(expectedRows.size(), row, spec.name());
        }
    }

    private static String allColumns(TableSpec spec) {
        return spec.name().equals("__intrinsic_args") ? StoreSchema.visibleColumns(spec) : "*";
    }

    @Test
    void replacesInvalidUtf8() throws Exception {
        TraceStorage storage = new TraceStorage();
        byte[][] bad = {
            {'a', (byte) 0xC3},
            {(byte) 0xFF},
            "a long text with a broken \u0000 end xx".getBytes(StandardCharsets.UTF_8)
        };
        bad[2][bad[2].length - 1] = (byte) 0x80;
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null);
        Table logs = storage.table("__intrinsic_logs");
        for (byte[] b : bad) {
            logs.strings("msg").set(logs.addRow(), storage.strings().intern(b, 0, b.length));
        }
        try (TraceStore store = writer.finish();
                Connection c = store.connection();
                var s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT msg FROM logs ORDER BY id")) {
            for (byte[] b : bad) {
                assertTrue(r.next());
                assertEquals(new String(b, StandardCharsets.UTF_8), r.getString(1));
            }
        }
    }

    @Test
    void boundsCoverAllEventsAndAreNeverEmpty() throws Exception {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null);
        Table slices = storage.table("__intrinsic_slice");
        int row = slices.addRow();
        slices.longs("ts").set(row, 100);
        slices.longs("dur").set(row, 50);
        row = slices.addRow();
        slices.longs("ts").set(row, 160);
        slices.longs("dur").set(row, -1);
        Table counters = storage.table("__intrinsic_counter");
        counters.longs("ts").set(counters.addRow(), 90);
        try (TraceStore store = writer.finish()) {
            assertEquals(90, store.bounds().start());
            assertEquals(160, store.bounds().end());
        }
        TraceStorage point = new TraceStorage();
        writer = StoreWriter.start(point, StoreOptions.uncached().withTempDir(dir), null);
        point.table("__intrinsic_counter")
                .longs("ts")
                .set(point.table("__intrinsic_counter").addRow(), 7);
        try (TraceStore store = writer.finish()) {
            assertEquals(1, store.bounds().durNs());
        }
    }

    @Test
    void leavesNoFilesWhenAborted() throws Exception {
        TraceStorage storage = new TraceStorage();
        Path trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        Path cache = dir.resolve("cache");
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.cachedIn(cache), trace);
        Table t = storage.table("__intrinsic_ftrace_event");
        for (int i = 0; i < Table.CHUNK_ROWS * 3; i++) {
            t.longs("ts").set(t.addRow(), i);
        }
        writer.abort();
        writer.abort();
        assertEmpty(cache);
        assertThrows(UncheckedIOException.class, () -> {
            for (int i = 0; i < Table.CHUNK_ROWS * 3; i++) {
                t.addRow();
            }
        });
        assertThrows(StoreException.class, writer::finish);
        assertEmpty(cache);
    }

    @Test
    void reportsAnUnusableFolder() throws Exception {
        Path file = Files.write(dir.resolve("file"), new byte[1]);
        StoreWriter writer =
                StoreWriter.start(new TraceStorage(), StoreOptions.uncached().withTempDir(file), null);
        StoreException e = assertThrows(StoreException.class, writer::finish);
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }

    @Test
    void opensTheCacheFileOfTheSameTraceAgain() throws Exception {
        Path cache = dir.resolve("cache");
        StoreOptions options = StoreOptions.cachedIn(cache);
        Path trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        assertEquals(Optional.empty(), TraceStore.openCached(trace, options));
        try (TraceStore first = importOne(trace, options, 42);
                TraceStore second = TraceStore.openCached(trace, options).orElseThrow()) {
            assertEquals(42, first.bounds().start());
            assertEquals(42, second.bounds().start());
            assertEquals(first.file(), second.file());
            assertNull(first.warning().orElse(null));
        }
        assertEquals(1, new StoreCache(cache).entries().size());
        Files.write(trace, new byte[] {1, 2, 4});
        assertFalse(TraceStore.openCached(trace, options).isPresent());
        assertEquals(1, new StoreCache(cache).clear());
        assertEmpty(cache);
    }

    @Test
    void ignoresADamagedOrForeignCacheFile() throws Exception {
        Path cache = dir.resolve("cache");
        StoreOptions options = StoreOptions.cachedIn(cache);
        Path trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        Path file;
        try (TraceStore store = importOne(trace, options, 42)) {
            file = store.file().orElseThrow();
        }
        byte[] complete = Files.readAllBytes(file);
        for (byte[] damaged : List.of(
                new byte[0], "not a database".getBytes(StandardCharsets.UTF_8), Arrays.copyOf(complete, 5000))) {
            Files.write(file, damaged);
            assertFalse(TraceStore.openCached(trace, options).isPresent());
            assertFalse(Files.exists(file));
        }
        try (TraceStore store = importOne(trace, options, 43)) {
            assertEquals(43, store.bounds().start());
        }
    }

    @Test
    void opensTheTraceWithoutAUsableCache() throws Exception {
        Path notAFolder = Files.write(dir.resolve("file"), new byte[1]);
        Path trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        StoreOptions options = StoreOptions.cachedIn(notAFolder).withTempDir(dir);
        try (TraceStore store = importOne(trace, options, 5)) {
            assertEquals(5, store.bounds().start());
            assertTrue(store.warning().orElseThrow().contains(notAFolder.toString()));
            assertTrue(store.file().isEmpty());
        }
    }

    @Test
    void removesTheLeastRecentlyUsedFilesFirst() throws Exception {
        Path cache = dir.resolve("cache");
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path trace = Files.write(dir.resolve(i + ".trace"), new byte[] {(byte) i});
            try (TraceStore store = importOne(trace, StoreOptions.cachedIn(cache), i)) {
                files.add(store.file().orElseThrow());
            }
            Files.setLastModifiedTime(files.get(i), java.nio.file.attribute.FileTime.fromMillis(1_000_000L * (i + 1)));
        }
        new StoreCache(cache).trim(Files.size(files.get(0)) + Files.size(files.get(2)) + 1, files.get(0));
        assertTrue(Files.exists(files.get(0)));
        assertFalse(Files.exists(files.get(1)));
        assertTrue(Files.exists(files.get(2)));
    }

    private static TraceStore importOne(Path trace, StoreOptions options, long ts) throws StoreException {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, options, trace);
        Table t = storage.table("__intrinsic_counter");
        t.longs("ts").set(t.addRow(), ts);
        return writer.finish();
    }

    private static void assertEmpty(Path folder) throws Exception {
        try (Stream<Path> remaining = Files.list(folder)) {
            assertEquals(List.of(), remaining.toList());
        }
    }
}
