package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests adverse conditions with the real `traced`: full shared memory, flushes and clears in little memory, many
/// threads.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SystemFaultsTest {

    private static final Category FAULTS = Category.of("sdk.faults", "Events of the test");

    private static final String EVENTS = """
            buffers { size_kb: 32768 }
            duration_ms: 60000
            data_sources { config { name: "track_event" %s track_event_config {
              enabled_categories: "sdk.faults" disabled_categories: "*" } } }
            """;

    private static final String STALL_THEN_DROP = "buffer_exhausted_policy: BUFFER_EXHAUSTED_STALL_THEN_DROP";

    @TempDir
    Path folder;

    private PerfettoService service;

    @AfterEach
    void endProcesses() {
        if (service != null) {
            service.close();
        }
    }

    private Tracing connect(TracingSetup setup) throws Exception {
        Tracing tracing = Tracing.initialize(setup.address(service.producer()), Tracing.Backend.SYSTEM);
        PerfettoService.await(tracing::isConnected, true);
        return tracing;
    }

    /// Writes events during a session of the service.
    private interface Work {
        void run() throws Exception;
    }

    /// Starts the service without a TCP port.
    private Process startService() throws Exception {
        service = new PerfettoService(folder, null);
        return service.startService();
    }

    /// Records a session and returns its trace.
    ///
    /// @param connection connection to the service; must stay open during the work
    private byte[] record(String config, Tracing connection, Work work) throws Exception {
        Path out = Files.createTempFile(folder, "session", ".pftrace");
        Process perfetto = service.startSession(out, config);
        PerfettoService.await(FAULTS, true);
        work.run();
        PerfettoService.stop(perfetto);
        assertTrue(connection.isConnected());
        return Files.readAllBytes(out);
    }

    private static void writeEvents(String name, int from, int to) {
        for (int i = from; i < to; i++) {
            Trace.event(FAULTS, name).arg("i", i).instant();
        }
    }

    @Test
    void sendsEventsOverTcp() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        service = new PerfettoService(folder, "127.0.0.1:" + port);
        service.startService();
        try (Tracing tracing = connect(new TracingSetup())) {
            byte[] bytes = record(EVENTS.formatted(STALL_THEN_DROP), tracing, () -> {
                writeEvents("tcp", 0, 20_000);
                Trace.event(FAULTS, "large").arg("text", "x".repeat(100_000)).instant();
            });
            try (SdkTrace trace = new SdkTrace(bytes)) {
                assertEquals("", trace.problems());
                assertEquals(
                        "large|1; tcp|20000",
                        trace.rows("select name, count(*) from slice group by name order by name"));
                assertEquals("19999", trace.rows("select max(int_value) from args where key = 'debug.i'"));
            }
        }
    }

    @Test
    void reportsDroppedEventsOrStallsWhenSharedMemoryIsFull() throws Exception {
        Process traced = startService();
        try (Tracing tracing = connect(new TracingSetup().sharedMemory(16, 4))) {
            byte[] dropped = record(EVENTS.formatted(""), tracing, () -> {
                signal("STOP", traced);
                writeEvents("event", 0, 4000);
                signal("CONT", traced);
                Thread.sleep(300);
                writeEvents("event", 4000, 4100);
            });
            PerfettoService.await(FAULTS, false);
            try (SdkTrace trace = new SdkTrace(dropped)) {
                // Some events are lost and counted as lost; the others are intact.
                assertEquals(
                        "true|4099",
                        trace.rows("select count(*) < 4100, max(int_value) from args where key = 'debug.i'"));
                assertTrue(trace.problems().contains("smb_full"), trace.problems());
            }
            String stalls = EVENTS.formatted("buffer_exhausted_policy: BUFFER_EXHAUSTED_STALL_THEN_ABORT");
            byte[] stalled = record(stalls, tracing, () -> {
                signal("STOP", traced);
                Thread writer = Thread.ofPlatform().start(() -> writeEvents("event", 0, 4000));
                writer.join(300);
                assertTrue(writer.isAlive());
                signal("CONT", traced);
                writer.join(20_000);
                assertFalse(writer.isAlive());
            });
            try (SdkTrace trace = new SdkTrace(stalled)) {
                assertEquals("", trace.problems());
                assertEquals("4000", trace.rows("select count(*) from args where key = 'debug.i'"));
            }
        }
    }

    @Test
    void losesNothingInLittleMemoryWhileTheServiceFlushesAndClears() throws Exception {
        startService();
        Track queue = Track.counter("queue", Track.Unit.COUNT);
        try (Tracing tracing = connect(new TracingSetup().sharedMemory(128, 4))) {
            String config = "flush_period_ms: 50 incremental_state_config { clear_period_ms: 120 }"
                    + EVENTS.formatted(STALL_THEN_DROP);
            Runnable work = () -> {
                for (int i = 0; i < 8000; i++) {
                    Trace.begin(FAULTS, "slice");
                    Trace.counter(FAULTS, queue, i);
                    if (i % 7 == 0) {
                        Trace.event(FAULTS, "long")
                                .arg("text", "y".repeat(i % 300))
                                .instant();
                    }
                    Trace.end(FAULTS);
                }
            };
            byte[] bytes = record(config, tracing, () -> {
                List<Thread> threads = new ArrayList<>();
                for (int t = 0; t < 2; t++) {
                    threads.add(Thread.ofPlatform().start(work));
                    threads.add(Thread.ofVirtual().start(work));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            });
            try (SdkTrace trace = new SdkTrace(bytes)) {
                assertEquals("", trace.problems());
                assertEquals(
                        "long|4572; slice|32000",
                        trace.rows("select name, count(*) from slice where dur >= 0 group by name order by name"));
                assertEquals("32000|7999.0", trace.rows("select count(*), max(value) from counter"));
            }
        }
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void recordsAThousandThreadsAtOnceAndThenAsManyThatComeAndGo() throws Exception {
        startService();
        try (Tracing tracing = connect(new TracingSetup())) {
            byte[] bytes = record(EVENTS.formatted(""), tracing, SystemFaultsTest::writeOnManyThreads);
            try (SdkTrace trace = new SdkTrace(bytes)) {
                assertEquals("", trace.problems());
                assertEquals(
                        "alive|1000; short|1000",
                        trace.rows("select name, count(*) from slice where dur >= 0 group by name order by name"));
            }
        }
    }

    private static void writeOnManyThreads() throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1000);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 1000; t++) {
            threads.add(Thread.ofPlatform()
                    .stackSize(64 << 10)
                    .name("at once " + t)
                    .start(() -> {
                        Trace.begin(FAULTS, "alive");
                        Trace.end(FAULTS);
                        written.countDown();
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }));
        }
        written.await();
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        for (int t = 0; t < 1000; t++) {
            Thread thread = Thread.ofPlatform()
                    .stackSize(64 << 10)
                    .name("short " + t)
                    .start(() -> {
                        Trace.begin(FAULTS, "short");
                        Trace.end(FAULTS);
                    });
            thread.join();
        }
    }

    @Test
    void passesNoDescriptorToOtherPrograms() throws Exception {
        startService();
        try (Tracing tracing = connect(new TracingSetup())) {
            byte[] bytes = record(EVENTS.formatted(""), tracing, () -> {
                assertTrue(descriptors("/proc/self/fd").stream().anyMatch(d -> d.contains("memfd")));
                Process child = new ProcessBuilder("sh", "-c", "ls -l /proc/$$/fd; exit 0").start();
                String listed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(listed.contains("->"), listed);
                assertFalse(listed.contains("memfd"), listed);
                Trace.instant(FAULTS, "goes on");
            });
            try (SdkTrace trace = new SdkTrace(bytes)) {
                assertEquals("goes on", trace.rows("select name from slice"));
            }
            PerfettoService.await(FAULTS, false);
        }
        PerfettoService.await(() -> isMemoryUnmapped(), true);
    }

    private static List<String> descriptors(String folder) throws Exception {
        List<String> all = new ArrayList<>();
        try (var files = Files.list(Path.of(folder))) {
            for (Path file : files.toList()) {
                if (Files.isSymbolicLink(file)) {
                    all.add(
                            Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)
                                    ? Files.readSymbolicLink(file).toString()
                                    : "");
                }
            }
        }
        return all;
    }

    /// Returns whether memory and descriptors were released.
    private static boolean isMemoryUnmapped() {
        try {
            return !Files.readString(Path.of("/proc/self/maps")).contains("perfetto_shmem");
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
