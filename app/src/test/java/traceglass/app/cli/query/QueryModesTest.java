package traceglass.app.cli.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;

class QueryModesTest {

    private static final String SQL = "SELECT 1 AS n, 'a,\"b\" | c\\d' || chr(10) || 'e' AS t, NULL AS x, 0.5 AS d";

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void writeTrace() throws Exception {
        trace = Files.writeString(
                folder.resolve("modes.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"modes\", \"ts\": 1, \"dur\": 5}]");
    }

    private String query(String mode) {
        return CommandRun.of("query", "--no-cache", "--mode=" + mode, SQL, trace)
                .assertExitCode(0)
                .out()
                .replace(System.lineSeparator(), "\n");
    }

    @Test
    void eachModePrintsItsFormat() {
        String perfetto = CommandRun.of("query", "--no-cache", SQL, trace)
                .assertExitCode(0)
                .out();
        assertEquals("\"n\",\"t\",\"x\",\"d\"\n1,\"a,\"b\" | c\\d\ne\",\"[NULL]\",0.500000\n", perfetto);
        assertEquals(perfetto, query("perfetto"));
        assertEquals(
                "n,t,x,d\r\n1,\"a,\"\"b\"\" | c\\d\ne\",,0.5\r\n",
                CommandRun.of("query", "--no-cache", "--mode=csv", SQL, trace)
                        .assertExitCode(0)
                        .out());
        assertEquals("n\tt\tx\td\n1\ta,\"b\" | c\\\\d\\ne\t\t0.5\n", query("tsv"));
        assertEquals("[\n{\"n\":1,\"t\":\"a,\\\"b\\\" | c\\\\d\\ne\",\"x\":null,\"d\":0.5}\n]\n", query("json"));
        assertEquals("{\"n\":1,\"t\":\"a,\\\"b\\\" | c\\\\d\\ne\",\"x\":null,\"d\":0.5}\n", query("jsonl"));
        assertEquals(
                "| n | t | x | d |\n| ---: | --- | ---: | ---: |\n| 1 | a,\"b\" \\| c\\\\d⏎e |  | 0.5 |\n",
                query("markdown"));
        assertTrue(query("table").startsWith("n  t              x     d\n"), query("table"));
    }

    @Test
    void aFileIsWrittenCompletelyOrNotAtAll() throws Exception {
        Path file = folder.resolve("out.csv");
        CommandRun.of("query", "--no-cache", "--mode=csv", "-o", file, "SELECT name FROM slice", trace)
                .assertExitCode(0);
        assertEquals("name\r\nmodes\r\n", Files.readString(file));
        String exists = CommandRun.of("query", "--no-cache", "-o", file, "SELECT 1", trace)
                .assertExitCode(1)
                .errorLine();
        assertTrue(exists.contains("out.csv"), exists);
        assertEquals("name\r\nmodes\r\n", Files.readString(file));
        CommandRun.of("query", "--no-cache", "--force", "-o", file, "SELECT 1 AS a", trace)
                .assertExitCode(0);
        assertEquals("\"a\"\n1\n", Files.readString(file));
        Path failed = folder.resolve("failed.csv");
        CommandRun.of("query", "--no-cache", "-o", failed, "SELECT 1; SELECT absent FROM slice", trace)
                .assertExitCode(1)
                .sqlError();
        assertFalse(Files.exists(failed));
        byte[] arrow = CommandRun.of("query", "--no-cache", "--mode=arrow", "SELECT name FROM slice", trace)
                .assertExitCode(0)
                .bytes();
        assertEquals("ARROW1", new String(arrow, 0, 6, StandardCharsets.US_ASCII));
    }

    @Test
    void unknownModesAreRejected() {
        CommandRun.of("query", "--mode=yaml", "SELECT 1", trace)
                .assertExitCode(2)
                .errorLine();
        CommandRun.of("query", "--mode=json", "--remote=x", "SELECT 1")
                .assertExitCode(2)
                .errorLine();
    }
}
