package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Records through the real `traced` with the real `perfetto`.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SystemTracingTest {

    private static final Category SYSTEM = Category.of("sdk.system", "Events through the service");

    private static final String EVENTS = """
            buffers { size_kb: 16384 }
            duration_ms: 20000
            data_sources { config { name: "track_event" track_event_config {
              enabled_categories: "sdk.system" disabled_categories: "*" %s } } }
            """;

    @TempDir
    Path folder;

    private PerfettoService service;

    @BeforeEach
    void findTheService() {
        service = new PerfettoService(folder, null);
    }

    @AfterEach
    void endProcesses() {
        service.close();
    }

    private Tracing connect() throws Exception {
        Tracing tracing = Tracing.initialize(new TracingSetup().address(service.producer()), Tracing.Backend.SYSTEM);
        PerfettoService.await(tracing::isConnected, true);
        return tracing;
    }

    @Test
    void recordsThroughTheServiceAndAgainAfterItRestarted() throws Exception {
        Process traced = service.startService();
        try (Tracing tracing = connect()) {
            Path out = folder.resolve("first.pftrace");
            Process perfetto = service.startSession(out, EVENTS.formatted(""));
            PerfettoService.await(SYSTEM, true);
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
            PerfettoService.stop(perfetto);
            PerfettoService.await(SYSTEM, false);
            try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
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
            PerfettoService.await(tracing::isConnected, false);
            service.startService();
            Path second = folder.resolve("second.pftrace");
            PerfettoService.await(tracing::isConnected, true);
            Process secondSession = service.startSession(second, EVENTS.formatted(""));
            PerfettoService.await(SYSTEM, true);
            Trace.instant(SYSTEM, "after the restart");
            PerfettoService.stop(secondSession);
            String bytes = Files.readString(second, StandardCharsets.ISO_8859_1);
            assertTrue(bytes.contains("after the restart"));
        }
    }

    /// A source that writes a log message with the string of its config.
    private static final class LogSource extends DataSource {

        final List<String> calls = Collections.synchronizedList(new ArrayList<>());

        LogSource() {
            super("sdk.test.log");
        }

        @Override
        protected void started(SourceInstance instance) {
            calls.add("started " + instance.text());
            put(instance, "started " + instance.text());
        }

        @Override
        protected void flush(SourceInstance instance) {
            calls.add("flush");
            put(instance, "flushed");
        }

        @Override
        protected void cleared(SourceInstance instance) {
            calls.add("cleared");
            put(instance, "cleared");
        }

        @Override
        protected void stopping(SourceInstance instance) {
            calls.add("stopping");
            put(instance, "stopping");
        }

        private void put(SourceInstance instance, String text) {
            instance.write((packet, isFresh) -> {
                int log = packet.open(39);
                int event = packet.open(1);
                packet.varint(1, 1).varint(3, 77).varint(5, System.currentTimeMillis() * 1_000_000);
                packet.string(6, isFresh ? "fresh" : "not fresh").varint(7, 4).string(8, text);
                packet.close(event);
                packet.close(log);
            });
        }
    }

    @Test
    void runsCustomSourcesWithTheirConfigurationsFlushesAndClearing() throws Exception {
        service.startService();
        LogSource source = new LogSource();
        try (Tracing tracing = connect()) {
            source.register();
            Path out = folder.resolve("source.pftrace");
            // The source is registered asynchronously; a session that starts earlier includes it, too.
            Process perfetto = service.startSession(out, """
                    buffers { size_kb: 1024 }
                    duration_ms: 20000
                    flush_period_ms: 300
                    incremental_state_config { clear_period_ms: 500 }
                    data_sources { config { name: "sdk.test.log" legacy_config: "fast" } }
                    """);
            PerfettoService.await(() -> source.calls.contains("cleared") && source.calls.contains("flush"), true);
            PerfettoService.stop(perfetto);
            PerfettoService.await(source::isActive, false);
            assertTrue(tracing.isConnected());
            assertEquals("started fast", source.calls.getFirst());
            assertEquals("stopping", source.calls.getLast());
            try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
                assertEquals("", trace.problems());
                assertEquals(
                        "fresh|cleared; fresh|started fast; not fresh|flushed; not fresh|stopping",
                        trace.rows("select distinct tag, msg from android_logs"
                                + " where not (msg = 'flushed' and tag = 'fresh') order by 1, 2"));
            }
        }
    }

    @Test
    void stopsSessionsByTriggersEvenIfActivatedBeforeTheConnection() throws Exception {
        service.startService();
        String config = """
                buffers { size_kb: 1024 }
                data_sources { config { name: "track_event" } }
                trigger_config { trigger_mode: STOP_TRACING trigger_timeout_ms: 20000
                  triggers { name: "slow frame" stop_delay_ms: 1 } }
                """;
        Path first = folder.resolve("triggered.pftrace");
        Process perfetto = service.startSession(first, config);
        try (Tracing tracing = connect()) {
            PerfettoService.await(SYSTEM, true);
            Trace.instant(SYSTEM, "before the trigger");
            Tracing.activateTriggers("unknown");
            Tracing.activateTriggers("slow frame");
            assertTrue(perfetto.waitFor(30, TimeUnit.SECONDS));
            assertInstants("before the trigger", first);
            assertTrue(tracing.isConnected());
        }
        Path second = folder.resolve("waiting.pftrace");
        Process waiting = service.startSession(second, config);
        Thread.sleep(300);
        try (Tracing tracing =
                Tracing.initialize(new TracingSetup().address(service.producer()), Tracing.Backend.SYSTEM)) {
            Tracing.activateTriggers(Duration.ofSeconds(10), "slow frame");
            assertTrue(waiting.waitFor(30, TimeUnit.SECONDS));
            PerfettoService.await(tracing::isConnected, true);
        }
    }

    @Test
    void recordsIntoSessionsThatTriggersOfAProgramStartAndCopy() throws Exception {
        assumeTrue(service.has("trigger_perfetto"), "no trigger_perfetto");
        service.startService();
        String config = """
                buffers { size_kb: 1024 }
                data_sources { config { name: "track_event" } }
                trigger_config { trigger_mode: %s trigger_timeout_ms: 20000
                  triggers { name: "go" stop_delay_ms: 500 } }
                """;
        try (Tracing _ = connect()) {
            Path started = folder.resolve("started.pftrace");
            Process perfetto = service.startSession(started, config.formatted("START_TRACING"));
            Thread.sleep(300);
            assertFalse(SYSTEM.isEnabled());
            assertEquals(0, service.run("trigger_perfetto", "other", "go").waitFor());
            PerfettoService.await(SYSTEM, true);
            Trace.instant(SYSTEM, "after the trigger");
            assertTrue(perfetto.waitFor(30, TimeUnit.SECONDS));
            assertInstants("after the trigger", started);

            service.startSession(folder.resolve("copied.pftrace"), config.formatted("CLONE_SNAPSHOT"));
            PerfettoService.await(SYSTEM, true);
            Trace.instant(SYSTEM, "before the trigger");
            assertEquals(0, service.run("trigger_perfetto", "go").waitFor());
            Path copy = folder.resolve("copied.pftrace.0");
            PerfettoService.await(() -> Files.exists(copy) && copy.toFile().length() > 0, true);
            Thread.sleep(300);
            assertInstants("before the trigger", copy);
        }
    }

    private static void assertInstants(String names, Path file) throws Exception {
        try (SdkTrace trace = new SdkTrace(Files.readAllBytes(file))) {
            assertEquals(names, trace.rows("select name from slice where category = 'sdk.system'"));
        }
    }

    @Test
    void reportsNewCategoriesToTheService() throws Exception {
        service.startService();
        try (Tracing tracing = connect()) {
            Category.of("sdk.late." + System.nanoTime() % 1000, "Declared late", "rare");
            boolean isKnown = false;
            for (int i = 0; i < 20 && !isKnown; i++) {
                Thread.sleep(100);
                assertTrue(service.run("perfetto", "--query", "--long").waitFor(30, TimeUnit.SECONDS));
                isKnown = service.output("perfetto").contains("sdk.late.");
            }
            assertTrue(isKnown, service.output("perfetto"));
            assertTrue(tracing.isConnected());
        }
    }

    @Test
    void recordsFromTheStartBeforeAServiceExists() throws Exception {
        TracingOptions early = new TracingOptions().enable("sdk.system").disable("*");
        TracingSetup setup = new TracingSetup()
                .address(service.producer())
                .sharedMemory(256, 4)
                .startup(early, Duration.ofSeconds(20));
        try (Tracing tracing = Tracing.initialize(setup, Tracing.Backend.SYSTEM)) {
            assertTrue(SYSTEM.isEnabled());
            for (int i = 0; i < 2000; i++) {
                Trace.event(SYSTEM, "early").arg("i", i).instant();
            }
            service.startService();
            PerfettoService.await(tracing::isConnected, true);
            Path out = folder.resolve("startup.pftrace");
            Process perfetto = service.startSession(out, EVENTS.formatted(""));
            Thread.sleep(700);
            Trace.instant(SYSTEM, "late");
            PerfettoService.stop(perfetto);
            PerfettoService.await(SYSTEM, false);
            try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
                assertEquals("", trace.problems());
                assertEquals(
                        "early|2000; late|1",
                        trace.rows("select name, count(*) from slice group by name order by name"));
                assertEquals("1", trace.rows("select count(distinct track_id) from slice"));
            }
        }
    }

    @Test
    void discardsStartupEventsThatNoSessionRequests() throws Exception {
        service.startService();
        TracingSetup setup = new TracingSetup()
                .address(service.producer())
                .startup(new TracingOptions().enable("sdk.unrequested").disable("*"), Duration.ofMillis(500));
        Category other = Category.of("sdk.unrequested");
        try (Tracing tracing = Tracing.initialize(setup, Tracing.Backend.SYSTEM)) {
            Trace.instant(other, "discarded");
            PerfettoService.await(tracing::isConnected, true);
            Path out = folder.resolve("none.pftrace");
            Process perfetto = service.startSession(out, EVENTS.formatted(""));
            PerfettoService.await(SYSTEM, true);
            PerfettoService.await(other, false);
            Trace.instant(SYSTEM, "requested");
            PerfettoService.stop(perfetto);
            try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
                assertEquals("requested", trace.rows("select name from slice"));
            }
        }
    }

    @Test
    void samplesTheTimeOfThreads() throws Exception {
        service.startService();
        try (Tracing tracing = connect()) {
            Path out = folder.resolve("time.pftrace");
            Process perfetto = service.startSession(out, EVENTS.formatted("enable_thread_time_sampling: true"));
            PerfettoService.await(SYSTEM, true);
            Trace.begin(SYSTEM, "busy");
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            Trace.end(SYSTEM);
            PerfettoService.stop(perfetto);
            assertTrue(tracing.isConnected());
            try (SdkTrace trace = new SdkTrace(Files.readAllBytes(out))) {
                assertEquals("", trace.problems());
                assertEquals(
                        "true",
                        trace.rows(
                                "select thread_dur between 1000000 and dur + 1000000 from slice where name = 'busy'"));
                assertEquals(
                        "2",
                        trace.rows("select count(*) from counter c join counter_track t on c.track_id = t.id"
                                + " where t.name = 'thread_time'"));
            }
        }
    }
}
