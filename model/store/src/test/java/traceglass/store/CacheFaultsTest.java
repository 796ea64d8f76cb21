package traceglass.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.cache.CacheSeal;
import traceglass.store.cache.StoreCache;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests damaged and outdated cache files, and concurrent or killed writers.
class CacheFaultsTest {

    private static final int ROWS = Table.CHUNK_ROWS * 40;

    @TempDir
    Path dir;

    private Path trace;
    private Path cache;
    private StoreOptions options;

    @BeforeEach
    void prepare() throws IOException {
        trace = Files.write(dir.resolve("a.trace"), new byte[] {1, 2, 3});
        cache = dir.resolve("cache");
        options = StoreOptions.cachedIn(cache);
    }

    /// Starts a writer with counters at the times 1, 2, 3 …
    private static StoreWriter begin(Path trace, StoreOptions options, int rows) {
        TraceStorage storage = new TraceStorage();
        StoreWriter writer = StoreWriter.start(storage, options, trace);
        Table t = storage.table("__intrinsic_counter");
        for (int i = 1; i <= rows; i++) {
            int row = t.addRow();
            t.longs("ts").set(row, i);
            t.doubles("value").set(row, i * 0.37);
        }
        return writer;
    }

    private static long sum(TraceStore store) throws Exception {
        try (var connection = store.connection();
                var s = connection.createStatement();
                var r = s.executeQuery("SELECT sum(ts) FROM counter")) {
            r.next();
            return r.getLong(1);
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            // Ignores the small files that contain the path of a trace.
            return files.filter(f -> !f.toString().endsWith(".duckdb.trace")).toList();
        }
    }

    /// Starts an import and then waits to be killed.
    static final class Importer {
        public static void main(String[] args) throws Exception {
            begin(Path.of(args[0]), StoreOptions.cachedIn(Path.of(args[1])), ROWS);
            System.out.println("begun");
            Thread.sleep(600_000);
        }
    }

