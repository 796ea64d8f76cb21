package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests a disk that is too small for the database of a trace. It is simulated by the operating system's limit on
/// file sizes: writes beyond the limit fail, wherever in the file they are.
@EnabledOnOs(OS.LINUX)
class FullDiskTest {

    private static final int SLICES = 400_000;

    @TempDir
    Path folder;

    @Test
    void reportsOneSentenceAndIgnoresThePartialDatabase() throws Exception {
        Path trace = folder.resolve("trace.json");
        try (Writer out = Files.newBufferedWriter(trace)) {
            for (int i = 0; i < SLICES; i++) {
                out.write((i == 0 ? "[" : ",\n") + "{\"ph\":\"X\",\"pid\":1,\"tid\":" + i % 7 + ",\"ts\":"
                        + i * 31L % 1_000_003 * 100 + ",\"dur\":" + i % 97 + ",\"name\":\"n" + i * 7919L % 100_003
                        + "\"}");
            }
            out.write("]");
        }
        Path cache = Files.createDirectory(folder.resolve("cache"));
        // Fail on the first page, while the tables are being created, and somewhere in the rows.
        for (int limit : new int[] {0, 300_000, 3_000_000}) {
            String output = importWithFilesUpTo(limit, trace, cache);
            assertTrue(
                    output.matches("PROBLEM can't [^\\n"
                            + "]*: the disk (is full|does not support files of this size); [^\\n"
                            + "]*--cache-dir"),
                    limit + ": " + output);
            try (Stream<Path> remaining = Files.walk(cache)) {
                assertEquals(List.of(), remaining.filter(Files::isRegularFile).toList(), limit + " bytes");
            }
        }
        // Rows are read in memory, which needs no disk.
        assertEquals("FINISHED", importWithFilesUpTo(3_000_000, trace, cache, "SELECT max(name) FROM slice"));
        // If a query needs a table in the database, it fails with the error, which must not mention a position in the
        // query.
        String recursive = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 2)"
                + " SELECT count(*), max(name) FROM slice, r";
        String output = importWithFilesUpTo(3_000_000, trace, cache, recursive);
        assertTrue(
                output.matches(
                        "QUERY can't [^\\n]*: the disk (is full|does not support files of this size); [^\\n]*--cache-dir"),
                output);
        StoreOptions options = StoreOptions.cachedIn(cache);
        try (TraceStore store =
                TraceOpener.open(trace, options, new ImportProgress()).store()) {
            assertEquals(SLICES, slices(store));
        }
    }

    private static long slices(TraceStore store) throws Exception {
        try (Connection c = store.connection();
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM slice")) {
            r.next();
            return r.getLong(1);
        }
    }

    /// @param query query of a trace whose tables are loaded on demand; if missing, all tables are loaded
    ///     immediately
    private String importWithFilesUpTo(int bytes, Path trace, Path cache, String... query)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx300m",
                "-cp",
                System.getProperty("java.class.path"),
                Importer.class.getName(),
                Integer.toString(bytes),
                trace.toString(),
                cache.toString()));
        command.addAll(List.of(query));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> bytes + " bytes: the process does not end");
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } finally {
            process.destroyForcibly();
        }
    }

    /// Main class of the process to which the limit applies.
    static final class Importer {

        private static final int RLIMIT_FSIZE = 1;

        private Importer() {}

        public static void main(String[] args) throws Throwable {
            // DuckDB extracts its native library to a file, which must not fail here.
            Path small = Files.writeString(
                    Path.of(args[2]).resolveSibling("small.json"),
                    "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"name\":\"n\"}]");
            TraceOpener.open(small, StoreOptions.uncached(), new ImportProgress())
                    .store()
                    .close();
            limitFiles(Integer.parseInt(args[0]));
            StoreOptions options = StoreOptions.cachedIn(Path.of(args[2]));
            try {
                if (args.length == 3) {
                    TraceOpener.open(Path.of(args[1]), options, new ImportProgress())
                            .store()
                            .close();
                    System.out.println("OPENED");
                } else {
                    TraceStore store = TraceOpener.openLazily(
                                    Path.of(args[1]), options, new ImportProgress(), storage -> {})
                            .store();
                    SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())
                            .run(args[3], cursor -> {});
                    System.out.println("FINISHED");
                }
            } catch (SqlProblem e) {
                System.out.println("QUERY " + e.describe());
            } catch (TraceProblem e) {
                System.out.println("PROBLEM " + e.getMessage());
            }
            System.exit(0);
        }

        private static void limitFiles(long bytes) throws Throwable {
            Linker linker = Linker.nativeLinker();
            var setrlimit = linker.downcallHandle(
                    linker.defaultLookup().find("setrlimit").orElseThrow(),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment limits = arena.allocateFrom(ValueLayout.JAVA_LONG, bytes, bytes);
                if ((int) setrlimit.invokeExact(RLIMIT_FSIZE, limits) != 0) {
                    throw new IllegalStateException("couldn't set the limit");
                }
            }
        }
    }
}
