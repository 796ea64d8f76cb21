package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests commands whose trace is a device or a pipe.
class StandardInputTest {

    @TempDir
    Path folder;

    @BeforeEach
    void needsLinux() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "uses devices and pipes of Linux");
    }

    @Test
    void endlessDevicesAreRefused() {
        for (List<String> line : List.of(
                List.of("info", "/dev/zero"),
                List.of("query", "select 1", "/dev/zero"),
                List.of("trace-size", "/dev/zero"),
                List.of(
                        "convert",
                        "json",
                        "/dev/zero",
                        "-o",
                        folder.resolve("out").toString()))) {
            assertEquals(
                    "traceglass: zero has only zeros at its start, as files have that were never written completely",
                    CommandRun.of(line.toArray()).ends(1).errorLine());
        }
    }

    @Test
    void endlessTextsAreRefused() throws Exception {
        assertEquals(
                "traceglass: can't read the SQL in /dev/zero: it is larger than 64 MB",
                CommandRun.of("query", "-f", "/dev/zero", "t").ends(1).errorLine());
        Path trace = Files.writeString(folder.resolve("t.json"), "[]");
        String error = CommandRun.of("summarize", "--no-cache", trace, "--spec", "/dev/zero")
                .ends(1)
                .errorLine();
        assertTrue(error.endsWith("it is larger than 64 MB"), error);
    }

    @Test
    void waitsForTheWriterOfAPipeUntilItIsInterrupted() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo is not installed");
        try (StartedProgram info = StartedProgram.start(folder, Map.of(), "info", "--no-cache", pipe)) {
            info.awaitWord("traceglass: waiting for data from " + pipe + "; Ctrl+C ends");
            info.kill("INT");
            assertEquals(130, info.exitCode(), info.err());
        }
        try (StartedProgram info = StartedProgram.start(folder, Map.of(), "info", "--no-cache", pipe)) {
            info.awaitWord("traceglass: waiting for data");
            Files.writeString(
                    pipe, "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]");
            assertEquals(0, info.exitCode(), info.err());
            assertTrue(info.out().startsWith("File               pipe\n"), info.out());
        }
    }

    @Test
    void anInterruptedCopyLeavesNothing() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo is not installed");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        try (StartedProgram info = StartedProgram.start(folder, environment, "info", "--no-cache", pipe);
                var out = Files.newOutputStream(pipe)) {
            out.write("[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}"
                    .repeat(2000)
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));
            out.flush();
            for (int i = 0; i < 600 && count(temporary, "traceglass-stream-") == 0; i++) {
                Thread.sleep(50);
            }
            assertEquals(1, count(temporary, "traceglass-stream-"), info.err());
            info.kill("INT");
            assertEquals(130, info.exitCode(), info.err());
        }
        assertEquals(0, count(temporary, "traceglass-"));
    }

    private static long count(Path folder, String prefix) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().startsWith(prefix))
                    .count();
        }
    }
}
