package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.config;
import static traceglass.record.testing.TestRecording.end;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.FakeAdb;
import traceglass.record.testing.FakeAdb.Phone;
import traceglass.record.testing.FakeService;
import traceglass.record.testing.TestRecording;
import traceglass.store.text.DisplayText;

/// Tests the report on each kind of device, and how recordings from it are made.
class AdbTargetTest {

    private static final String EVENTS =
            "cat /sys/kernel/tracing/available_events 2>/dev/null || cat /sys/kernel/debug/tracing/available_events"
                    + " 2>/dev/null";

    @TempDir
    Path folder;

    private FakeService service;

    @BeforeEach
    void startService() throws Exception {
        service = new FakeService();
    }

    @AfterEach
    void endService() throws Exception {
        service.close();
    }

    private Phone phone(int sdk, String release) {
        Phone phone = new Phone("1234", sdk, release);
        phone.service = service;
        phone.addOutput("command -v perfetto", "/system/bin/perfetto\n");
        phone.addOutput("command -v atrace", "/system/bin/atrace\n");
        return phone;
    }

    private static String texts(TargetReport report) {
        return report.checks().stream()
                .map(c -> c.label() + ": " + c.value() + " (" + c.state() + ")")
                .collect(Collectors.joining("; "));
    }

    private static String help(TargetReport report) {
        return report.checks().stream().map(TargetReport.Check::help).collect(Collectors.joining());
    }

    @Test
    void reportsServiceSourcesAndSpaceOfAnAndroid14Device() throws Exception {
        Phone phone = phone(34, "14");
        phone.addOutput("df -k /data 2>/dev/null | tail -1", "/dev/block/dm-5 116000000 50000000 61035156 46% /data\n");
        phone.addOutput(EVENTS, "sched:sched_switch\npower:cpu_idle\nnot an event\n");
        service.sources.put("linux.ftrace", "probes");
        try (FakeAdb adb = new FakeAdb(phone)) {
            TargetReport report = adb.target().inspect();
            assertEquals(
                    "adb server: 1.0.41 (OK); Android 10 or newer: API 34 (OK); Tracing service: v56.0 (OK);"
                            + " Data sources: 3 (OK); Free space: " + DisplayText.size(61035156L * 1024) + " (OK)",
                    texts(report));
            assertEquals("", help(report));
            assertEquals(34, report.sdk());
            assertEquals(3906252L * 1024, report.memoryBytes());
            assertEquals(Set.of("linux.process_stats", "linux.sys_stats", "linux.ftrace"), report.dataSources());
            assertEquals(Set.of("sched/sched_switch", "power/cpu_idle"), report.events());
            assertEquals(Map.of("gfx", "Graphics"), report.atrace());
        }
    }

    @Test
    void warnsIfTheDeviceHasNoDataSources() throws Exception {
        service.sources.clear();
        service.version = "";
        try (FakeAdb adb = new FakeAdb(phone(30, "11"))) {
            TargetReport report = adb.target().inspect();
            assertEquals(
                    "adb server: 1.0.41 (OK); Android 10 or newer: API 30 (OK); Tracing service: running"
                            + " (OK); Data sources: none (WARNING)",
                    texts(report));
            assertTrue(help(report).contains("traced_probes is not running"), help(report));
            assertNull(report.dataSources());
            assertNull(report.events());
            assertTrue(report.isReady());
        }
    }

    @Test
    void reportsHowOlderDevicesAreRecorded() throws Exception {
        try (FakeAdb nine = new FakeAdb(phone(28, "9"));
                FakeAdb eight = new FakeAdb(phone(27, "8.1.0"))) {
            TargetReport report = nine.target().inspect();
            assertEquals("adb server: 1.0.41 (OK); Android 10 or newer: Android 9, API 28 (WARNING)", texts(report));
            assertTrue(help(report).contains("On Android 9 the perfetto command is used"), help(report));
            report = eight.target().inspect();
            assertEquals(
                    "adb server: 1.0.41 (OK); Android 10 or newer: Android 8.1.0, API 27 (WARNING)", texts(report));
            assertTrue(help(report).contains("atrace is used instead"), help(report));
            assertEquals(List.of(), service.calls);
        }
    }

