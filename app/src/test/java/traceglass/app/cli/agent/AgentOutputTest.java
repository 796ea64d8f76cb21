package traceglass.app.cli.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.store.text.Json;

/// Tests the output for agents: `query --agent`.
class AgentOutputTest {

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.writeString(
                folder.resolve("agent.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"agent\", \"ts\": 1, \"dur\": 5}]");
    }

    private CommandRun query(Object... args) {
        return CommandRun.of(Stream.concat(Stream.of("query", "--agent", "--no-cache"), Stream.of(args))
                .toArray());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> error(CommandRun run) {
        Map<String, Object> json = (Map<String, Object>) Json.read(run.err().strip());
        return (Map<String, Object>) json.get("error");
    }

    @Test
    void resultsAreMarkdownTablesWithNumbersOfRows() {
        assertEquals(
                """
                | a | b | c |
                | --- | --- | --- |
                | 1 | x\\|y⏎\\\\z | NULL |

                1 row.

                | d |
                | --- |

                No rows.
                """,
                query("SELECT 1 AS a, 'x|y' || chr(10) || '\\z' AS b, NULL AS c; SELECT 1 AS d LIMIT 0", trace)
                        .assertExitCode(0)
                        .out());
    }

    @Test
    void longResultsAreTruncatedAndSayHowToGetTheRest() {
        List<String> rows = query("--max-rows=3", "SELECT i FROM range(4812) t(i)", trace)
                .assertExitCode(0)
                .out()
                .lines()
                .toList();
        assertEquals(List.of("| i |", "| --- |", "| 0 |", "| 1 |", "| 2 |", ""), rows.subList(0, 6));
        assertTrue(rows.getLast().startsWith("Showing 3 of 4812 rows (--max-rows 3)."), rows.getLast());
        assertTrue(rows.getLast().contains("LIMIT 3 OFFSET 3") && rows.getLast().contains("--mode csv -o FILE"));
        String many = query("SELECT i FROM range(3000000) t(i)", trace)
                .assertExitCode(0)
                .out();
        assertEquals(104, many.lines().count());
        assertTrue(many.contains("Showing 100 of more than 1000000 rows (--max-rows 100)."), many);
        String all = query("--max-rows=0", "--max-bytes=0", "SELECT i FROM range(5000) t(i)", trace)
                .assertExitCode(0)
                .out();
        assertTrue(all.endsWith("| 4999 |\n\n5000 rows.\n"), () -> all.substring(all.length() - 80));
    }

    @Test
    void bytesAndCellsAreLimited() {
        String bytes = query(
                        "SELECT repeat('€', 100) AS t FROM range(100); SELECT 7 AS seven UNION ALL SELECT 8", trace)
                .assertExitCode(0)
                .out();
        int size = bytes.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(size > 20_000 && size < 25_000, () -> size + " bytes");
        assertTrue(bytes.contains("Showing 78 of 100 rows (--max-bytes 24000)."), bytes);
        assertTrue(bytes.contains("| seven |\n| --- |\n| 7 |\n\nShowing 1 of 2 rows"), "each result shows a row");
        String cells = query("--max-cell=5", "SELECT 'abcde' AS a, 'abcd😀f' AS b, 1234567 AS c", trace)
                .assertExitCode(0)
                .out();
        assertTrue(cells.contains("| abcde | abcd… (3 more) | 12345… (2 more) |"), cells);
        assertTrue(cells.contains("Truncated 2 cells to 5 characters (--max-cell)."), cells);
    }

    @Test
    void errorsAreJsonWithStatementPositionAndHint() {
        CommandRun run =
                query("SELECT 1 AS one;\nSELECT nam\nFROM slice", trace).assertExitCode(1);
        assertTrue(run.out().startsWith("| one |"), run.out());
        run.errorLine();
        Map<String, Object> error = error(run);
        assertEquals("sql", error.get("kind"));
        assertTrue(error.get("message").toString().startsWith("no such column: nam"), error::toString);
        assertEquals(2L, error.get("statement"));
        assertEquals("SELECT nam\nFROM slice", error.get("sql"));
        assertEquals(List.of(2L, 8L), List.of(error.get("line"), error.get("column")));
        assertEquals("Did you mean name?", error.get("hint"));
        String table = error(query("SELECT * FROM zzzzzz", trace).assertExitCode(1))
                .get("hint")
                .toString();
        assertTrue(table.contains("sqlite_master"), table);
    }

    @Test
    @Timeout(60)
    void otherErrorsAreJsonToo() {
        Map<String, Object> gone =
                error(query("SELECT 1", folder.resolve("absent")).assertExitCode(1));
        assertEquals("trace", gone.get("kind"));
        assertTrue(gone.get("message").toString().contains("absent"), gone::toString);
        Map<String, Object> slow =
                error(query("--timeout=200ms", "SELECT count(*) FROM range(100000000000) a(i) WHERE i % 3 = 1", trace)
                        .assertExitCode(124));
        assertEquals("timeout", slow.get("kind"));
        assertTrue(slow.get("hint").toString().contains("--timeout"), slow::toString);
        CommandRun.of("query", "--max-rows=5", "SELECT 1", trace)
                .assertExitCode(2)
                .errorLine();
        query("--max-rows=-5", "SELECT 1", trace).assertExitCode(2).errorLine();
    }

    @Test
    void anExplicitModeHasNoLimits() throws Exception {
        Path file = folder.resolve("all.csv");
        query("--mode=csv", "-o", file, "SELECT i FROM range(5000) t(i)", trace).assertExitCode(0);
        assertEquals(5001, Files.readAllLines(file).size());
        assertEquals(
                "kind",
                error(query("--mode=csv", "SELECT absent FROM slice", trace).assertExitCode(1))
                        .keySet()
                        .iterator()
                        .next());
    }

    /// A separate process reads the variables; tests run with TRACEGLASS_AGENT=0.
    @Test
    @Timeout(120)
    void variablesOfAgentsChooseTheirOutput() throws Exception {
        assertEquals("| a |\n| --- |\n| 1 |\n\n1 row.\n", inEnvironment(Map.of("CLAUDECODE", "1")));
        assertEquals("\"a\"\n1\n", inEnvironment(Map.of("CLAUDECODE", "1", "TRACEGLASS_AGENT", "0")));
    }

    private String inEnvironment(Map<String, String> variables) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx300m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "traceglass.app.start.Main",
                "query",
                "--no-cache",
                "SELECT 1 AS a",
                trace.toString());
        builder.environment().remove("TRACEGLASS_AGENT");
        builder.environment().putAll(variables);
        Path out = folder.resolve("out");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("err")));
        return Files.readString(out);
    }

    @Test
    void textOfTheTraceCantControlATerminal() {
        String out = query("SELECT chr(27) || '[2J' || chr(155) || '31m' || chr(8238) AS \"n\u001b[1m\"", trace)
                .assertExitCode(0)
                .out();
        assertTrue(out.contains("·[2J·31m·") && out.contains("n·[1m"), out);
        CommandRun failed =
                query("SELECT * FROM \"no\u001b[2J\u202esuch\"", trace).assertExitCode(1);
        assertFalse(failed.err().matches("(?s).*[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e].*"), failed.err());
        assertTrue(failed.err().contains("such"), failed.err());
    }
}
