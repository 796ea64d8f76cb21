package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs programs that end during a session of the real `traced`, or that can't connect to it at first.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgramEndTest {

    private static final String EVENTS = """
        buffers { size_kb: 4096 }
        duration_ms: 60000
        data_sources { config { name: "track_event" track_event_config {
          enabled_categories: "sdk.child" disabled_categories: "*" } } }
        """;

    private static final String NOBODY = "65534";

    @TempDir
    Path folder;

    private PerfettoService service;
    private Process child;
    private long other = -1;

    @BeforeEach
    void startService() throws Exception {
        service = new PerfettoService(folder, null);
        service.startService();
    }

    @AfterEach
    void endProcesses() {
        if (child != null) {
            child.destroyForcibly();
        }
        ProcessHandle.of(other).ifPresent(ProcessHandle::destroyForcibly);
        service.close();
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElseThrow();
    }

    private void start(List<String> prefix, String classPath, String end) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=/dev/null",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath,
                TracedChild.class.getName(),
                service.producer(),
                end));
        child = new ProcessBuilder(command)
                .redirectError(folder.resolve("child.log").toFile())
                .start();
    }

    private void assertAllEvents(Path trace) throws Exception {
        try (SdkTrace read = new SdkTrace(Files.readAllBytes(trace))) {
            assertEquals("", read.problems());
            assertEquals(
                    TracedChild.EVENTS + "|0|" + (TracedChild.EVENTS - 1),
                    read.rows("select count(*), min(int_value), max(int_value) from args where key = 'debug.i'"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"is killed", "exits", "halts", "throws", "crashes", "leaves a program behind"})
    void keepsTheEventsOfAProgramThatEnded(String end) throws Exception {
        Path out = folder.resolve("ended.pftrace");
        Process perfetto = service.startSession(out, EVENTS);
        start(List.of(), System.getProperty("java.class.path"), end);
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", lines.readLine());
            if (end.equals("is killed")) {
                child.destroyForcibly();
            } else {
                child.getOutputStream().write('\n');
                child.getOutputStream().flush();
            }
            if (end.equals("leaves a program behind")) {
                other = Long.parseLong(lines.readLine());
            }
            assertTrue(child.waitFor(60, TimeUnit.SECONDS));
        }
        if (other != -1) {
            assertTrue(ProcessHandle.of(other).isPresent());
        }
        // The service needs a moment to notice the closed connection.
        Thread.sleep(200);
        PerfettoService.stop(perfetto);
        assertAllEvents(out);
    }

    /// The program runs as a user who can't open the socket at first.
    @Test
    void continuesWithoutPermissionsAndConnectsOnceGranted() throws Exception {
        Path classes = copyClasses();
        List<String> asNobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        assumeTrue(canRun(asNobody), "only root can run programs as another user, if they may read the JDK");
        Path out = folder.resolve("allowed.pftrace");
        Process perfetto = service.startSession(out, EVENTS);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path socket = Path.of(service.producer());
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        start(asNobody, classes.toString(), "is refused first");
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("refused", lines.readLine());
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
            assertEquals("ready", lines.readLine());
        }
        PerfettoService.stop(perfetto);
        assertAllEvents(out);
    }

    private boolean canRun(List<String> prefix) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(java(), "-version"));
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("version.log").toFile())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /// Copies the classes of the SDK and of the program to a world-readable folder.
    private Path copyClasses() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("classes"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path from = Path.of(entry, "traceglass", "sdk");
            if (Files.isDirectory(from)) {
                try (Stream<Path> files = Files.walk(from)) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".class")).toList()) {
                        Path to = copy.resolve(Path.of(entry).relativize(file).toString());
                        Files.createDirectories(to.getParent());
                        Files.copy(file, to);
                    }
                }
            }
        }
        try (Stream<Path> paths = Files.walk(copy)) {
            for (Path path : paths.toList()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        return copy;
    }
}