    @Test
    void reportsThatTheSocketIsDenied() throws Exception {
        Phone phone = phone(29, "10");
        phone.service = null;
        try (FakeAdb adb = new FakeAdb(phone)) {
            TargetReport report = adb.target().inspect();
            assertEquals(
                    "adb server: 1.0.41 (OK); Android 10 or newer: API 29 (OK); Tracing service: through the"
                            + " perfetto command (WARNING)",
                    texts(report));
            assertTrue(help(report).contains("denies access to the service's socket"), help(report));
            assertTrue(report.isReady());
        }
    }

    @Test
    void doesNotQueryADeviceThatIsNotReady() throws Exception {
        Phone phone = phone(34, "14");
        phone.state = "unauthorized";
        try (FakeAdb adb = new FakeAdb(phone)) {
            AdbTarget target = adb.target();
            TargetReport report = target.inspect();
            assertEquals("adb server: 1.0.41 (OK); Device: Unauthorized (FAILED)", texts(report));
            assertEquals(target.help(), report.help());
            assertTrue(report.help().contains("Allow USB debugging"), report.help());
            assertFalse(report.isReady());
            assertEquals(0, report.sdk());
            RecordProblem refused = assertThrows(RecordProblem.class, () -> target.connect(config(STATS)));
            assertEquals(Kind.REFUSED, refused.kind());
            assertTrue(refused.getMessage().endsWith("then record again."), refused.getMessage());
            assertEquals(List.of(), phone.commands);
        }
    }

    @Test
    void reportsADeviceThatIsNoLongerAttached() throws Exception {
        try (FakeAdb adb = new FakeAdb()) {
            AdbTarget gone = new AdbTarget(adb.server(), new AdbDevice("gone", "device", "", ""));
            TargetReport report = gone.inspect();
            assertEquals("adb server: 1.0.41 (OK); Device: not responding (FAILED)", texts(report));
            assertTrue(report.help().contains("The device is not attached"), report.help());
        }
    }

    @Test
    void isNamedByModelSerialAndConnection() {
        AdbServer server = new AdbServer("localhost", 1);
        AdbTarget usb = new AdbTarget(server, new AdbDevice("1234", "device", "Pixel 6a", "1-2"));
        assertEquals("adb:1234", usb.id());
        assertEquals("Pixel 6a", usb.name());
        assertEquals("USB · 1234", usb.detail());
        assertEquals(RecordingTarget.State.READY, usb.state());
        assertEquals("", usb.help());
        AdbTarget wifi = new AdbTarget(server, new AdbDevice("10.0.0.2:5555", "offline", "", ""));
        assertEquals("10.0.0.2:5555", wifi.name());
        assertEquals("Wi-Fi · 10.0.0.2:5555", wifi.detail());
        assertEquals(RecordingTarget.State.OFFLINE, wifi.state());
    }

