package traceglass.app.cli.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.protos.processor.TraceSummary;

class SummarizeCommandTest {

    private static final String SPEC = """
            metric_spec { id: 'total' value: 'total' query {
              table { table_name: 'slice' }
              group_by { aggregates { column_name: 'dur' op: SUM result_column_name: 'total' } } } }
            metric_spec { id: 'other' value: 'absent' query { table { table_name: 'slice' } } }
            query { id: 'names' sql { sql: 'SELECT name AS key, name AS value FROM slice' } }
            """;

    @TempDir
    Path folder;

    @Test
    void metricsArePrintedInEachFormat() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("t.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"summed\", \"ts\": 1, \"dur\": 5}]");
        Path spec = Files.writeString(folder.resolve("spec.textproto"), SPEC);
        String text = CommandRun.of(
                        "summarize",
                        "--no-cache",
                        trace,
                        "--spec",
                        spec,
                        "--metrics-v2=total",
                        "--metadata-query=names")
                .assertExitCode(0)
                .out();
        assertTrue(text.startsWith("metadata {\n  key: \"summed\""), text);
        assertTrue(text.contains("    values {\n      double_value: 5000.000000\n"), text);
        byte[] binary = CommandRun.of("summarize", "--no-cache", trace, spec, "--metrics-v2=total", "--format=binary")
                .assertExitCode(0)
                .bytes();
        assertEquals(
                5000.0,
                TraceSummary.parseFrom(binary)
                        .getMetricBundles(0)
                        .getRow(0)
                        .getValues(0)
                        .getDoubleValue());
        String json = CommandRun.of("summarize", "--no-cache", trace, spec, "--metrics-v2=total", "--format=json")
                .assertExitCode(0)
                .out();
        assertTrue(json.contains("\"bundleId\" : \"total\""), json);
        assertTrue(CommandRun.of("summarize", trace, spec, "--show-sql=names")
                .assertExitCode(0)
                .out()
                .startsWith("SELECT * FROM (SELECT * FROM (SELECT name AS key"));
    }

    @Test
    void problemsAreOneLine() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("u.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"other\", \"ts\": 1, \"dur\": 5}]");
        Path spec = Files.writeString(folder.resolve("spec.textproto"), SPEC);
        String absent = CommandRun.of("summarize", "--no-cache", trace, spec, "--metrics-v2=all")
                .assertExitCode(1)
                .errorLine();
        assertTrue(absent.endsWith("has no column 'absent'"), absent);
        CommandRun.of("summarize", "--no-cache", trace).assertExitCode(2).errorLine();
        CommandRun.of("summarize", trace, spec, "--format=yaml")
                .assertExitCode(2)
                .errorLine();
        CommandRun.of("summarize", "--no-cache", trace, "--spec", folder.resolve("absent"))
                .assertExitCode(1)
                .errorLine();
        Path broken = Files.writeString(folder.resolve("broken.textproto"), "metric_spec {");
        CommandRun.of("summarize", "--no-cache", trace, broken)
                .assertExitCode(1)
                .errorLine();
    }
}
