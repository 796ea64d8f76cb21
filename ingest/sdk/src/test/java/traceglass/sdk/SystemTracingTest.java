package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sdk.posix.Posix;

/// Records through the real `traced` with the real `perfetto`; skipped where `TRACEGLASS_PERFETTO` names no folder with
/// them and they are not in the cache.
class SystemTracingTest {

    private static final Category SYSTEM = Category.of("sdk.system", "Events through the service");

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private Path bin;

    @BeforeEach
    void findTheService() {
        assumeTrue(Posix.isSupported());
        String named = System.getenv("TRACEGLASS_PERFETTO");
        bin = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin");
        assumeTrue(Files.isExecutable(bin.resolve("traced")), "no traced in " + bin);
    }

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process run(String... command) throws Exception {
        command[0] = bin.resolve(command[0]).toString();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(Path.of(command[0]).getFileName() + ".log")
                        .toFile());
        builder.environment().put("PERFETTO_PRODUCER_SOCK_NAME", producer());
        builder.environment()
                .put("PERFETTO_CONSUMER_SOCK_NAME", folder.resolve("consumer").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private String producer() {
        return folder.resolve("producer").toString();
    }

    private static void await(boolean wanted) throws InterruptedException {
        for (int i = 0; i < 500 && SYSTEM.isEnabled() != wanted; i++) {
            Thread.sleep(10);
        }
        assertEquals(wanted, SYSTEM.isEnabled());
    }

    private Process startPerfetto(Path out) throws Exception {
        Path config = Files.writeString(folder.resolve("config.txt"), """
                buffers { size_kb: 16384 }
                duration_ms: 20000
                data_sources { config { name: "track_event" track_event_config {
                  enabled_categories: "sdk.system" disabled_categories: "*" } } }
                """);
        return run("perfetto", "--txt", "-c", config.toString(), "-o", out.toString());
    }

    private void stop(Process perfetto) throws Exception {
        // Ctrl+C: the client stops the session and writes the file.
        new ProcessBuilder("kill", "-INT", Long.toString(perfetto.pid()))
                .start()
                .waitFor();
        assertTrue(perfetto.waitFor(10, TimeUnit.SECONDS));
    }

    @Test
    void recordsThroughTheServiceAndAgainAfterItRestarted() throws Exception {
        Process traced = run("traced");
        try (Tracing tracing = Tracing.initialize(new TracingSetup().address(producer()), Tracing.Backend.SYSTEM)) {
            Path out = folder.resolve("first.pftrace");
            Process perfetto = startPerfetto(out);
            await(true);
            String large = "x".repeat(20_000);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 2500; i++) {
                        Trace.event(SYSTEM, "event").arg("i", i).begin();
                        Trace.end(SYSTEM);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            for (int size : new int[] {1, 119, 120, 127, 130, 3900, 4060, 4072, 4080, 4096, 8160, 20_000}) {
                Trace.event(SYSTEM, "sized")
                        .arg("text", large.substring(0, size))
                        .instant();
            }
            stop(perfetto);
            await(false);
            try (ReadTrace trace = new ReadTrace(Files.readAllBytes(out))) {
                assertEquals("", trace.problems());
                assertEquals("10000", trace.rows("select count(*) from slice where name = 'event' and dur >= 0"));
                assertEquals(
                        "1; 119; 120; 127; 130; 3900; 4060; 4072; 4080; 4096; 8160; 20000",
                        trace.rows("select length(string_value) from args where key = 'debug.text' order by 1"));
                assertEquals(
                        Integer.toString(ProcessTrack.PID),
                        trace.rows("select distinct p.pid from slice s join thread_track k on s.track_id = k.id"
                                + " join thread t using (utid) join process p using (upid)"));
            }
            traced.destroyForcibly().waitFor();
            run("traced");
            Path second = folder.resolve("second.pftrace");
            for (int i = 0; i < 100 && !Files.exists(folder.resolve("consumer")); i++) {
                Thread.sleep(10);
            }
            Thread.sleep(1200);
            Process again = startPerfetto(second);
            await(true);
            Trace.instant(SYSTEM, "after the restart");
            stop(again);
            String bytes = Files.readString(second, StandardCharsets.ISO_8859_1);
            assertTrue(bytes.contains("after the restart"));
        }
    }
}
