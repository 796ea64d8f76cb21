package traceglass.store.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramStampTest {

    @TempDir
    Path dir;

    @Test
    void theStampChangesOnlyWithTheClassesThatReadTraces() throws Exception {
        Path ingest = Files.createDirectories(dir.resolve("traceglass/ingest/x"));
        Path app = Files.createDirectories(dir.resolve("traceglass/app"));
        Files.write(ingest.resolve("A.class"), new byte[10]);
        String before = ProgramStamp.compute(dir.toString());
        Files.write(app.resolve("Window.class"), new byte[10]);
        assertEquals(before, ProgramStamp.compute(dir.toString()));
        Files.write(ingest.resolve("A.class"), new byte[11]);
        assertNotEquals(before, ProgramStamp.compute(dir.toString()));
        assertNotEquals(before, ProgramStamp.compute("nowhere:" + dir));
    }

    @Test
    void theStampChangesOnlyWithTheJarsThatReadTraces() throws Exception {
        Path trace = Files.write(dir.resolve("traceglass-trace-0.1.0-SNAPSHOT.jar"), new byte[10]);
        Path app = Files.write(dir.resolve("traceglass-app-0.1.0-SNAPSHOT.jar"), new byte[10]);
        String classPath = trace + File.pathSeparator + app;
        String before = ProgramStamp.compute(classPath);
        Files.write(app, new byte[11]);
        assertEquals(before, ProgramStamp.compute(classPath));
        Files.write(trace, new byte[11]);
        assertNotEquals(before, ProgramStamp.compute(classPath));
    }

    @Test
    void theStampIsTheSameInEveryProcess() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        Process process = new ProcessBuilder(java, "-cp", classPath, Print.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes()).strip();
        process.waitFor(60, TimeUnit.SECONDS);
        assertEquals(ProgramStamp.compute(classPath), printed);
    }

    /// Prints the stamp of its process.
    static final class Print {
        public static void main(String[] args) {
            System.out.println(ProgramStamp.get());
        }
    }
}
