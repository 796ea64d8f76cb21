package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.await;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.end;
import static traceglass.record.testing.TestRecording.recordFor;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.AdbTestServer;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.TestRecording;

/// Records from simulated devices through the real adb server, with the real tracing service behind them.
class AdbRecordingTest {

    private static PerfettoPrograms perfetto;

    @TempDir
    Path folder;

    private AdbTestServer adbServer;

    @BeforeAll
    static void startService() throws Exception {
        PerfettoPrograms.requireShared("tools/adbd_sim.py");
        perfetto = PerfettoPrograms.start(true);
    }

    @AfterAll
    static void endService() throws Exception {
        if (perfetto != null) {
            perfetto.close();
        }
    }

    @BeforeEach
    void startAdb() throws Exception {
        adbServer = AdbTestServer.start();
    }

    @AfterEach
    void endAdb() throws Exception {
        if (adbServer != null) {
            adbServer.close();
        }
    }

    private String[] phoneOptions(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--prop",
                "ro.product.model=Test Phone",
                "--bin",
                PerfettoPrograms.bin().toString(),
                "--map",
                "/dev/socket/traced_consumer=" + perfetto.consumerSocket(),
                "--map",
                "/dev/socket/traced_producer=" + perfetto.producerSocket()));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    @Test
    void recordsFromTheServiceOfDevicesFromAndroid10On() throws Exception {
        for (String sdk : List.of("29", "34")) {
            AdbTarget target = adbServer.target(phoneOptions("--sdk", sdk));
            TargetReport report = target.inspect();
            assertTrue(report.isReady(), () -> report.checks().toString());
            assertEquals(Integer.parseInt(sdk), report.sdk());
            assertTrue(report.dataSources().contains("linux.process_stats"));
            assertTrue(report.memoryBytes() > 0);
            SessionView v = end(TestRecording.start(target, RING + "duration_ms: 500\n" + STATS, folder.resolve(sdk)));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertEquals(1, v.buffers().size());
            assertTrue(count(v.file(), "select count(*) from counter") > 5);
        }
    }

    @Test
    void recordsWithTheDevicesOwnCommandOnAndroid9() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions("--sdk", "28"));
        assertTrue(target.inspect().isReady());
        SessionView v = end(TestRecording.start(target, RING + "duration_ms: 500\n" + STATS, folder.resolve("28")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
        Session session = TestRecording.start(target, RING + "duration_ms: 60000\n" + STATS, folder.resolve("early"));
        awaitState(session, SessionState.RECORDING);
        Thread.sleep(500);
        session.stop();
        SessionView early = end(session);
        assertEquals(SessionState.DONE, early.state(), () -> early.log().toString());
        assertTrue(count(early.file(), "select count(*) from process") > 1);
        assertTrue(early.elapsedMs() < 30_000);
    }

    /// Writes a fake `atrace` that runs for the requested time or until interrupted, then prints the output of
    /// a real device.
    private Path atraceScript() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write("""
                # tracer: nop
                #
                          <idle>-0     [000] d..3  5000.000100: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=42 next_prio=120
                             app-42    [000] d..3  5000.000300: sched_switch: prev_comm=app prev_pid=42 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
                          <idle>-0     [000] d..3  5000.000500: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=42 next_prio=120
                """.getBytes(StandardCharsets.UTF_8));
        }
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.write(bin.resolve("trace.z"), packed.toByteArray());
        Path script = bin.resolve("atrace");
        Files.writeString(
                script,
                "#!/bin/sh\n"
                        + "[ \"$1\" = --list_categories ] && { echo '   sched - CPU Scheduling'; echo '    gfx -"
                        + " Graphics'; exit 0; }\n"
                        + "echo \"$*\""
                        + " >" + folder.resolve("arguments") + "\necho 'capturing trace...'\n"
                        + "trap 'kill $p' INT\nsleep 30 & p=$!; wait $p\necho TRACE:\ncat " + bin.resolve("trace.z")
                        + "\n");
        script.toFile().setExecutable(true);
        return bin;
    }

    @Test
    void recordsWithAtraceBeforeAndroid9() throws Exception {
        AdbTarget target =
                adbServer.target("--sdk", "26", "--bin", atraceScript().toString());
        TargetReport report = target.inspect();
        assertTrue(
                report.isReady()
                        && report.checks().stream().anyMatch(c -> c.help().contains("atrace")),
                () -> report.checks().toString());
        Session session = TestRecording.start(
                target,
                RING + "duration_ms: 30000 data_sources { config { name: \"linux.ftrace\" ftrace_config {"
                        + " ftrace_events: \"sched/sched_switch\" atrace_categories: \"gfx\" atrace_categories:"
                        + " \"nosuch\" atrace_apps: \"com.example\" } } }",
                folder.resolve("26"));
        awaitState(session, SessionState.RECORDING);
        Thread.sleep(300);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(
                List.of("-z", "-c", "-b", "4096", "-t", "30", "-a", "com.example", "gfx", "sched"),
                List.of(Files.readString(folder.resolve("arguments")).strip().split(" ")));
        assertTrue(v.log().stream()
                .anyMatch(l -> l.level() == LogEntry.Level.WARNING && l.text().contains("nosuch")));
        assertEquals(3, count(v.file(), "select count(*) from sched"));
    }

    @Test
    void reportsThatTheDeviceIsUnauthorized() throws Exception {
        AdbTestServer.Device device = adbServer.attach(phoneOptions("--unauthorized"));
        AdbTarget target = adbServer.awaitState(device, "unauthorized");
        assertEquals(RecordingTarget.State.UNAUTHORIZED, target.state());
        assertTrue(target.help().contains("Allow USB debugging"), target.help());
        SessionView v = end(TestRecording.start(target, RING + STATS, folder.resolve("t")));
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(Kind.REFUSED, v.problem().kind());
        assertTrue(
                v.problem()
                        .getMessage()
                        .endsWith("Unlock the phone and accept “Allow USB debugging”, then record again."),
                v.problem().getMessage());
        RecordProblem only =
                assertThrows(RecordProblem.class, () -> traceglass.record.TargetsAccess.device(List.of(target), ""));
        assertTrue(only.getMessage().endsWith("“Allow USB debugging”, then record again."), only.getMessage());
    }

    @Test
    void keepsTheListUpToDateWhenADeviceIsAuthorized() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Adb.Watch _ = adbServer
                .adb()
                .watch((list, problem) -> list.forEach(t -> seen.add(t.device().state())))) {
            AdbTestServer.Device device = adbServer.attach(phoneOptions("--auth", "--auth-delay", "2.5"));
            adbServer.awaitState(device, "device");
            List<String> states = new ArrayList<>();
            for (String s = seen.poll(5, TimeUnit.SECONDS);
                    s != null;
                    s = s.equals("device") ? null : seen.poll(5, TimeUnit.SECONDS)) {
                states.add(s);
            }
            assertTrue(states.contains("unauthorized") && states.getLast().equals("device"), states::toString);
        }
    }

    @Test
    void requiresAChoiceBetweenTwoDevices() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions());
        AdbTarget two = adbServer.target(phoneOptions("--prop", "ro.product.model=Other"));
        List<AdbTarget> devices = adbServer.adb().devices();
        RecordProblem problem =
                assertThrows(RecordProblem.class, () -> traceglass.record.TargetsAccess.device(devices, ""));
        assertTrue(
                problem.getMessage().contains(target.id())
                        && problem.getMessage().contains(two.id()),
                problem.getMessage());
        assertEquals(
                two.id(),
                traceglass.record.TargetsAccess.device(devices, two.device().serial())
                        .id());
    }

    @Test
    void recordsFromTwoDevicesAtOnce() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions());
        AdbTarget two = adbServer.target(phoneOptions("--sdk", "30"));
        Session first = TestRecording.start(target, RING + "duration_ms: 700\n" + STATS, folder.resolve("one"));
        Session second = TestRecording.start(two, RING + "duration_ms: 700\n" + STATS, folder.resolve("two"));
        assertEquals(
                SessionState.DONE, end(first).state(), () -> first.view().log().toString());
        assertEquals(
                SessionState.DONE,
                end(second).state(),
                () -> second.view().log().toString());
    }

    @Test
    void keepsReceivedDataWhenTheDeviceIsUnpluggedWhileRecording() throws Exception {
        AdbTestServer.Device device = adbServer.attach(phoneOptions());
        AdbTarget target = adbServer.awaitState(device, "device");
        Session session = TestRecording.start(
                target, RING + "write_into_file: true file_write_period_ms: 200\n" + STATS, folder.resolve("t"));
        awaitState(session, SessionState.RECORDING);
        await(session, now -> now.fileBytes() >= 20_000);
        device.unplug();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(Kind.LOST, v.problem().kind());
        assertTrue(
                v.hasTrace()
                        && v.problem().getMessage().contains("kept")
                        && v.problem().getMessage().contains("Check the cable"),
                v.problem().getMessage());
        assertTrue(count(v.file(), "select count(*) from counter") > 0);
    }

    @Test
    void endsWhenTheDeviceIsUnpluggedBeforeAnyDataArrived() throws Exception {
        AdbTestServer.Device device = adbServer.attach(phoneOptions());
        Session session = TestRecording.start(
                adbServer.awaitState(device, "device"), RING + "duration_ms: 60000\n" + STATS, folder.resolve("t"));
        awaitState(session, SessionState.RECORDING);
        device.unplug();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertTrue(v.elapsedMs() < 20_000, () -> v.elapsedMs() + " ms");
        assertFalse(Files.exists(v.file()));
    }

    @Test
    void keepsReceivedDataWhenTheCableIsLostWhileReading() throws Exception {
        // A slow cable, so that reading the trace takes a while and can be interrupted.
        AdbTestServer.Device device = adbServer.attach(phoneOptions("--delay-ms", "20", "--max-payload", "4096"));
        Session session = TestRecording.start(
                adbServer.awaitState(device, "device"),
                RING + "duration_ms: 1500\n" + STATS.replace("50", "5"),
                folder.resolve("t"));
        for (int i = 0;
                i < 4000
                        && session.view().fileBytes() == 0
                        && !session.view().state().isFinal();
                i++) {
            Thread.sleep(5);
        }
        assertEquals(
                SessionState.READING,
                session.view().state(),
                () -> session.view().log().toString());
        device.unplug();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state(), () -> v.log().toString());
        assertEquals(Kind.LOST, v.problem().kind());
        assertTrue(v.fileBytes() > 5_000, () -> v.fileBytes() + " bytes");
        assertTrue(
                v.problem().getMessage().contains("Check the cable")
                        && v.problem().getMessage().contains("kept"),
                v.problem().getMessage());
        // The received data consists of complete packets and can be opened.
        assertTrue(traceglass.protos.trace.Trace.parseFrom(Files.readAllBytes(v.file()))
                        .getPacketCount()
                > 3);
        assertTrue(count(v.file(), "select count(*) from metadata") > 0);
    }

    @Test
    void endsWhenTheAdbServerIsKilled() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions());
        Session session = TestRecording.start(target, RING + "duration_ms: 60000\n" + STATS, folder.resolve("t"));
        awaitState(session, SessionState.RECORDING);
        adbServer.killServer();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(Kind.LOST, v.problem().kind());
        assertTrue(
                v.problem().getMessage().contains("adb start-server"),
                v.problem().getMessage());
        RecordProblem gone =
                assertThrows(RecordProblem.class, () -> adbServer.adbServer().version());
        assertTrue(gone.getMessage().contains("adb start-server"), gone.getMessage());
    }

    @Test
    void copiesARingBufferOfADevice() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions());
        Session session = TestRecording.start(target, RING + STATS, folder.resolve("t"));
        recordFor(session, 600);
        session.snapshot(folder.resolve("copy")).get(20, TimeUnit.SECONDS);
        assertTrue(count(folder.resolve("copy"), "select count(*) from counter") > 0);
        session.cancel();
        assertEquals(SessionState.CANCELED, end(session).state());
    }

    @Test
    void fetchesARecordingThatContinuedWithoutTheCable() throws Exception {
        Path traces = Files.createDirectory(folder.resolve("traces"));
        String[] options = phoneOptions("--map", "/data/misc/perfetto-traces=" + traces);
        AdbTestServer.Device device = adbServer.attach(options);
        AdbTarget target = adbServer.awaitState(device, "device");
        DetachedRecording detached = target.detach(
                TestRecording.config(
                        RING + "write_into_file: true file_write_period_ms: 200 duration_ms: 60000\n" + STATS),
                "t1");
        try {
            device.unplug();
            Thread.sleep(800);
            AdbTarget newTarget = adbServer.target(options);
            SessionView v =
                    end(Session.start(newTarget.name(), () -> newTarget.fetch(detached), folder.resolve("fetched")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertTrue(count(v.file(), "select count(*) from counter") > 0);
            assertFalse(Files.exists(traces.resolve("t1.pftrace")));
        } finally {
            ProcessHandle.of(detached.pid()).ifPresent(ProcessHandle::destroy);
        }
    }

    @Test
    void reportsADeviceThatCannotRecord() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        AdbTarget target = adbServer.target("--sdk", "25", "--bin", empty.toString());
        SessionView v = end(TestRecording.start(target, RING + STATS, folder.resolve("t")));
        assertEquals(SessionState.FAILED, v.state());
        assertTrue(v.problem().getMessage().contains("atrace"), v.problem().getMessage());
    }

    @Test
    void usesThePerfettoCommandIfTheSocketIsRefused() throws Exception {
        // A device with Android 10 that denies access to the socket.
        AdbTarget target = adbServer.target(
                "--sdk",
                "29",
                "--bin",
                PerfettoPrograms.bin().toString(),
                "--map",
                "/dev/socket/traced_consumer=" + folder.resolve("nobody"),
                "--prop",
                "ro.product.model=Closed");
        TargetReport report = target.inspect();
        assertTrue(report.isReady(), () -> report.checks().toString());
        assertTrue(
                report.checks().stream().anyMatch(c -> c.help().contains("denies access to the service's socket")),
                () -> report.checks().toString());
        SessionView v = end(TestRecording.start(target, RING + "duration_ms: 300\n" + STATS, folder.resolve("t")));
        assertTrue(
                v.log().stream().anyMatch(l -> l.text().contains("No access to the tracing service's socket")),
                () -> v.log().toString());
    }

    @Test
    void recordsOnlyOnceTheDeviceIsAuthorized() throws Exception {
        AdbTestServer.Device device = adbServer.attach(phoneOptions("--auth", "--auth-delay", "3"));
        AdbTarget locked = adbServer.awaitState(device, "unauthorized");
        SessionView refused = end(TestRecording.start(locked, RING + STATS, folder.resolve("refused")));
        assertEquals(SessionState.FAILED, refused.state());
        assertTrue(
                refused.problem().getMessage().contains("accept “Allow USB debugging”"),
                refused.problem().getMessage());
        AdbTarget ready = adbServer.awaitState(device, "device");
        SessionView v = end(TestRecording.start(ready, RING + "duration_ms: 400\n" + STATS, folder.resolve("t")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
    }

    @Test
    void restartsAKilledServer() throws Exception {
        AdbTarget target = adbServer.target(phoneOptions());
        adbServer.killServer();
        assertEquals(
                List.of(),
                adbServer.adb().devices().stream()
                        .filter(d -> d.id().equals(target.id()) && d.state() == RecordingTarget.State.READY)
                        .toList());
        try {
            assertTrue(adbServer.adbServer().version() > 30);
            adbServer.adb().connect(target.device().serial());
            SessionView v = end(TestRecording.start(
                    adbServer.awaitState(
                            new AdbTestServer.Device(target.device().serial(), null), "device"),
                    RING + "duration_ms: 300\n" + STATS,
                    folder.resolve("t")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        } finally {
            try (var end = adbServer.adbServer().openHost("host:kill")) {
                assertTrue(end.isConnected());
            }
        }
    }

    @Test
    void explainsWhereToFindTheAddressOfADevice() {
        RecordProblem noListener =
                assertThrows(RecordProblem.class, () -> adbServer.adb().connect("127.0.0.1:1"));
        assertTrue(noListener.getMessage().contains("wireless debugging"), noListener.getMessage());
    }
}
