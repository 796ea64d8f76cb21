package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
    void assumeLinux() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "uses devices and pipes of Linux");
    }

    @Test
    void endlessDevicesAreRejected() {
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
                    "traceglass: zero begins with zeros only; it was probably never written completely",
                    CommandRun.of(line.toArray()).assertExitCode(1).errorLine());
        }
    }

    @Test
    void endlessTextIsRejected() throws Exception {
        assertEquals(
                "traceglass: can't read the SQL in /dev/zero: it is larger than 64 MB",
                CommandRun.of("query", "-f", "/dev/zero", "t").assertExitCode(1).errorLine());
        Path trace = Files.writeString(folder.resolve("t.json"), "[]");
        String error = CommandRun.of("summarize", "--no-cache", trace, "--spec", "/dev/zero")
                .assertExitCode(1)
                .errorLine();
        assertTrue(error.endsWith("it is larger than 64 MB"), error);
    }

    @Test
    void waitsForTheWriterOfAPipeUntilItIsInterrupted() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo is not installed");
        try (StartedProgram info = StartedProgram.start(folder, Map.of(), "info", "--no-cache", pipe)) {
            info.awaitErrorOutput("traceglass: waiting for data from " + pipe + "; press Ctrl+C to cancel");
            info.kill("INT");
            assertEquals(130, info.exitCode(), info.err());
        }
        try (StartedProgram info = StartedProgram.start(folder, Map.of(), "info", "--no-cache", pipe)) {
            info.awaitErrorOutput("traceglass: waiting for data");
            Files.writeString(
                    pipe, "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]");
            assertEquals(0, info.exitCode(), info.err());
            assertTrue(info.out().startsWith("File               pipe\n"), info.out());
        }
    }

    @Test
    void removesTheCopyOfAKilledProgramLaterAndOfAnInterruptedOneAtOnce() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path killed = copyUntil("KILL", 137, temporary);
        assertTrue(Files.exists(killed));
        Path interrupted = copyUntil("INT", 130, temporary);
        assertTrue(Files.notExists(killed));
        assertTrue(Files.notExists(interrupted));
        assertEquals(List.of(), copies(temporary));
    }

    /// Sends a signal to the program while it copies a pipe, and returns the copy.
    private Path copyUntil(String signal, int exitCode, Path temporary) throws Exception {
        Path pipe = folder.resolve("pipe" + signal);
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "mkfifo is not installed");
        List<Path> before = copies(temporary);
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        try (StartedProgram info = StartedProgram.start(folder, environment, "info", "--no-cache", pipe);
                OutputStream out = Files.newOutputStream(pipe)) {
            out.write("[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}"
                    .repeat(2000)
                    .getBytes(StandardCharsets.UTF_8));
            out.flush();
            List<Path> current = copies(temporary);
            // Wait for the copy of this process; a copy of an earlier start may still exist.
            for (int i = 0; i < 600 && (current.size() != 1 || current.equals(before)); i++) {
                Thread.sleep(50);
                current = copies(temporary);
            }
            assertEquals(1, current.size(), info.err());
            info.kill(signal);
            assertEquals(exitCode, info.exitCode(), info.err());
            return current.getFirst();
        }
    }

    private static List<Path> copies(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().startsWith("traceglass-"))
                    .toList();
        }
    }
}