    @Test
    void recordsThroughTheServiceOfTheDevice() throws Exception {
        Phone phone = phone(34, "14");
        try (FakeAdb adb = new FakeAdb(phone)) {
            SessionView v =
                    end(TestRecording.start(adb.target(), RING + "duration_ms: 100\n" + STATS, folder.resolve("t")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertEquals(FakeService.trace(List.of("one", "two")).length, v.fileBytes());
            assertEquals(List.of(), FakeAdb.actions(phone));
        }
    }

    @Test
    void turnsTheServiceOnIfItIsOff() throws Exception {
        Phone phone = phone(29, "10");
        phone.properties.put("persist.traced.enable", "0");
        phone.service = null;
        phone.programs.put("setprop persist.traced.enable 1", (input, out) -> {
            phone.service = service;
            return 0;
        });
        try (FakeAdb adb = new FakeAdb(phone)) {
            try (Recorder recorder = adb.target().connect(config(RING + STATS))) {
                assertTrue(recorder.canSnapshot());
            }
            assertEquals(List.of("setprop persist.traced.enable 1"), FakeAdb.actions(phone));
            phone.properties.put("persist.traced.enable", "1");
            phone.commands.clear();
            adb.target().connect(config(RING + STATS)).close();
            assertEquals(List.of(), FakeAdb.actions(phone));
        }
    }

    @Test
    void warnsAboutKernelEventsThatTheDeviceDoesNotHave() throws Exception {
        Phone phone = phone(34, "14");
        phone.addOutput(EVENTS, "sched:sched_switch\n");
        String ftrace = "data_sources { config { name: \"linux.ftrace\" ftrace_config { ftrace_events:"
                + " \"sched/sched_switch\" ftrace_events: \"sched/nosuch\" } } }";
        service.sources.put("linux.ftrace", "probes");
        try (FakeAdb adb = new FakeAdb(phone)) {
            SessionView v =
                    end(TestRecording.start(adb.target(), RING + "duration_ms: 50\n" + ftrace, folder.resolve("t")));
            List<String> warnings = v.log().stream()
                    .filter(l -> l.level() == Level.WARNING)
                    .map(l -> l.text())
                    .toList();
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(warnings.getFirst().contains("sched/nosuch"), warnings::toString);
            assertEquals(List.of(EVENTS), FakeAdb.actions(phone));
        }
    }

    @Test
    void usesTheCommandsOfDevicesWithoutAccessibleService() throws Exception {
        Phone denied = phone(30, "11");
        denied.service = null;
        try (FakeAdb ten = new FakeAdb(denied);
                FakeAdb nine = new FakeAdb(phone(28, "9"));
                FakeAdb eight = new FakeAdb(phone(27, "8.1"))) {
            assertEquals(
                    PerfettoCommandRecorder.class,
                    ten.target().connect(config(STATS)).getClass());
            assertEquals(
                    PerfettoCommandRecorder.class,
                    nine.target().connect(config(STATS)).getClass());
            assertEquals(
                    AtraceRecorder.class, eight.target().connect(config(STATS)).getClass());
            // Without the perfetto program, atrace is used.
            denied.replies.remove("command -v perfetto");
            assertEquals(
                    AtraceRecorder.class, ten.target().connect(config(STATS)).getClass());
            denied.replies.remove("command -v atrace");
            RecordProblem noService =
                    assertThrows(RecordProblem.class, () -> ten.target().connect(config(STATS)));
            assertEquals(Kind.UNSUPPORTED, noService.kind());
            assertTrue(
                    noService
                            .getMessage()
                            .startsWith("Test Phone has neither an accessible tracing service nor atrace (API 30)"),
                    noService.getMessage());
        }
    }

    @Test
    void listsTheProcessesOfNewAndOldDevices() throws Exception {
        Phone phone = phone(34, "14");
        phone.addOutput("ps -A -o NAME 2>/dev/null || ps", "NAME\ninit\n[kworker/0:1]\ncom.example.app\ninit\n");
        Phone old = phone(25, "7");
        old.framed = false;
        old.addOutput(
                "ps -A -o NAME 2>/dev/null || ps",
                "USER PID PPID VSIZE RSS WCHAN PC NAME\r\nroot 1 0 100 10 0 0 S /init\r\nu0 7 1 1 1 0 0 S com.a\r\n");
        try (FakeAdb adb = new FakeAdb(phone);
                FakeAdb second = new FakeAdb(old)) {
            assertEquals(List.of("com.example.app", "init"), adb.target().processes());
            assertEquals(List.of("/init", "com.a"), second.target().processes());
        }
    }
}
