package traceglass.app.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests parameters, measurements, widths and files of the shell.
class ShellSettingsTest {

    @TempDir
    Path folder;

    private TraceStore store;
    private SqlSession session;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void openATrace() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("shell.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"shell\", \"ts\": 1, \"dur\": 5}]");
        store = TraceOpener.open(trace, StoreOptions.uncached().withTempDir(folder), new ImportProgress())
                .store();
        session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        store.close();
    }

    private String run(int code, String lines) throws IOException {
        out.reset();
        err.reset();
        try (Shell shell = new Shell(
                session,
                new ModuleLibrary(),
                ShellInput.piped(new BufferedReader(new StringReader(lines))),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                null)) {
            assertEquals(code, shell.run(), err::toString);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private String error(String lines) throws IOException {
        run(1, lines);
        return err.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void parametersKeepTheirValues() throws IOException {
        assertEquals(
                "$name = 'she''ll'\n$none = NULL\n$x = 7\n\"a\",\"b\",\"c\",\"d\"\n7,\"she'll\",1,1\n", run(0, """
                        .param set $x 7
                        .param set :name 'she''ll'
                        .parameter set none NULL
                        .param list
                        SELECT $x AS a, :name AS b, $none IS NULL AS c, typeof($x) = 'integer' AS d;
                        """));
        assertEquals("\"n\"\n\"two words\"\n", run(0, ".param set t two words\nSELECT $t AS n;\n"));
        assertEquals("$y = 2\n", run(0, ".param set x 1\n.param set y 2\n.param unset x\n.param\n"));
        assertEquals("", run(0, ".param init\n.param set x 1\n.param clear\n.param list\n"));
        assertTrue(error(".param set 5 1\n").contains("'5' is not a parameter name"), err::toString);
        assertTrue(error(".param set x\n").startsWith("usage: .param set"), err::toString);
        assertTrue(error(".param wrong\n").startsWith("usage: .param"), err::toString);
        String error = error(".param set x 'a long text'\nSELECT $x, nope FROM slice;\n");
        assertTrue(error.startsWith("line 1, column 12: no such column: nope"), error);
    }

    @Test
    void perfPrintsTimesRowsAndPlans() throws IOException {
        String on = run(0, ".perf on\nSELECT i AS i FROM range(3) t(i);\n.perf off\nSELECT 1 AS i;\n");
        assertTrue(
                on.matches(
                        "(?s)\"i\"\n0\n1\n2\nperf: \\d\\.\\d{3} s; \\d\\.\\d{3} s until the first row, \\d\\.\\d{3} s"
                                + " to print; 3 rows\n\n?\"i\"\n1\n"),
                on);
        String plan = run(0, ".perf plan\nSELECT count(*) FROM slice;\n");
        assertTrue(plan.contains("UNGROUPED_AGGREGATE") && plan.contains("│"), plan);
        String profile = run(0, ".perf profile\n.param set d 1\nSELECT count(*) FROM slice WHERE dur > $d;\n");
        assertTrue(profile.contains("Total Time"), profile);
        assertTrue(error(".perf loud\n").startsWith("usage: .perf off|on|plan|profile"), err::toString);
    }

    @Test
    void wideTablesShowWholeValues() throws IOException {
        String sql = "SELECT repeat('x', 100) AS t;\n";
        assertTrue(run(0, ".mode table\n" + sql).contains("x".repeat(59) + "…"), out::toString);
        assertTrue(run(0, ".mode table\n.wide on\n" + sql).contains("x".repeat(100)), out::toString);
        assertTrue(run(0, ".mode table\n.width 10\n" + sql).contains("\nxxxxxxxxx…\n"), out::toString);
        String off = run(0, ".mode table\n.wide on\n.wide off\n" + sql);
        assertTrue(off.contains("x".repeat(59) + "…") && !off.contains("x".repeat(60)), off);
        assertTrue(error(".width none\n").startsWith("usage: .width N"), err::toString);
    }

    @Test
    void theFileExtensionDeterminesTheExportFormat() throws Exception {
        Path parquet = folder.resolve("r.parquet");
        assertEquals(
                "2 rows in " + parquet + "\n",
                run(0, ".param set a 1\n.export " + parquet + " SELECT $a AS n, 'x' AS t UNION ALL SELECT 2, NULL\n"));
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT sum(n), count(t) FROM '" + parquet + "'")) {
            r.next();
            assertEquals("3 1", r.getString(1) + " " + r.getString(2));
        }
        Path arrow = folder.resolve("r.ARROW");
        run(0, "SELECT name FROM slice;\n.export " + arrow + "\n");
        assertEquals(
                "ARROW1", Files.readString(arrow, StandardCharsets.ISO_8859_1).substring(0, 6));
        Path failed = folder.resolve("f.parquet");
        error(".export " + failed + " SELECT absent FROM slice\n");
        error(".export " + failed + " CREATE VIEW v AS SELECT 1\n");
        assertTrue(error(".export " + failed + " SELECT 1; SELECT 2\n").contains("one result"), err::toString);
        assertFalse(Files.exists(failed));
        assertFalse(Files.exists(folder.resolve("f.parquet.part")));
    }

    @Test
    void dumpedTablesHaveIndexes() throws Exception {
        Path file = folder.resolve("trace.sqlite");
        run(0, ".dump " + file + "\n");
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(
                        "SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_master WHERE type = 'index' AND"
                                + " tbl_name = 'slice' ORDER BY name)")) {
            r.next();
            assertEquals("slice_by_arg_set_id slice_by_parent_id slice_by_track_id slice_by_ts", r.getString(1));
        }
    }

    @Test
    void helpListsEveryCommand() throws IOException {
        String help = run(0, ".help\n");
        for (String command : new String[] {".param", ".perf", ".wide", ".width", ".export", ".dump", ".mode"}) {
            assertTrue(help.contains(command + " "), help);
        }
        assertTrue(help.lines().allMatch(l -> l.length() <= 120), help);
    }
}
