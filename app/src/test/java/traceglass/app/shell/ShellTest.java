package traceglass.app.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.TerminalText;
import traceglass.app.testing.SampleFile;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class ShellTest {

    @TempDir
    Path folder;

    private TraceStore store;
    private SqlSession session;
    private final ModuleLibrary library = new ModuleLibrary();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void openTheSample() throws Exception {
        store = TraceOpener.open(
                        SampleFile.in(folder), StoreOptions.uncached().withTempDir(folder), new ImportProgress())
                .store();
        session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, library);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        store.close();
    }

    private Shell shell(ShellInput input) throws IOException {
        return new Shell(
                session,
                library,
                input,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                TerminalText.cleaner(input.isTerminal()));
    }

    private int run(String lines) throws IOException {
        out.reset();
        err.reset();
        return shell(ShellInput.piped(new BufferedReader(new StringReader(lines))))
                .run();
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int countTables(Path file) throws SQLException {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT count(*) FROM sqlite_master WHERE type = 'table'")) {
            r.next();
            return r.getInt(1);
        }
    }

    @Test
    void runsStatementsOverSeveralLines() throws IOException {
        assertEquals(0, run("SELECT 1 AS a,\n  'x;y' AS b -- not; yet\n;\nSELECT 2 AS c;"));
        assertEquals("\"a\",\"b\"\n1,\"x;y\"\n\n\"c\"\n2\n", text());
    }

    @Test
    void stopsPipedInputAtTheFirstErrorWithItsPosition() throws IOException {
        assertEquals(1, run("SELECT 1 AS a;\nSELECT nope\nFROM slice;\nSELECT 3 AS c;"));
        assertFalse(text().contains("c"));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).startsWith("line 1, column 8: no such column: nope"),
                err::toString);
    }

    @Test
    void printsTheSameRowsInEveryMode() throws IOException {
        String query = "SELECT 'a' AS name, 1.5 AS n, NULL AS none;\n";
        run(".mode table\n" + query);
        assertEquals("name  n    none\n────  ───  ────\na     1.5  NULL\n", text());
        run(".mode tsv\n" + query);
        assertEquals("name\tn\tnone\na\t1.5\t\n", text());
        run(".mode json\n" + query);
        assertEquals("[\n{\"name\":\"a\",\"n\":1.5,\"none\":null}\n]\n", text());
        run(".mode line\n" + query);
        assertEquals("name = a\n   n = 1.5\nnone = NULL\n\n", text());
        assertEquals(1, run(".mode strange\n"));
    }

    @Test
    void onlyModeCsvDistinguishesIntegersAndReals() throws IOException {
        String query = "SELECT iif(1, 0, 0.5) AS n;\n";
        run(".mode csv\n" + query);
        assertEquals("\"n\"\n0\n", text());
        run(".mode jsonl\n" + query);
        assertEquals("{\"n\":0.0}\n", text());
    }

    @Test
    void listsTablesAndTheirColumns() throws IOException {
        run(".tables thread*\n.schema flow\n");
        assertTrue(text().contains("\"thread_state\""), text());
        assertTrue(text().contains("\"slice_out\",\"BIGINT\""), text());
        assertFalse(text().contains("_intrinsic"), text());
        assertEquals(1, run(".schema nothing\n"));
        assertEquals(1, run(".nothing\n"));
    }

    @Test
    void readsSqlFilesAndWritesResults() throws IOException {
        Path sql = Files.writeString(folder.resolve("q.sql"), "SELECT 5 AS five;");
        Path csv = folder.resolve("r.csv");
        assertEquals(0, run(".read " + sql + "\nSELECT 'a,b' AS x UNION ALL SELECT 'c';\n.export " + csv + "\n"));
        assertTrue(text().startsWith("\"five\"\n5\n"), text());
        assertEquals("x\r\n\"a,b\"\r\nc\r\n", Files.readString(csv));
        Path json = folder.resolve("r.json");
        run(".export " + json + " SELECT 1 AS n UNION ALL SELECT 2\n");
        assertEquals("[\n{\"n\":1},\n{\"n\":2}\n]\n", Files.readString(json));
        assertEquals(1, run(".export " + folder.resolve("r.strange") + " SELECT 1\n"));
    }

    @Test
    void writesTheTraceAsAnSqliteDatabase() throws Exception {
        Path file = folder.resolve("trace.sqlite");
        assertEquals(0, run(".dump " + file + "\n"), err::toString);
        assertTrue(countTables(file) > 50);
    }

    @Test
    void completesMatchingNames() throws IOException {
        Shell shell = shell(ShellInput.piped(new BufferedReader(new StringReader(""))));
        ShellCompleter completer = new ShellCompleter(session, library, new DotCommands(shell, System.out));
        assertTrue(completer.names("SELECT * FROM thread_st").contains("thread_state"));
        assertEquals(List.of("s.track_id"), completer.names("SELECT * FROM slice AS s WHERE s.track"));
        assertTrue(completer.names("INCLUDE PERFETTO MODULE slices.w").contains("slices.with_context"));
        assertEquals(List.of(".mode", ".modules"), completer.names(".mo"));
        assertEquals(List.of("json", "jsonl"), completer.names(".mode j"));
        assertTrue(completer.names("SELECT arg_ma").contains("arg_max"));
    }

    private static final String ESCAPE_SEQUENCES = "SELECT chr(27) || '[2J' || chr(155) || '31m' || chr(8238) AS name";

    @Test
    void pipedResultsKeepControlCharacters() throws IOException {
        run(ESCAPE_SEQUENCES + ";");
        assertEquals("\"name\"\n\"\u001b[2J\u009b31m\u202e\"\n", text());
        run(".mode tsv\n" + ESCAPE_SEQUENCES + ";");
        assertEquals("name\n\u001b[2J\u009b31m\u202e\n", text());
    }

    @Test
    @Timeout(60)
    void aTerminalGetsNoControlCharactersFromTheTraceInAnyMode() throws Exception {
        try (Terminal terminal = TerminalBuilder.builder()
                .system(false)
                .dumb(true)
                .streams(new PipedInputStream(new PipedOutputStream()), new ByteArrayOutputStream())
                .build()) {
            for (String mode : List.of("table", "csv", "rfc_csv", "tsv", "json", "jsonl", "markdown", "line")) {
                out.reset();
                Shell shell = shell(ShellInput.on(terminal));
                shell.run(".mode " + mode);
                assertTrue(shell.run(ESCAPE_SEQUENCES + ", '\u001b]0;x\u0007' AS \"c\u001b[1m\""));
                assertTrue(text().contains(mode.startsWith("json") ? "[2J·31m·" : "·[2J·31m·"), text());
                assertFalse(
                        text().replace("\r\n", "\n").matches("(?s).*[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e].*"),
                        text());
            }
        }
        assertFalse(shell(ShellInput.piped(null)).run("SELECT * FROM \"no\u001b[2Jsuch\""));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("no·[2Jsuch"), err::toString);
    }

    @Test
    @Timeout(60)
    void ctrlCCancelsAStatementAndTheShellContinues() throws Exception {
        PipedOutputStream keys = new PipedOutputStream();
        CountDownLatch ended = new CountDownLatch(1);
        try (Terminal terminal = TerminalBuilder.builder()
                .system(false)
                .dumb(true)
                .streams(new PipedInputStream(keys), new ByteArrayOutputStream())
                .build()) {
            Shell shell = shell(ShellInput.on(terminal));
            Thread typing = Thread.ofPlatform().start(() -> {
                try {
                    keys.write("SELECT count(*) FROM range(100000000000) a(i) WHERE i % 3 = 1;\n"
                            .getBytes(StandardCharsets.US_ASCII));
                    keys.flush();
                    while (!session.statement().contains("range(100000000000)")) {
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                    // A statement that has not started yet can't be canceled.
                    while (err.size() == 0) {
                        terminal.raise(Terminal.Signal.INT);
                        TimeUnit.MILLISECONDS.sleep(20);
                    }
                    keys.write("SELECT 7 AS seven;\n.quit\n".getBytes(StandardCharsets.US_ASCII));
                    keys.flush();
                    // A pipe whose writer has ended counts as broken.
                    ended.await();
                } catch (IOException | InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertEquals(0, shell.run());
            ended.countDown();
            typing.join();
        }
        assertEquals("canceled", err.toString(StandardCharsets.UTF_8).strip());
        assertTrue(text().contains("seven"), text());
    }

    @Test
    void printsLongResultsCorrectlyInEveryModeIfTheQueryIsRestarted() throws Exception {
        // The product overflows its type from row 214,749 on; the query has more rows than are buffered.
        String query = "SELECT i::INTEGER * 10000 AS x FROM range(260000) t(i)";
        for (String mode : List.of("table", "csv", "tsv", "json", "line")) {
            assertEquals(0, run(".mode " + mode + "\n" + query + ";\n"), () -> mode + ": " + err);
            long[] numbers = java.util.regex.Pattern.compile("\\d+")
                    .matcher(text())
                    .results()
                    .mapToLong(m -> Long.parseLong(m.group()))
                    .toArray();
            assertEquals(
                    -1,
                    java.util.Arrays.mismatch(
                            java.util.stream.LongStream.range(0, 260_000)
                                    .map(i -> i * 10_000)
                                    .toArray(),
                            numbers),
                    mode);
        }
        Path file = folder.resolve("x.csv");
        assertEquals(0, run(".export " + file + " SELECT 7 AS seven; " + query + ";\n"), err::toString);
        List<String> lines = Files.readAllLines(file);
        assertEquals(260_003, lines.size());
        assertEquals(List.of("seven", "7", "x", "0", "10000"), lines.subList(0, 5));
        assertEquals("2599990000", lines.getLast());
    }

    @Test
    void aResultThatFailsMidwayEndsWithAnError() throws Exception {
        for (String mode : List.of("table", "csv", "tsv", "json", "line")) {
            assertEquals(
                    1,
                    run(".mode " + mode
                            + "\n"
                            + "SELECT CASE WHEN i = 499999 THEN error('no such row') ELSE i END AS i FROM"
                            + " range(500000) t(i);\n"),
                    mode);
            assertTrue(err.toString(StandardCharsets.UTF_8).contains("no such row"), err::toString);
            assertTrue(text().contains("12345"), mode);
            assertTrue(
                    text().endsWith("\n") || mode.equals("json") && text().endsWith("}"),
                    () -> mode + ": " + text().substring(text().length() - 40));
        }
    }
}
