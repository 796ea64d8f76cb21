package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import traceglass.app.io.StandardOutput;

class CommandLineTest extends CommandFixture {

    @Test
    void printsResultsLikeTheTraceProcessor() {
        CommandRun r = run(
                "query", "SELECT 1 AS a, 'x\"y' AS b, 2.5 AS c, NULL AS d, true AS e; SELECT 2 AS f", trace.toString());
        assertEquals(0, r.code(), r.err());
        assertEquals("""
            "a","b","c","d","e"
            1,"x"y",2.500000,"[NULL]",1

            "f"
            2
            """, r.out());
    }

    @Test
    void queriesTheTrace() {
        CommandRun r = run("query", "SELECT count(*) > 0 AS some FROM slice", trace.toString());
        assertEquals("\"some\"\n1\n", r.out(), r.err());
    }

    @Test
    void readsSqlFromAFileAndFromStandardInput() throws IOException {
        Path sql = Files.writeString(folder.resolve("q.sql"), "-- a comment\nSELECT 7 AS n;\n");
        assertEquals(
                "\"n\"\n7\n",
                run("query", "-f", sql.toString(), trace.toString()).out());
        var in = System.in;
        try {
            System.setIn(new ByteArrayInputStream("SELECT 8 AS n".getBytes(StandardCharsets.UTF_8)));
            assertEquals("\"n\"\n8\n", run("query", "-f", "-", trace.toString()).out());
        } finally {
            System.setIn(in);
        }
    }