    @Test
    void leftoversOfAKilledImportAreIgnoredAndRemoved() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Importer.class.getName(),
                        trace.toString(),
                        cache.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals("begun", process.inputReader().readLine());
        process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
        assertFalse(list(cache).isEmpty(), "the process was killed before it wrote a file");
        assertEquals(Optional.empty(), TraceStore.openCached(trace, options).map(TraceStore::bounds));
        assertTrue(new StoreCache(cache).entries().isEmpty());
        try (TraceStore store = begin(trace, options, 3).finish()) {
            assertEquals(6, sum(store));
            Path file = store.file().orElseThrow();
            assertTrue(
                    list(cache).stream()
                            .allMatch(f -> f.equals(file)
                                    || f.getFileName()
                                            .toString()
                                            .contains("-"
                                                    + ProcessHandle.current().pid() + "-")),
                    () -> "files were left in " + cache);
        }
        assertEquals(1, list(cache).size());
    }

    @Test
    void aTruncatedFileIsReplaced() throws Exception {
        Path file;
        try (TraceStore store = begin(trace, options, ROWS).finish()) {
            file = store.file().orElseThrow();
        }
        byte[] complete = Files.readAllBytes(file);
        assertTrue(complete.length > 1 << 20, "the file is too small to truncate: " + complete.length);
        for (int part = 1; part < 8; part++) {
            Files.write(file, java.util.Arrays.copyOf(complete, (int) ((long) complete.length * part / 8)));
            int eighths = part;
            assertEquals(
                    Optional.empty(),
                    TraceStore.openCached(trace, options).map(TraceStore::bounds),
                    () -> "a file truncated to " + eighths + "/8 was accepted");
            assertFalse(Files.exists(file));
        }
        try (FileChannel last = FileChannel.open(Files.write(file, complete), StandardOpenOption.WRITE)) {
            last.truncate(complete.length - 1);
        }
        assertEquals(Optional.empty(), TraceStore.openCached(trace, options).map(TraceStore::bounds));
        Files.write(file, complete);
        try (TraceStore store = TraceStore.openCached(trace, options).orElseThrow()) {
            assertEquals((long) ROWS * (ROWS + 1) / 2, sum(store));
        }
    }

    @Test
    void aFileWithAFlippedBitIsReplaced() throws Exception {
        Path file;
        try (TraceStore store = begin(trace, options, ROWS).finish()) {
            file = store.file().orElseThrow();
        }
        byte[] complete = Files.readAllBytes(file);
        TraceStore.openCached(trace, options).orElseThrow().close();
        for (int part = 0; part <= 16; part++) {
            byte[] damaged = complete.clone();
            int offset = (int) Math.min(complete.length - 1L, (long) complete.length * part / 16);
            damaged[offset] ^= 0x10;
            Files.write(file, damaged);
            assertEquals(
                    Optional.empty(),
                    TraceStore.openCached(trace, options).map(TraceStore::bounds),
                    () -> "a file with a flipped bit in byte " + offset + " was accepted");
            assertFalse(Files.exists(file));
        }
        Files.write(file, complete);
        try (TraceStore store = TraceStore.openCached(trace, options).orElseThrow()) {
            assertEquals((long) ROWS * (ROWS + 1) / 2, sum(store));
        }
    }

    @Test
    void aLargeFileWithAFlippedBitIsRemovedWhileInUse() throws Exception {
        Path file;
        try (TraceStore store = begin(trace, options, ROWS).finish()) {
            file = store.file().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        CacheSeal.verifyInBackground(file).join();
        assertFalse(Files.exists(file));
    }

    @Test
    void aFileOfAnotherBuildIsIgnored() throws Exception {
        try (TraceStore store = begin(trace, options, 3).finish()) {
            Path file = store.file().orElseThrow();
            Path other = file.resolveSibling("0".repeat(32) + ".duckdb");
            Files.copy(file, other);
            assertEquals(file, new StoreCache(cache).find(trace).orElseThrow());
        }
    }

    @Test
    void twoWindowsShareOneFileWhicheverIsClosedFirst() throws Exception {
        try (TraceStore first = begin(trace, options, 100).finish()) {
            TraceStore second = TraceStore.openCached(trace, options).orElseThrow();
            TraceStore third = TraceStore.openCached(trace, options).orElseThrow();
            assertEquals(first.file(), second.file());
            assertEquals(1, new StoreCache(cache).entries().size());
            assertEquals(5050, sum(second));
            second.close();
            assertEquals(5050, sum(third));
            assertEquals(5050, sum(first));
            third.close();
            assertEquals(5050, sum(first));
        }
    }

    @Test
    void twoConcurrentImportsOfOneTraceSucceed() throws Exception {
        StoreWriter writer = begin(trace, options, 100);
        StoreWriter two = begin(trace, options, 100);
        try (TraceStore first = writer.finish();
                TraceStore second = two.finish()) {
            assertEquals(5050, sum(first));
            assertEquals(5050, sum(second));
        }
        assertEquals(1, list(cache).size());
    }

    @Test
    void aTraceThatChangesWhileItIsReadIsNotCached() throws Exception {
        StoreWriter writer = begin(trace, options, 100);
        Files.write(trace, new byte[] {4}, StandardOpenOption.APPEND);
        try (TraceStore store = writer.finish()) {
            assertEquals(5050, sum(store));
            assertTrue(store.file().isEmpty());
            assertTrue(store.warning().orElseThrow().contains("changed while it was read"));
        }
        assertEquals(List.of(), list(cache));
        assertTrue(TraceStore.openCached(trace, options).isEmpty());
        Files.write(trace, new byte[] {1, 2, 3});
        assertTrue(TraceStore.openCached(trace, options).isEmpty());
    }

    @Test
    void aTruncationDuringTheReadIsReportedWithoutACache() throws Exception {
        StoreWriter writer = begin(trace, StoreOptions.uncached(), 100);
        Files.write(trace, new byte[] {1});
        try (TraceStore store = writer.finish()) {
            assertTrue(store.warning().orElseThrow().contains("changed while it was read"));
        }
        try (TraceStore store = begin(trace, StoreOptions.uncached(), 100).finish()) {
            assertTrue(store.warning().isEmpty());
        }
    }

    @Test
    void aTraceThatIsDeletedWhileItIsReadIsNotCached() throws Exception {
        StoreWriter writer = begin(trace, options, 100);
        Files.delete(trace);
        try (TraceStore store = writer.finish()) {
            assertEquals(5050, sum(store));
            assertTrue(store.file().isEmpty());
        }
        assertEquals(List.of(), list(cache));
    }

    @Test
    void aTraceWithTheSameSizeAndTimeButOtherBytesIsReadAgain() throws Exception {
        FileTime time = Files.getLastModifiedTime(trace);
        begin(trace, options, 3).finish().close();
        Files.write(trace, new byte[] {1, 2, 4});
        Files.setLastModifiedTime(trace, time);
        assertTrue(TraceStore.openCached(trace, options).isEmpty());
        Files.write(trace, new byte[] {1, 2, 3});
        Files.setLastModifiedTime(trace, time);
        TraceStore.openCached(trace, options).orElseThrow().close();
    }

    @Test
    void aReadOnlyCacheIsUsed() throws Exception {
        begin(trace, options, 100).finish().close();
        Path file = new StoreCache(cache).find(trace).orElseThrow();
        // If the test runs as root, the folder stays writable; temporary files therefore go to another folder.
        assertTrue(file.toFile().setReadOnly());
        assertTrue(cache.toFile().setWritable(false));
        try (TraceStore store = TraceStore.openCached(trace, options.withTempDir(dir.resolve("temp")))
                .orElseThrow()) {
            assertEquals(5050, sum(store));
        } finally {
            cache.toFile().setWritable(true);
        }
        assertEquals(List.of(file), list(cache));
    }
}
