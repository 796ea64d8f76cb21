package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.config;
import static traceglass.record.testing.TestRecording.end;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.FakeProbe;
import traceglass.record.testing.FakeService;
import traceglass.record.testing.TestRecording;

/// Tests how the service and the programs of this computer are found, and recording in the background, with a fake
/// service and scripts as programs.
@EnabledOnOs(OS.LINUX)
class LocalTargetTest {

    @TempDir
    Path folder;

    private FakeService service;

    @BeforeEach
    void start() throws Exception {
        service = new FakeService();
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
    }

    private Map<String, String> environment(String path) {
        return Map.of(ServiceSockets.CONSUMER_VARIABLE, service.socket().toString(), "PATH", path);
    }

    private Path script(String name, String text) throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path script = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + text);
        assertTrue(script.toFile().setExecutable(true));
        return bin;
    }

    private static String texts(TargetReport report) {
        // The availability of kernel events depends on the computer.
        return report.checks().stream()
                .filter(c -> !c.label().equals("Kernel events"))
                .map(c -> c.label() + ": " + c.value() + " (" + c.state() + ")")
                .collect(Collectors.joining("; "));
    }

    @Test
    void reportsTheServiceOfTheEnvironment() {
        LocalTarget target = new LocalTarget(null, environment(""));
        TargetReport report = target.inspect();
        assertEquals(
                "Tracing service: v56.0 (OK); Socket: " + service.socket() + " (OK); Data sources: 2 (OK)",
                texts(report));
        assertEquals(Set.of("linux.process_stats", "linux.sys_stats"), report.dataSources());
        assertEquals(0, report.sdk());
        assertTrue(report.memoryBytes() > 1 << 20);
        assertEquals(RecordingTarget.State.READY, target.state());
        assertEquals("", target.help());
    }

    @Test
    void warnsIfNoProbesAreRunning() {
        service.sources.clear();
        service.version = "";
        TargetReport report = new LocalTarget(null, environment("")).inspect();
        assertEquals(
                "Tracing service: running (OK); Socket: " + service.socket() + " (OK); Data sources: none (WARNING)",
                texts(report));
        assertNull(report.dataSources());
        assertTrue(report.isReady());
    }

    @Test
    void recordsFromTheServiceOfTheEnvironment() throws Exception {
        SessionView v = end(TestRecording.start(
                new LocalTarget(null, environment("")), RING + "duration_ms: 50\n" + STATS, folder.resolve("t")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertArrayEquals(FakeService.trace(List.of("one", "two")), Files.readAllBytes(v.file()));
    }

    @Test
    void explainsMissingDaemonsInTheChosenFolder() {
        LocalTarget target = new LocalTarget(folder, environment(""));
        RecordProblem empty = assertThrows(RecordProblem.class, () -> target.connect(config(STATS)));
        assertEquals(
                "traced was not found in " + folder + ". Choose the folder that contains traced and traced_probes.",
                empty.getMessage());
        assertEquals(RecordingTarget.State.UNAVAILABLE, target.state());
        assertTrue(target.help().startsWith("Install the package perfetto"), target.help());
    }

    @Test
    void recordsWithoutAServiceOnTheNamedSocketAndReportsIt() throws Exception {
        Path socket = folder.resolve("gone");
        for (boolean exists : List.of(false, true)) {
            if (exists) {
                Files.createFile(socket);
            }
            LocalTarget gone = new LocalTarget(
                    null,
                    Map.of(
                            ServiceSockets.CONSUMER_VARIABLE,
                            socket.toString(),
                            ServiceSockets.PRODUCER_VARIABLE,
                            folder.resolve("producers").toString()),
                    null,
                    List.of(new FakeProbe("linux.process_stats", "")));
            TargetReport.Check check = gone.inspect().checks().get(1);
            assertEquals(TargetReport.State.WARNING, check.state());
            assertTrue(check.help().startsWith("No service listens on " + socket), check.help());
            SessionView v = end(TestRecording.start(
                    gone,
                    RING + "duration_ms: 50 data_sources { config { name: \"linux.process_stats\" } }",
                    folder.resolve("t")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertTrue(
                    v.log().stream()
                            .anyMatch(l -> l.level() == LogEntry.Level.WARNING
                                    && l.text().contains("No service listens on " + socket)
                                    && l.text().contains("unset")),
                    () -> v.log().toString());
        }
    }

    @Test
    void usesTheUsualSocketsIfNoneIsNamed() {
        assertEquals(
                List.of(Path.of("/run/perfetto/traced-consumer.sock"), Path.of("/tmp/perfetto-consumer")),
                ServiceSockets.candidates(Map.of()));
        assertEquals(
                ServiceSockets.candidates(Map.of()),
                ServiceSockets.candidates(Map.of(ServiceSockets.CONSUMER_VARIABLE, "")));
        assertEquals(service.socket(), ServiceSockets.find(environment("")));
        assertNull(ServiceSockets.find(
                Map.of(ServiceSockets.CONSUMER_VARIABLE, folder.resolve("gone").toString())));
    }

    @Test
    void findsTheDaemonsInTheChosenFolderOrOnThePath() throws Exception {
        Path bin = script("traced", "");
        assertEquals(
                Optional.of(new Daemons.Programs(bin.resolve("traced"), null)),
                Daemons.find(null, Map.of("PATH", ":" + folder.resolve("gone") + ":" + bin)));
        script("traced_probes", "");
        Daemons.Programs both = new Daemons.Programs(bin.resolve("traced"), bin.resolve("traced_probes"));
        assertEquals(Optional.of(both), Daemons.find(bin, Map.of()));
        // A folder with a subfolder "bin", as in release archives.
        assertEquals(Optional.of(both), Daemons.find(folder, Map.of()));
        assertTrue(bin.resolve("traced").toFile().setExecutable(false));
        assertEquals(Optional.empty(), Daemons.find(bin, Map.of()));
    }

    @Test
    void reportsADaemonThatEndsImmediately() throws Exception {
        Path bin = script("traced", "echo starting\necho 'cannot bind the socket'\necho\n");
        RecordProblem p =
                assertThrows(RecordProblem.class, () -> new LocalTarget(bin, Map.of()).connect(config(STATS)));
        assertEquals(Kind.NOT_FOUND, p.kind());
        assertEquals(bin.resolve("traced") + " ended immediately: cannot bind the socket", p.getMessage());
    }

    @Test
    void recordsInTheBackgroundAndFetchesTheTrace() throws Exception {
        // Arguments: --background -c CONFIG -o FILE.
        Path bin = script("perfetto", "cat \"$3\" > \"$5\"\necho notice\necho 2147483647\n");
        LocalTarget target = new LocalTarget(null, environment(bin + ":/bin:/usr/bin"));
        String key = "test-" + ProcessHandle.current().pid();
        DetachedRecording detached = target.detach(config(RING + "duration_ms: 60000\n" + STATS), key);
        Path file = Path.of(detached.path());
        try {
            assertEquals(
                    new DetachedRecording(
                            key,
                            "local",
                            "This computer",
                            Integer.MAX_VALUE,
                            Path.of(System.getProperty("java.io.tmpdir"), key + ".pftrace")
                                    .toAbsolutePath()
                                    .toString(),
                            detached.startedMs(),
                            60000),
                    detached);
            byte[] expected = config(RING + "duration_ms: 60000\n" + STATS).toByteArray();
            SessionView v = end(Session.start("This computer", () -> target.fetch(detached), folder.resolve("t")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertArrayEquals(expected, Files.readAllBytes(v.file()));
            assertFalse(Files.exists(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Test
    void explainsWhyItCannotRecordInTheBackground() throws Exception {
        Path bin = script("perfetto", "echo first\necho 'no buffers'\nexit 1\n");
        LocalTarget target = new LocalTarget(null, environment(bin.toString()));
        ConfigRefused refused = assertThrows(ConfigRefused.class, () -> target.detach(config(STATS), "k"));
        assertEquals("perfetto does not accept the config: no buffers", refused.getMessage());
        script("perfetto", "echo no process id\n");
        assertThrows(ConfigRefused.class, () -> target.detach(config(STATS), "k"));
        RecordProblem notInstalled = assertThrows(
                RecordProblem.class, () -> new LocalTarget(null, environment(":")).detach(config(STATS), "k"));
        assertTrue(notInstalled.getMessage().startsWith("perfetto is not installed."), notInstalled.getMessage());
        RecordProblem noService = assertThrows(
                RecordProblem.class,
                () -> new LocalTarget(
                                bin,
                                Map.of(
                                        ServiceSockets.CONSUMER_VARIABLE,
                                        folder.resolve("gone").toString()))
                        .detach(config(STATS), "k"));
        assertTrue(
                noService.getMessage().startsWith("No permanent tracing service is running"), noService.getMessage());
    }

    @Test
    void listsTheProcessesOfThisComputerByProgram() {
        assertTrue(new LocalTarget(null, Map.of()).processes().contains("java"));
    }
}
