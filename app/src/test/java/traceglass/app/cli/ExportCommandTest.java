package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.Trace;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sql.export.ExportedTable;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Exports a built trace and compares every table with the store: number of rows, and for each column the number of
/// values and a sum.
class ExportCommandTest {

    private static final List<String> FRACTIONS = List.of("counter.value", "counters.value", "args.real_value");

    @TempDir
    static Path shared;

    private static Path trace;
    private static List<ExportedTable> tables;
    private static final TreeMap<String, String> EXPECTED = new TreeMap<>();

    @TempDir
    Path dir;

    private String errors = "";

    /// Reads the contents of the trace's tables.
    @BeforeAll
    static void readTables() throws Exception {
        trace = Files.write(shared.resolve("small.pftrace"), build().toByteArray());
        tables = readSums(trace, EXPECTED);
    }

    /// Sums up all tables of a trace.
    ///
    /// @return the tables
    private static List<ExportedTable> readSums(Path trace, TreeMap<String, String> sums) throws Exception {
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            List<ExportedTable> all = ExportedTable.all(session);
            for (ExportedTable t : all) {
                session.run(sums(t, '"' + t.name() + '"'), cursor -> {
                    List<String> values = new ArrayList<>();
                    cursor.next();
                    for (int i = 0; i < cursor.columns().size(); i++) {
                        values.add(Long.toString(cursor.getLong(i)));
                    }
                    sums.put(t.name(), values.toString());
                });
            }
            return all;
        }
    }

    /// Returns a trace with slices with arguments, counters, scheduling, processes, log messages and samples.
    private static Trace build() {
        Trace.Builder trace = Trace.newBuilder();
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .getProcessTreeBuilder()
                .addProcesses(ProcessTree.Process.newBuilder().setPid(4711).addCmdline("/bin/export \"me\", ä"))
                .addThreads(ProcessTree.Thread.newBuilder()
                        .setTid(4712)
                        .setTgid(4711)
                        .setName("worker"));
        for (int track = 1; track <= 2; track++) {
            TrackDescriptor.Builder descriptor = trace.addPacketBuilder()
                    .setTrustedPacketSequenceId(2)
                    .getTrackDescriptorBuilder()
                    .setUuid(track);
            if (track == 1) {
                descriptor.getThreadBuilder().setPid(4711).setTid(4712);
            } else {
                descriptor.setName("load").getCounterBuilder();
            }
        }
        for (int i = 0; i < 300; i++) {
            TrackEvent.Builder begin = event(trace, 1_000_000L + i * 1000L).setTrackUuid(1);
            begin.setType(TrackEvent.Type.TYPE_SLICE_BEGIN).setName("step " + i % 7);
            begin.addCategories("export")
                    .addDebugAnnotationsBuilder()
                    .setName("n")
                    .setIntValue(i);
            begin.addDebugAnnotationsBuilder().setName("half").setDoubleValue(i / 2.0);
            begin.addDebugAnnotationsBuilder().setName("text").setStringValue("a\n\"b\", " + i);
            event(trace, 1_000_600L + i * 1000L).setTrackUuid(1).setType(TrackEvent.Type.TYPE_SLICE_END);
            event(trace, 1_000_700L + i * 1000L)
                    .setTrackUuid(2)
                    .setType(TrackEvent.Type.TYPE_COUNTER)
                    .setDoubleCounterValue(i * 0.25);
        }
        for (int cpu = 0; cpu < 2; cpu++) {
            FtraceEventBundle.Builder events = trace.addPacketBuilder()
                    .setTrustedPacketSequenceId(3)
                    .getFtraceEventsBuilder()
                    .setCpu(cpu);
            for (int i = 0; i < 50; i++) {
                events.addEventBuilder()
                        .setTimestamp(1_000_000L + i * 5000L + cpu)
                        .setPid(4712 + i % 2)
                        .getSchedSwitchBuilder()
                        .setPrevComm("t" + i % 2)
                        .setPrevPid(4712 + i % 2)
                        .setPrevPrio(120)
                        .setPrevState(1)
                        .setNextComm("t" + (i + 1) % 2)
                        .setNextPid(4712 + (i + 1) % 2)
                        .setNextPrio(120);
            }
        }
        return trace.build();
    }

    private static TrackEvent.Builder event(Trace.Builder trace, long ts) {
        return trace.addPacketBuilder()
                .setTrustedPacketSequenceId(2)
                .setTimestamp(ts)
                .getTrackEventBuilder();
    }

    private String run(int code, Object... args) {
        CommandRun run = CommandRun.of(args).assertExitCode(code);
        errors = run.err();
        return run.out();
    }

    /// Sums up a table. Text is summed by its length, numbers without regard to their order.
    private static String sums(ExportedTable table, String from) {
        List<String> sums = new ArrayList<>();
        sums.add("count(*)");
        for (String c : table.columns()) {
            String column = '"' + c + '"';
            sums.add("count(" + column + ")");
            // The text of numbers with a fraction and the order of their sum depend on the database.
            sums.add(
                    FRACTIONS.contains(table.name() + "." + c)
                            ? "count(DISTINCT " + column + ")"
                            : "sum(length(CAST(" + column + " AS TEXT)))");
        }
        return "SELECT " + String.join(", ", sums) + " FROM " + from;
    }

    private static String row(Statement s, String sql) throws SQLException {
        try (ResultSet r = s.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            r.next();
            for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) {
                values.add(Long.toString(r.getLong(i)));
            }
            return values.toString();
        }
    }

    @Test
    void databasesContainTheRowsOfTheStore() throws Exception {
        assertTrue(tables.size() > 60, tables.size() + " tables");
        long filled =
                EXPECTED.values().stream().filter(v -> !v.startsWith("[0,")).count();
        assertTrue(filled > 20, filled + " tables with rows");
        for (String format : List.of("duckdb", "sqlite")) {
            Path file = dir.resolve("out." + format);
            run(0, "export", format, trace, "-o", file);
            TreeMap<String, String> found = new TreeMap<>();
            try (Connection c = DriverManager.getConnection("jdbc:" + format + ":" + file);
                    Statement s = c.createStatement()) {
                for (ExportedTable t : tables) {
                    found.put(t.name(), row(s, sums(t, '"' + t.name() + '"')));
                }
            }
            assertSame(found, format);
        }
    }

    @Test
    void aliasesOfATableAreViewsInSqlite() throws Exception {
        Path file = dir.resolve("out.sqlite");
        run(0, "export", "sqlite", trace, "--tables", "slice,slices,raw", "-o", file);
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement();
                ResultSet r =
                        s.executeQuery("SELECT group_concat(type || ' ' || name, ', ' ORDER BY name) FROM sqlite_master"
                                + " WHERE type <> 'index'")) {
            // The table of `raw` is not exported.
            assertEquals("table raw, table slice, view slices", r.getString(1));
        }
    }

    /// Compares the tables one by one, so that a failure shows only one table.
    private static void assertSame(TreeMap<String, String> found, String format) {
        EXPECTED.forEach((table, sums) -> assertEquals(sums, found.get(table), format + ": " + table));
        assertEquals(EXPECTED.keySet(), found.keySet());
    }

    @Test
    void foldersContainTheRowsOfTheStore() throws Exception {
        Path folder = dir.resolve("parquet");
        run(0, "export", "parquet", trace, "-o", folder);
        TreeMap<String, String> found = new TreeMap<>();
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            for (ExportedTable t : tables) {
                found.put(t.name(), row(s, sums(t, "'" + folder.resolve(t.name() + ".parquet") + "'")));
            }
        }
        assertSame(found, "parquet");
    }

    @Test
    void theTarContainsArrowFilesThatCanBeOpened() throws Exception {
        Path tar = dir.resolve("out.tar");
        run(0, "export", "arrow", trace, "-o", tar);
        List<String> names = new ArrayList<>();
        Path slices = dir.resolve("__intrinsic_slice.arrow");
        try (TarArchiveInputStream members = new TarArchiveInputStream(Files.newInputStream(tar))) {
            for (TarArchiveEntry member; (member = members.getNextEntry()) != null; ) {
                byte[] file = members.readAllBytes();
                assertEquals("ARROW1", new String(file, 0, 6, StandardCharsets.US_ASCII), member.getName());
                names.add(member.getName());
                if (member.getName().equals("slice.arrow")) {
                    Files.write(slices, file);
                }
            }
        }
        assertEquals(tables.stream().map(t -> t.name() + ".arrow").toList(), names);
        String sums = "SELECT count(*), sum(ts), sum(dur), count(category), sum(length(name)), sum(depth),"
                + " count(DISTINCT name), count(thread_ts), sum(id * depth) FROM slice";
        String expected = run(0, "query", sums, trace);
        assertEquals(expected, run(0, "query", sums, slices));
        assertTrue(expected.matches("(?s).*\\R[1-9][0-9]{2,},.*"), expected);
    }

    @Test
    void anArchiveOpensAgainWithTheSameTables() throws Exception {
        Path archive = dir.resolve("out.tar");
        run(0, "export", "archive", trace, "-o", archive);
        try (TarArchiveInputStream members = new TarArchiveInputStream(Files.newInputStream(archive))) {
            assertEquals(
                    "perfetto_manifest.json", members.getNextEntry().getName(), "clients look for the manifest first");
        }
        TreeMap<String, String> found = new TreeMap<>();
        readSums(archive, found);
        Set<String> importTables = Set.of("metadata", "stats", "trace_file", "trace_import_logs");
        EXPECTED.forEach((table, sums) -> {
            if (!importTables.contains(table)) {
                assertEquals(sums, found.get(table), table);
            }
        });
        run(1, "export", "archive", trace, "--tables", "slice", "-o", dir.resolve("one.tar"));
        assertTrue(errors.startsWith("traceglass: no such table: slice"), errors);
    }

    @Test
    void oneTableIsAFileOrStandardOutput() throws Exception {
        String cpus = run(0, "export", "csv", trace, "--tables", "cpu", "-o", "-");
        assertTrue(cpus.startsWith("id,ucpu,cpu,"), cpus);
        assertEquals(3, cpus.lines().count(), cpus);
        Path file = dir.resolve("cpu.csv");
        run(0, "export", "csv", trace, "--tables", "cpu", "-o", file);
        assertEquals(cpus, Files.readString(file));
    }

    @Test
    void invalidTablesFormatsAndTargetsAreReported() throws Exception {
        run(1, "export", "csv", trace, "--tables", "cpu,slicee", "-o", dir.resolve("out"));
        assertEquals("traceglass: no such table: slicee; did you mean slice?\n", errors);
        run(2, "export", "excel", trace, "-o", dir.resolve("out"));
        assertTrue(errors.startsWith("traceglass: unknown format 'excel'; formats: sqlite, "), errors);
        run(2, "export", "csv", trace, "-o", "-");
        run(1, "export", "sqlite", trace, "-o", trace, "--force");
        assertTrue(errors.contains("is the trace itself"), errors);
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(List.of(), files.toList());
        }
    }
}
