package traceglass.app.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.cli.StartedProgram;
import traceglass.sdk.posix.Posix;

/// Tests options of `record` that concern its input and output.
class RecordOptionsTest {

    private static final String COUNTERS = """
        buffers { size_kb: 1024 }
        data_sources { config { name: "linux.sys_stats" sys_stats_config { meminfo_period_ms: 50 } } }
        """;

    @TempDir
    Path folder;

    /// Runs the program with separate sockets.
    private StartedProgram run(Object... args) throws Exception {
        Assumptions.assumeTrue(Posix.isSupported(), "requires Linux");
        Map<String, String> sockets = Map.of(
                "PERFETTO_PRODUCER_SOCK_NAME",
                folder.resolve("producer").toString(),
                "PERFETTO_CONSUMER_SOCK_NAME",
                "");
        return StartedProgram.start(folder, sockets, args);
    }

    @Test
    void emptyConfigsAreReported() throws Exception {
        for (String text : List.of("", "\n", "# nothing\n")) {
            Path config = Files.writeString(folder.resolve("c.pbtxt"), text);
            String message = "traceglass: the config in " + config + " is empty; it needs a buffer and a data source;"
                    + " \"traceglass config --preset default\" prints an example";
            for (String command : List.of("record", "config")) {
                assertEquals(
                        message,
                        CommandRun.of(command, "-c", config).assertExitCode(1).errorLine());
            }
        }
        InputStream previousIn = System.in;
        try {
            System.setIn(new ByteArrayInputStream(new byte[0]));
            String error = CommandRun.of("record", "--target=local", "-c", "-")
                    .assertExitCode(1)
                    .errorLine();
            assertTrue(error.startsWith("traceglass: the config in standard input is empty; "), error);
        } finally {
            System.setIn(previousIn);
        }
    }

    @Test
    void existingFilesAreKept() throws Exception {
        Path kept = Files.writeString(folder.resolve("kept"), "notes");
        assertEquals(
                "traceglass: " + kept + " exists; use --force to replace it",
                CommandRun.of("record", "--target=local", "-t", "1s", "-o", kept)
                        .assertExitCode(1)
                        .errorLine());
        assertEquals("notes", Files.readString(kept));
        assertEquals(
                "traceglass: " + folder + " is a folder; choose a file in it",
                CommandRun.of("record", "--target=local", "--force", "-o", folder)
                        .assertExitCode(1)
                        .errorLine());
    }

    @Test
    void openNeedsAFile() {
        assertEquals(
                "traceglass: --open needs a file; use -o FILE (see traceglass record --help)",
                CommandRun.of("record", "--target=local", "--open", "-o", "-")
                        .assertExitCode(2)
                        .errorLine());
    }

    @Test
    void recordsToStandardOutput() throws Exception {
        Path config = Files.writeString(folder.resolve("c.pbtxt"), COUNTERS);
        try (StartedProgram record = run("record", "--target=local", "-t", "300ms", "-c", config, "-o", "-")) {
            assertEquals(0, record.exitCode(), record.err());
            assertTrue(record.err().contains("Recording for 300 ms"), record.err());
        }
        String sql = "select count(*) > 0 from counter";
        assertTrue(CommandRun.of("query", "--no-cache", sql, folder.resolve("out"))
                .assertExitCode(0)
                .out()
                .endsWith("\n1\n"));
    }

    @Test
    void replacesAFileWithForce() throws Exception {
        Path config = Files.writeString(folder.resolve("c.pbtxt"), COUNTERS);
        Path trace = Files.writeString(folder.resolve("t.pftrace"), "notes");
        try (StartedProgram record =
                run("record", "--target=local", "-t", "300ms", "-c", config, "--force", "-o", trace)) {
            assertEquals(0, record.exitCode(), record.err());
            assertTrue(record.out().startsWith(trace + "  "), record.out());
        }
        assertTrue(Files.size(trace) > 100);
    }

    @Test
    void listsTheCategoriesAndDataSourcesOfThisComputer() throws Exception {
        try (StartedProgram list = run("record", "--target=local", "--list")) {
            assertEquals(0, list.exitCode(), list.err());
            String out = list.out();
            assertTrue(out.startsWith("Categories (traceglass record --target local CATEGORY…)\n  cpu "), out);
            assertTrue(out.contains("\n  sched     "), out);
            assertTrue(out.contains("\nData sources (in a config)\n"), out);
            assertTrue(out.contains("\n  linux.process_stats\n"), out);
        }
    }
}
