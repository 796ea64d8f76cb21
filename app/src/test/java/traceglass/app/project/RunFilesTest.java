package traceglass.app.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {

    @TempDir
    Path folder;

    private static final Path A = Path.of("/traces/a b.pftrace");
    private static final Path B = Path.of("/traces/ü.json");

    private static List<List<Path>> traces(RunFiles files) {
        return files.readOthers().interrupted().stream()
                .map(RunFiles.Interrupted::traces)
                .toList();
    }

    /// Another run of the program: records two traces, reports that, and waits to be killed.
    static final class OtherRun {

        private OtherRun() {}

        public static void main(String[] args) throws Exception {
            RunFiles files = new RunFiles(Path.of(args[0]));
            files.write(List.of(A, B));
            System.out.println("open");
            Thread.sleep(TimeUnit.MINUTES.toMillis(2));
        }
    }

    @Test
    void aRunThatWasKilledIsFoundAndARunningOneIsNot() throws Exception {
        Process run = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dfile.encoding=UTF-8",
                        "-Dsun.jnu.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherRun.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        RunFiles files = new RunFiles(folder);
        try (var out = run.inputReader()) {
            assertEquals("open", out.readLine());
            assertEquals(List.of(), traces(files), "it is still running");
            assertEquals(1, files.readOthers().running());
        } finally {
            run.destroyForcibly().waitFor();
        }
        assertEquals(List.of(List.of(A, B)), traces(files));
        files.readOthers().interrupted().forEach(files::remove);
        assertEquals(List.of(), traces(files));
    }

    @Test
    void aNormalExitLeavesNoFiles() throws IOException {
        RunFiles run = new RunFiles(folder);
        run.write(List.of(A));
        run.write(List.of(B, A));
        run.write(List.of());
        try (var remaining = Files.list(folder)) {
            assertEquals(0, remaining.count());
        }
        run.write(List.of(A));
        assertEquals(List.of(), traces(new RunFiles(folder)), "this run continues");
        run.write(List.of());
    }

    @Test
    void aShorterListReplacesALongerOne() throws IOException {
        RunFiles run = new RunFiles(folder);
        run.write(List.of(A, B));
        run.write(List.of(B));
        Path copy;
        try (var files = Files.list(folder)) {
            copy = Files.copy(files.findFirst().orElseThrow(), folder.resolve("1-1.open"));
        }
        assertTrue(Files.exists(copy));
        assertEquals(List.of(List.of(B)), traces(new RunFiles(folder)));
        run.write(List.of());
    }
}
