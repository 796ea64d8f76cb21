package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.perfetto.ShuffledTrace;
import traceglass.ingest.sort.SortSpace;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Tests that imports whose unsorted events are written to disk have the same result as imports that keep them in
/// memory, and that they leave no files behind.
class SpilledImportTest {

    private static final int SORT_MEMORY = 100 << 10;

    @TempDir
    Path dir;

    private final List<Path> created = new CopyOnWriteArrayList<>();

    /// Reads a trace with little memory for unsorted events and returns the number of bytes written to files.
    private long spilledBytes(Path trace, ImportProgress progress) throws Exception {
        SortSpace space = new SortSpace(
                SORT_MEMORY,
                () -> {
                    Path folder = StoreDatabase.createWorkDir(dir);
                    created.add(folder);
                    return folder;
                },
                StoreDatabase::deleteTree);
        TraceFileReader reading = TraceFileReader.open(trace, new TraceStorage(), progress);
        try (var sorter = reading.sorter()) {
            sorter.spillTo(space);
            reading.read();
            assertEquals(1, created.size());
            try (Stream<Path> files = Files.list(created.getFirst())) {
                assertTrue(files.findAny().isPresent(), "no files with events");
            }
            reading.finish();
        }
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(0, files.filter(created::contains).count());
        }
        return space.written();
    }

    /// Returns the number of rows of each table and a checksum of all its values.
    private Map<String, String> content(Path trace, StoreOptions options) throws Exception {
        Map<String, String> content = new TreeMap<>();
        try (TraceStore store =
                        TraceOpener.open(trace, options, new ImportProgress()).store();
                Connection connection = store.connection();
                Statement statement = connection.createStatement()) {
            for (String table : tables(statement)) {
                ResultSet rows = statement.executeQuery("SELECT count(*), sum(hash(t::VARCHAR)) FROM " + table + " t");
                rows.next();
                content.put(table, rows.getString(1) + " " + rows.getString(2));
            }
        }
        return content;
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        ResultSet rows = statement.executeQuery(
                "SELECT database_name || '.main.\"' || table_name || '\"' FROM duckdb_tables() WHERE NOT internal");
        while (rows.next()) {
            tables.add(rows.getString(1));
        }
        return tables;
    }

    private void assertSame(Path trace) throws Exception {
        StoreOptions options = StoreOptions.uncached().withTempDir(Files.createDirectories(dir.resolve("temp")));
        Map<String, String> inMemory = content(trace, options);
        long slices =
                Long.parseLong(inMemory.get("store.main.\"__intrinsic_slice\"").split(" ")[0]);
        assertTrue(slices > 5000, inMemory::toString);
        assertEquals(inMemory, content(trace, options.withSortMemory(SORT_MEMORY)));
        assertTrue(spilledBytes(trace, new ImportProgress()) > 10 * SORT_MEMORY, "too few bytes on disk");
        assertEquals(List.of(), remainingFiles());
    }

    private List<Path> remainingFiles() throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(f -> f.getFileName().toString().startsWith("events-"))
                    .toList();
        }
    }

    private Path shuffled(int packets) throws IOException {
        Path trace = dir.resolve("shuffled.pftrace");
        ShuffledTrace.write(trace, packets);
        return trace;
    }

    /// Writes events of most kinds, each with or without arguments, in random order.
    private Path json(int events) throws IOException {
        Path trace = dir.resolve("shuffled.json");
        long stride = 7919;
        try (Writer out = Files.newBufferedWriter(trace)) {
            for (int i = 0; i < events; i++) {
                long position = i * stride % events;
                String kind = switch ((int) (position % 6)) {
                    case 0 ->
                        "\"ph\":\"X\",\"dur\":" + position % 50 + ",\"cname\":\"good\",\"args\":{\"n\":"
                                + position % 100 + "}";
                    case 1 ->
                        "\"ph\":\"b\",\"cat\":\"c\",\"id\":\"0x" + position / 6 % 40 + "\",\"args\":{\"a\":[" + position
                                + ",2]}";
                    case 2 -> "\"ph\":\"e\",\"cat\":\"c\",\"id\":\"0x" + position / 6 % 40 + "\"";
                    case 3 ->
                        "\"ph\":\"B\",\"tts\":" + position + ",\"sf\":\"7\",\"args\":{\"text\":\"t" + position % 300
                                + "\"}";
                    case 4 -> "\"ph\":\"E\",\"tts\":" + (position + 1) + ",\"args\":{\"result\":" + position % 9 + "}";
                    default -> "\"ph\":\"C\",\"args\":{\"value\":" + position % 1000 + "}";
                };
                out.write((i == 0 ? "{\"traceEvents\":[" : ",\n") + "{\"pid\":1,\"tid\":" + position / 6 % 5
                        + ",\"ts\":" + position + ".5,\"name\":\"n" + position / 6 % 90 + "\"," + kind + "}");
            }
            out.write("],\"stackFrames\":{\"7\":{\"name\":\"f\",\"parent\":\"6\"},\"6\":{\"name\":\"main\"}}}");
        }
        return trace;
    }

    /// Writes a log whose blocks of two capabilities overlap in time.
    private Path ghcLog(int blocks) throws IOException {
        Path trace = dir.resolve("app.eventlog");
        int threads = 500;
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(trace)))) {
            out.writeLong(0x68647262_68657462L);
            for (int[] type : new int[][] {{1, 4}, {2, 10}, {18, 14}}) {
                out.writeInt(0x65746200);
                out.writeShort(type[0]);
                out.writeShort(type[1]);
                out.writeLong(0);
                out.writeInt(0x65746500);
            }
            out.writeInt(0x68657465);
            out.writeLong(0x68647265_64617462L);
            for (int block = 0; block < blocks; block++) {
                out.writeShort(18);
                out.writeLong(0);
                out.writeInt(24 + threads * 34);
                out.writeLong(0);
                out.writeShort(block % 2);
                for (int i = 0; i < threads; i++) {
                    long ns = (block / 2 * threads + i) * 10L;
                    out.writeShort(1);
                    out.writeLong(ns);
                    out.writeInt(i);
                    out.writeShort(2);
                    out.writeLong(ns + 7);
                    out.writeInt(i);
                    out.writeShort(5);
                    out.writeInt(0);
                }
            }
            out.writeShort(-1);
        }
        return trace;
    }

    @Test
    void importsShuffledPacketsAndKernelEvents() throws Exception {
        assertSame(shuffled(20_000));
    }

    @Test
    void importsShuffledJson() throws Exception {
        assertSame(json(30_000));
    }

    @Test
    void importsEventLogsOfGhc() throws Exception {
        assertSame(ghcLog(80));
    }

    /// If kept in the heap, the events alone would need 60 MB.
    @Test
    void needsOnlyASmallHeapForManyShuffledEvents() throws Exception {
        Path trace = shuffled(400_000);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseSerialGC",
                        "-Xmx80m",
                        "-Xmn12m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Importer.class.getName(),
                        trace.toString(),
                        dir.toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertEquals("slices: 170000", new String(process.getInputStream().readAllBytes()).strip());
        } finally {
            process.destroyForcibly();
        }
        assertEquals(List.of(), remainingFiles());
    }

    /// Main class of a separate process.
    static final class Importer {

        private Importer() {}

        public static void main(String[] args) throws Exception {
            StoreOptions options =
                    StoreOptions.uncached().withTempDir(Path.of(args[1])).withMemoryLimit(64L << 20);
            try (TraceStore store = TraceOpener.open(Path.of(args[0]), options, new ImportProgress())
                            .store();
                    Connection connection = store.connection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM slice")) {
                rows.next();
                System.out.println("slices: " + rows.getLong(1));
            }
        }
    }

    @Test
    void leavesNoFilesAfterCancel() throws Exception {
        Path trace = shuffled(20_000);
        ImportProgress progress = new ImportProgress();
        Thread canceler = Thread.ofPlatform().daemon().start(() -> {
            while (created.isEmpty()) {
                Thread.onSpinWait();
            }
            progress.cancel();
        });
        assertThrows(ImportCanceled.class, () -> spilledBytes(trace, progress));
        canceler.join();
        assertEquals(List.of(), remainingFiles());
    }
}
