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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.launch.SampleTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.export.ExportedTable;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Exports the built-in trace and compares every table with the store: number of rows, and for each column the number
/// of values and a sum.
class ExportCommandTest {

    private static final List<String> FRACTIONS = List.of("counter.value", "counters.value", "args.real_value");

    @TempDir
    Path dir;

    private Path trace;
    private String errors = "";

    @BeforeEach
    void extract() throws Exception {
        trace = Files.copy(SampleTrace.file(), dir.resolve("sample.pftrace.gz"));
    }

    private String run(int code, Object... args) {
        CommandRun run = CommandRun.of(args).ends(code);
        errors = run.err();
        return run.out();
    }

    /// Returns the tables of the trace with their columns.
    private List<ExportedTable> tables() throws Exception {
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                SqlSession session = SqlSession.loaded(store)) {
            return ExportedTable.all(session);
        }
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

    private TreeMap<String, String> ofStore(List<ExportedTable> tables) throws Exception {
        TreeMap<String, String> sums = new TreeMap<>();
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            for (ExportedTable t : tables) {
                session.run(sums(t, '"' + t.name() + '"'), cursor -> {
                    List<String> values = new ArrayList<>();
                    cursor.next();
                    for (int i = 0; i < cursor.columns().size(); i++) {
                        values.add(Long.toString(cursor.getLong(i)));
                    }
                    sums.put(t.name(), values.toString());
                });
            }
        }
        return sums;
    }

    @Test
    void databasesHoldTheRowsOfTheStore() throws Exception {
        List<ExportedTable> tables = tables();
        assertTrue(tables.size() > 60, tables.size() + " tables");
        TreeMap<String, String> expected = ofStore(tables);
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
            assertSame(expected, found, format);
        }
    }

    /// Compares the tables one by one, so that a failure shows just one.
    private static void assertSame(TreeMap<String, String> expected, TreeMap<String, String> found, String format) {
        expected.forEach((table, sums) -> assertEquals(sums, found.get(table), format + ": " + table));
        assertEquals(expected.keySet(), found.keySet());
    }

    @Test
    void foldersHoldTheRowsOfTheStore() throws Exception {
        List<ExportedTable> tables = tables();
        TreeMap<String, String> expected = ofStore(tables);
        Path folder = dir.resolve("parquet");
        run(0, "export", "parquet", trace, "-o", folder);
        TreeMap<String, String> found = new TreeMap<>();
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            for (ExportedTable t : tables) {
                found.put(t.name(), row(s, sums(t, "'" + folder.resolve(t.name() + ".parquet") + "'")));
            }
        }
        assertSame(expected, found, "parquet");
    }

    @Test
    void theTarHoldsArrowFilesThatOpenAgain() throws Exception {
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
        assertEquals(tables().stream().map(t -> t.name() + ".arrow").toList(), names);
        String sums = "SELECT count(*), sum(ts), sum(dur), count(category), sum(length(name)), sum(depth),"
                + " count(DISTINCT name), count(thread_ts), sum(id * depth) FROM slice";
        String expected = run(0, "query", sums, trace);
        assertEquals(expected, run(0, "query", sums, slices));
        assertTrue(expected.matches("(?s).*\\R[1-9][0-9]{2,},.*"), expected);
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
    void wrongTablesFormatsAndTargetsAreNamed() throws Exception {
        run(1, "export", "csv", trace, "--tables", "cpu,slicee", "-o", dir.resolve("out"));
        assertEquals("traceglass: no such table: slicee; did you mean slice?\n", errors);
        run(2, "export", "excel", trace, "-o", dir.resolve("out"));
        assertTrue(errors.startsWith("traceglass: no such format: excel; the formats are sqlite, "), errors);
        run(2, "export", "csv", trace, "-o", "-");
        run(1, "export", "sqlite", trace, "-o", trace, "--force");
        assertTrue(errors.contains("is the trace itself"), errors);
        try (Stream<Path> files = Files.list(dir)) {
            assertEquals(
                    List.of("sample.pftrace.gz"),
                    files.map(f -> f.getFileName().toString()).toList());
        }
    }
}