    @Test
    void readsFilesOnlyIfAllowed() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "hidden");
        for (String sql : List.of(
                "SELECT * FROM '" + secret + "'",
                "SELECT * FROM read_text('" + secret + "')",
                "SELECT count(*) AS n FROM glob('" + folder + "/*')",
                "COPY (SELECT 1) TO '" + folder.resolve("out.csv") + "'",
                "ATTACH '" + folder.resolve("x.db") + "'",
                "SET threads = 1")) {
            CommandRun r = run("query", sql, trace.toString());
            assertEquals(1, r.code(), sql);
            assertTrue(r.sqlError().contains("not allowed here"), r.err());
        }
        assertEquals(
                "\"content\"\n\"hidden\"\n",
                run("query", "--allow-files", "SELECT content FROM read_text('" + secret + "')", trace.toString())
                        .out());
    }

    @Test
    void includesModulesFromAUserFolder() throws IOException {
        Path modules = Files.createDirectories(folder.resolve("modules/my/own"));
        Files.writeString(
                modules.resolve("twice.sql"), "CREATE PERFETTO FUNCTION twice(x LONG) RETURNS LONG AS SELECT $x * 2;");
        String sql = "INCLUDE PERFETTO MODULE my.own.twice; SELECT twice(21) AS n";
        assertEquals(
                "\"n\"\n42\n",
                run("query", "--modules", folder.resolve("modules").toString(), sql, trace.toString())
                        .out());
        assertTrue(run("query", sql, trace.toString()).sqlError().contains("no such module: my.own.twice"));
        assertTrue(run("query", "--modules", folder.resolve("none").toString(), sql, trace.toString())
                .errorLine()
                .contains("does not exist"));
    }

    /// Packages in the syntax of `serve` and of Perfetto's trace processor.
    @Test
    void includesModulesOfNamedPackages() throws IOException {
        Path mine = Files.createDirectories(folder.resolve("mine"));
        Files.writeString(mine.resolve("answer.sql"), "CREATE PERFETTO TABLE answer AS SELECT 42 AS n;");
        for (String form : List.of("yours=" + mine, mine + "@yours", mine.toString())) {
            String name = form.contains("yours") ? "yours" : "mine";
            String sql = "INCLUDE PERFETTO MODULE " + name + ".answer; SELECT n FROM answer";
            assertEquals(
                    "\"n\"\n42\n",
                    run("query", "--add-sql-package", form, sql, trace.toString())
                            .out());
        }
        assertTrue(run("query", "--add-sql-package", folder.resolve("none") + "@x", "SELECT 1", trace.toString())
                .errorLine()
                .contains("none is not a folder"));
    }

    @Test
    void theSecondQueryUsesTheCache() throws IOException {
        run("query", "SELECT 1", trace.toString());
        try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
            assertEquals(1, files.filter(f -> f.toString().endsWith(".duckdb")).count());
        }
        assertEquals(
                "\"n\"\n3\n", run("query", "SELECT 3 AS n", trace.toString()).out());
    }

    @Test
    void streamsALongResultAndFailsAtItsEnd() {
        CommandRun r = run(
                "query",
                "SELECT CASE WHEN i = 999999 THEN error('no such row') ELSE i END AS i FROM range(1000000) t(i)",
                trace.toString());
        assertEquals(1, r.code());
        assertTrue(r.sqlError().contains("no such row"), r.err());
        assertTrue(
                r.out().startsWith("\"i\"\n0\n1\n") && r.out().endsWith("\n"),
                () -> r.out().substring(Math.max(0, r.out().length() - 20)));
    }

    @Test
    void noCacheLeavesNoFiles() throws IOException {
        Path cache = folder.resolve("none");
        CommandRun r = CommandRun.of(
                "query", "SELECT 1 AS n", trace.toString(), "--no-cache", "--cache-dir", cache.toString());
        assertEquals(0, r.code(), r.err());
        if (Files.exists(cache)) {
            try (Stream<Path> files = Files.walk(cache)) {
                assertEquals(0, files.filter(Files::isRegularFile).count());
            }
        }
    }

    @Test
    void anErrorInSqlShowsItsLine() {
        CommandRun r = run("query", "SELECT name\nFROM slice\nWHERE nope = 1", trace.toString());
        assertEquals(1, r.code());
        assertEquals(
                "traceglass: line 3, column 7: no such column: nope\n  3 | WHERE nope = 1\n    |       ^^^^\n",
                r.err().replace(System.lineSeparator(), "\n"));
        assertEquals("", r.out());
    }

    @Test
    void resultsBeforeAnErrorArePrinted() {
        CommandRun r = run("query", "SELECT 1 AS n; SELECT nope FROM slice", trace.toString());
        assertEquals(1, r.code());
        assertEquals("\"n\"\n1\n", r.out());
    }

    @Test
    void wrongUsageIsExplained() {
        assertEquals(2, run("query", trace.toString()).code());
        assertTrue(run("query", trace.toString()).errorLine().contains("query 'SELECT …' TRACE"));
        assertEquals(2, run("query", "-f", "a.sql", "b", "c").code());
        assertEquals(2, run("info").code());
        assertEquals(2, run("info", trace.toString(), "--no-such-option").code());
        assertEquals(2, run("info", trace.toString(), "--memory-limit", "lots").code());
        assertEquals(2, run("screenshot", trace.toString()).code());
        assertEquals(
                2,
                run("screenshot", trace.toString(), "-o", "x.png", "--time", "5..1")
                        .code());
        assertEquals(
                2,
                run("screenshot", trace.toString(), "-o", "x.png", "--select", "nothing:1")
                        .code());
        CommandRun size = run("screenshot", trace.toString(), "-o", "x.png", "--text-size", "120");
        assertEquals(2, size.code());
        assertTrue(size.errorLine().contains("unknown text size 120"), size.err());
    }

    @Test
    void aFileThatIsNotATraceIsReportedInOneLine() throws IOException {
        Path text = Files.writeString(
                folder.resolve("letter.txt"), "Dear reader, this is not a trace at all.\n".repeat(20));
        Path zeros = Files.write(folder.resolve("zeros.bin"), new byte[5000]);
        for (Path bad : List.of(text, zeros, folder, folder.resolve("nowhere.pftrace"))) {
            CommandRun r = run("query", "SELECT 1", bad.toString());
            assertEquals(1, r.code(), () -> bad + ": " + r.out());
            assertTrue(r.errorLine().contains(bad.getFileName().toString()), r.err());
        }
    }

    @Test
    void anEmptyFileIsAnEmptyTraceWithAWarning() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.pftrace"));
        for (int attempt = 0; attempt < 2; attempt++) {
            CommandRun r = run("query", "SELECT count(*) AS n FROM slice", empty.toString());
            assertEquals(0, r.code(), r.err());
            assertEquals("\"n\"\n0\n", r.out());
            assertEquals("traceglass: empty.pftrace is empty (0 bytes)", r.errorLine());
        }
        CommandRun info = run("info", empty.toString());
        assertEquals(0, info.code(), info.err());
        assertTrue(info.errorLine().contains("is empty (0 bytes)"), info.err());
        assertTrue(info.out().lines().anyMatch(l -> l.matches("Slices +0")), info.out());
    }

    @Test
    void aTruncatedTraceCanBeQueried() throws IOException {
        byte[] whole = Files.readAllBytes(trace);
        for (int eighth = 1; eighth < 8; eighth++) {
            Path truncated = Files.write(
                    folder.resolve("cut-" + eighth + ".pftrace.gz"), Arrays.copyOf(whole, whole.length / 8 * eighth));
            CommandRun r = run("query", "SELECT count(*) >= 0 AS ok FROM slice", truncated.toString());
            assertEquals("\"ok\"\n1\n", r.out(), r.err());
        }
    }

    @Test
    void aDamagedTraceCanBeQueried() throws IOException {
        byte[] bytes = Files.readAllBytes(trace);
        for (int i = bytes.length / 2; i < bytes.length / 2 + 64; i++) {
            bytes[i] ^= (byte) 0x5A;
        }
        Path damaged = Files.write(folder.resolve("damaged.pftrace.gz"), bytes);
        CommandRun r = run("query", "SELECT count(*) > 0 AS some FROM slice", damaged.toString());
        assertEquals("\"some\"\n1\n", r.out(), r.err());
    }

    @Test
    void describesATrace() {
        CommandRun r = run("info", trace.toString());
        assertEquals(0, r.code(), r.err());
        assertTrue(r.out().contains("Format") && r.out().contains("Perfetto trace"), r.out());
        assertTrue(r.out().lines().anyMatch(l -> l.matches("Slices +[1-9].*")), r.out());
    }

    @Test
    void describesAProfile() throws IOException {
        Path stacks = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write;flush 4\n");
        CommandRun r = run("info", stacks.toString());
        assertEquals(0, r.code(), r.err());
        assertTrue(r.out().lines().anyMatch(l -> l.matches("Profiled stacks +2")), r.out());
        assertFalse(r.out().contains("Heap objects"), r.out());
    }

    @Test
    void benchmarksPrintOneJsonObject() {
        CommandRun imported = run("bench", "import", trace.toString(), "--runs", "1", "--json");
        assertEquals(0, imported.code(), imported.err());
        for (String name : List.of(
                "wall_s",
                "bytes",
                "mb_per_s",
                "first_tracks_s",
                "cpu_s",
                "longest_thread_s",
                "peak_rss_mb",
                "allocated_mb",
                "rows",
                "rows_per_s",
                "phases",
                "start",
                "read",
                "tokenize",
                "sort",
                "parse",
                "load",
                "index",
                "threads",
                "main")) {
            assertTrue(imported.out().contains('"' + name + "\": "), imported.out());
        }
        assertEquals(1, imported.out().lines().count());
        CommandRun queryRun = run("bench", "query", trace.toString(), "--runs", "1", "--json");
        assertTrue(
                queryRun.out().startsWith("[{\"name\": \"") && queryRun.out().contains("\"rows\": "),
                queryRun.out() + queryRun.err());
        CommandRun drawn = run("bench", "render", trace.toString(), "--runs", "1", "--frames", "20", "--json");
        for (String name :
                List.of("frames", "fx_ms_p50", "fx_ms_p99", "build_ms_p50", "build_ms_p99", "blank_frames")) {
            assertTrue(drawn.out().contains('"' + name + "\": "), drawn.out() + drawn.err());
        }
        assertTrue(run("bench", "query", trace.toString(), "--runs", "1").out().startsWith("name "));
    }

    @Test
    void theStagesOfAnImportArePrintedAfterItsTimes() throws IOException {
        Path json = Files.writeString(
                folder.resolve("trace.json"),
                "[{\"ph\": \"i\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"name\": \"work\"}]");
        CommandRun table = run("bench", "import", json.toString(), "--stages", "--runs", "1");
        assertEquals(0, table.code(), table.err());
        List<String> lines = table.out().lines().toList();
        assertTrue(lines.getFirst().startsWith("wall_s "), table.out());
        assertTrue(lines.get(lines.indexOf("") + 1).startsWith("stage "), table.out());
        assertTrue(lines.getLast().startsWith("list_tracks "), table.out());
        CommandRun object = run("bench", "import", json.toString(), "--stages", "--runs", "1", "--json");
        assertTrue(object.out().startsWith("{\"wall_s\": "), object.out());
        assertTrue(object.out().contains(", \"stages\": [{\"stage\": \"recognize\", \"wall_ms\": "), object.out());
        assertEquals(1, object.out().lines().count());
    }

    @Test
    void theDrawingOfSlicesColoredByRulesIsMeasured() {
        CommandRun colored = run(
                "bench", "render", trace.toString(), "--runs=1", "--frames=20", "--color=a*", "--color=/^b/", "--json");
        assertEquals(0, colored.code(), colored.err());
        assertTrue(colored.out().contains("\"fx_ms_p99\": "), colored.out());
        CommandRun invalid = run("bench", "render", trace.toString(), "--runs=1", "--frames=20", "--color=/(/");
        assertEquals(1, invalid.code(), invalid.out());
        assertTrue(invalid.errorLine().contains("regular expression"), invalid.err());
    }

    @Test
    void printsItsVersion() {
        CommandRun r = CommandRun.of("--version");
        assertEquals(0, r.code());
        assertTrue(r.out().matches("Traceglass \\S+\\R"), r.out());
    }

    @Test
    void listsAndClearsTheCache() {
        run("info", trace.toString());
        CommandRun list = run("cache", "list");
        assertEquals(0, list.code());
        assertTrue(list.out().contains("\n1 database, "), list.out());
        assertTrue(run("cache", "clear").out().startsWith("removed 1 database from "));
        assertTrue(run("cache", "list").out().startsWith("0 databases, "));
        assertEquals(2, run("cache").code());
    }

    @Test
    void twoTracesAreComparedByNameAsATableAndAsCsv() {
        CommandRun same = run("compare", trace.toString(), trace.toString(), "--csv");
        assertEquals(0, same.code(), same.err());
        List<String> lines = same.out().lines().toList();
        assertEquals(
                "name,a_count,b_count,a_total,b_total,a_median,b_median,a_p99,b_p99,difference,change",
                lines.getFirst());
        assertTrue(lines.size() > 1, "nothing is compared");
        CommandRun table = run("compare", trace.toString(), trace.toString(), "--limit", "1");
        assertEquals(0, table.code(), table.err());
        assertTrue(table.out().startsWith("Name"), table.out());
        assertTrue(table.out().lines().count() <= 3, table.out());
        CommandRun none = run("compare", trace.toString(), trace.toString(), "--what", "frames");
        assertTrue(none.out().contains("android.surfaceflinger.frametimeline"), none.out());
        CommandRun bad =
                run("compare", trace.toString(), folder.resolve("nowhere").toString());
        assertEquals(1, bad.code());
        assertEquals(1, bad.err().lines().count(), bad.err());
    }

    /// Runs a command with a standard output that fails after a number of bytes.
    private CommandRun runWithLimitedOutput(int capacity, String reason, String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        ByteArrayOutputStream e = new ByteArrayOutputStream();
        try {
            System.setOut(StandardOutput.over(
                    new OutputStream() {
                        @Override
                        public void write(int b) throws IOException {
                            if (o.size() >= capacity) {
                                throw new IOException(reason);
                            }
                            o.write(b);
                        }
                    },
                    StandardCharsets.UTF_8));
            System.setErr(new PrintStream(e, true, StandardCharsets.UTF_8));
            int code = StandardOutput.exitCode(Root.run(args));
            return new CommandRun(code, o.toByteArray(), e.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    @Test
    void aFailedWriteToStandardOutputIsAnError() {
        String[][] commands = {
            {"query", "select * from slice", trace.toString()},
            {"info", trace.toString()},
            {"config"},
            {"--help"},
            {"compare", trace.toString(), trace.toString(), "--csv"}
        };
        for (String[] command : commands) {
            CommandRun r = runWithLimitedOutput(10, "No space left on device", command);
            assertEquals(1, r.code(), command[0]);
            assertEquals("traceglass: can't write the output: No space left on device", r.errorLine());
        }
    }

    @Test
    void aClosedPipeStopsTheWorkWithoutAnError() {
        long rows = 2_000_000;
        CommandRun r = runWithLimitedOutput(
                100, "Broken pipe", "query", "select range as a from range(" + rows + ")", trace.toString());
        assertEquals(0, r.code(), r.err());
        assertEquals("", r.err());
        assertTrue(r.out().startsWith("\"a\"\n0\n1\n"), r.out());
    }

    @Test
    void readsATraceFromAPipe() throws Exception {
        CommandRun whole = run("query", "select count(*) as n, min(ts) as t from slice", trace.toString());
        InputStream in = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(trace)));
            CommandRun r = run("query", "select count(*) as n, min(ts) as t from slice", "-");
            assertEquals(0, r.code(), r.err());
            assertEquals(whole.out(), r.out());
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(trace)));
            CommandRun info = run("info", "-");
            assertEquals(0, info.code(), info.err());
            List<String> lines = run("info", trace.toString()).out().lines().toList();
            assertEquals(
                    lines.subList(2, lines.size()), info.out().lines().skip(2).toList());
            assertTrue(
                    info.out().matches("(?s)File {15}standard input\nSize {15}[\\d.]+.MB uncompressed\n.*"),
                    info.out());
            System.setIn(new ByteArrayInputStream(new byte[0]));
            assertEquals(
                    "traceglass: standard input is empty (0 bytes)",
                    run("info", "-").err().strip());
        } finally {
            System.setIn(in);
        }
        Path pipe = folder.resolve("pipe");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo"))
                && new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            try (OutputStream out = Files.newOutputStream(pipe)) {
                Files.copy(trace, out);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        CommandRun r = run("query", "select count(*) as n, min(ts) as t from slice", pipe.toString());
        writer.join();
        assertEquals(whole.out(), r.out(), r.err());
    }
}
