package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.config;
import static traceglass.record.testing.TestRecording.end;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.TraceConfig;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.testing.FakeAdb;
import traceglass.record.testing.FakeAdb.Phone;
import traceglass.record.testing.FakeAdb.Reply;
import traceglass.record.testing.TestRecording;

/// Records with commands on devices: `perfetto`, in the foreground and in the background, and `atrace`.
class DeviceRecordingTest {

    private static final String FOLDER = "/data/misc/perfetto-traces/";

    @TempDir
    Path folder;

    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CompletableFuture<byte[]> input = new CompletableFuture<>();

    private static Phone phone(int sdk) {
        Phone phone = new Phone("1234", sdk, "x");
        phone.addOutput("command -v perfetto", "/system/bin/perfetto\n");
        phone.addOutput("command -v atrace", "/system/bin/atrace\n");
        return phone;
    }

    /// Returns a device whose command prints `head`, runs until it is interrupted, then prints `remainder`.
    private Phone phoneWithCommand(int sdk, String program, String head, String remainder) {
        Phone phone = phone(sdk);
        phone.programs.put("echo $$; exec " + program, (in, out) -> {
            input.complete(in);
            out.write("4711\n".getBytes(StandardCharsets.UTF_8));
            out.write(head.getBytes(StandardCharsets.UTF_8));
            interrupted.await(20, TimeUnit.SECONDS);
            out.write(remainder.getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        phone.programs.put("kill -INT 4711", (in, out) -> {
            interrupted.countDown();
            return 0;
        });
        return phone;
    }

    private static void addTraceFile(Phone phone, String content) {
        phone.programs.put("wc -c < " + FOLDER, (in, out) -> {
            out.write((content.length() + "\n").getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        phone.programs.put("cat " + FOLDER, (in, out) -> {
            out.write(content.getBytes(StandardCharsets.UTF_8));
            return 0;
        });
    }

    private static List<String> actions(Phone phone) {
        return FakeAdb.actions(phone).stream()
                .map(c -> c.replaceAll("traceglass-[0-9a-f]{8}", "traceglass-ID"))
                .toList();
    }

    @Test
    void sendsPerfettoTheConfigInterruptsItAndFetchesItsTrace() throws Exception {
        Phone phone = phoneWithCommand(28, "perfetto", "", "");
        addTraceFile(phone, "the trace");
        TraceConfig config = config(RING + "duration_ms: 60000\n" + STATS);
        try (FakeAdb adb = new FakeAdb(phone)) {
            AdbTarget target = adb.target();
            Session session = Session.start("Test Phone", () -> target.connect(config), folder.resolve("t"));
            SessionView begun = awaitState(session, SessionState.RECORDING);
            assertEquals(60000, begun.durationMs());
            session.stop();
            SessionView v = end(session);
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertEquals("the trace", Files.readString(v.file()));
            assertArrayEquals(config.toByteArray(), input.get());
            assertTrue(
                    v.log().stream().anyMatch(l -> l.text().equals("Android 9: recording with the device's perfetto")),
                    () -> v.log().toString());
            String path = FOLDER + "traceglass-ID.pftrace";
            assertEquals(
                    List.of(
                            "command -v perfetto",
                            "echo $$; exec perfetto -c - -o " + path,
                            "kill -INT 4711",
                            "wc -c < " + path,
                            "cat " + path,
                            "rm -f " + path),
                    actions(phone));
        }
    }

    @Test
    void cancelingKillsPerfettoAndDeletesItsTrace() throws Exception {
        Phone phone = phoneWithCommand(28, "perfetto", "", "");
        try (FakeAdb adb = new FakeAdb(phone)) {
            Session session = TestRecording.start(adb.target(), RING + STATS, folder.resolve("t"));
            awaitState(session, SessionState.RECORDING);
            session.cancel();
            assertEquals(SessionState.CANCELED, end(session).state());
            List<String> actions = actions(phone);
            assertEquals(
                    List.of("kill -KILL 4711", "rm -f " + FOLDER + "traceglass-ID.pftrace"),
                    actions.subList(2, actions.size()));
            assertFalse(Files.exists(folder.resolve("t")));
        }
    }

    @Test
    void reportsWhyPerfettoRefusesTheConfig() throws Exception {
        Phone phone = phone(28);
        phone.programs.put("echo $$; exec perfetto", (in, out) -> {
            out.write("4711\nperfetto_cmd.cc:500\nNo buffers in the config\n".getBytes(StandardCharsets.UTF_8));
            return 1;
        });
        try (FakeAdb adb = new FakeAdb(phone)) {
            SessionView v = end(TestRecording.start(adb.target(), STATS, folder.resolve("t")));
            assertEquals(SessionState.FAILED, v.state());
            assertEquals(Kind.CONFIG, v.problem().kind());
            assertEquals(
                    "perfetto on Test Phone does not accept the config: No buffers in the config",
                    v.problem().getMessage());
        }
    }

    @Test
    void reportsAnIncompleteCopyAndKeepsTheOriginal() throws Exception {
        Phone phone = phone(28);
        phone.programs.put("echo $$; exec perfetto", (in, out) -> {
            out.write("4711\n".getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        addTraceFile(phone, "half");
        phone.programs.put("wc -c < " + FOLDER, (in, out) -> {
            out.write("9\n".getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        try (FakeAdb adb = new FakeAdb(phone)) {
            SessionView v = end(TestRecording.start(adb.target(), STATS, folder.resolve("t")));
            assertEquals(SessionState.FAILED, v.state());
            assertTrue(
                    v.problem()
                            .getMessage()
                            .startsWith("Only 4 of 9 bytes arrived from Test Phone. The complete trace is still on the"
                                    + " device: " + FOLDER + "traceglass-"),
                    v.problem().getMessage());
            assertTrue(actions(phone).stream().noneMatch(a -> a.startsWith("rm")), actions(phone)::toString);
        }
    }

    @Test
    void interruptsAtraceAndSavesItsOutput() throws Exception {
        String trace = "TRACE:\n# tracer: nop\n";
        Phone phone = phoneWithCommand(27, "atrace", "capturing trace... ", trace);
        phone.addOutput("atrace --list_categories", "   gfx - Graphics\n");
        try (FakeAdb adb = new FakeAdb(phone)) {
            Session session = TestRecording.start(
                    adb.target(),
                    RING + "data_sources { config { name: \"linux.ftrace\" ftrace_config { atrace_categories: \"gfx\""
                            + " atrace_categories: \"nosuch\" } } }" + STATS,
                    folder.resolve("t"));
            awaitState(session, SessionState.RECORDING);
            session.stop();
            SessionView v = end(session);
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertEquals("capturing trace... " + trace, Files.readString(v.file()));
            List<String> warnings = v.log().stream()
                    .filter(l -> l.level() == Level.WARNING)
                    .map(l -> l.text())
                    .toList();
            assertEquals(
                    List.of("atrace can't record linux.process_stats, linux.sys_stats, nosuch, so the trace will not"
                            + " contain that data"),
                    warnings);
            assertEquals(
                    List.of(
                            "command -v atrace",
                            "atrace --list_categories",
                            "echo $$; exec atrace -z -c -b 4096 -t 86400 gfx",
                            "kill -INT 4711"),
                    actions(phone));
        }
    }

    @Test
    void reportsAtraceThatWritesNoTrace() throws Exception {
        Phone phone = phone(27);
        phone.programs.put("echo $$; exec atrace", (in, out) -> {
            out.write("4711\nerror opening tracing/tracing_on: Permission denied (13)\n"
                    .getBytes(StandardCharsets.UTF_8));
            return 1;
        });
        try (FakeAdb adb = new FakeAdb(phone)) {
            SessionView v = end(TestRecording.start(adb.target(), STATS, folder.resolve("t")));
            assertEquals(SessionState.FAILED, v.state());
            assertTrue(
                    v.problem()
                            .getMessage()
                            .startsWith("atrace on Test Phone wrote no trace: error opening tracing/tracing_on:"
                                    + " Permission denied (13)."),
                    v.problem().getMessage());
        }
    }

    @Test
    void reportsADeviceThatDisconnectsWhileItRecords() throws Exception {
        Phone phone = phoneWithCommand(28, "perfetto", "", "");
        try (FakeAdb adb = new FakeAdb(phone)) {
            Session session = TestRecording.start(adb.target(), RING + STATS, folder.resolve("t"));
            awaitState(session, SessionState.RECORDING);
            adb.breakConnections();
            SessionView v = end(session);
            assertEquals(SessionState.FAILED, v.state());
            assertEquals(Kind.LOST, v.problem().kind());
            assertTrue(
                    v.problem().getMessage().contains("The connection to the device was lost")
                            && v.problem().getMessage().contains("Check the cable"),
                    v.problem().getMessage());
        }
    }

    @Test
    void recordsInTheBackgroundAndFetchesTheTrace() throws Exception {
        Phone phone = phone(34);
        phone.programs.put("perfetto --background", (in, out) -> {
            input.complete(in);
            out.write("some notice\n815\n".getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        boolean[] running = {true};
        phone.programs.put("cat /proc/815/cmdline", (in, out) -> {
            out.write((running[0] ? "perfetto\0--background" : "").getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        phone.programs.put("kill -INT 815", (in, out) -> {
            running[0] = false;
            return 0;
        });
        addTraceFile(phone, "the trace");
        TraceConfig config = config(RING + "duration_ms: 60000\n" + STATS);
        try (FakeAdb adb = new FakeAdb(phone)) {
            AdbTarget target = adb.target();
            long beforeMs = System.currentTimeMillis();
            DetachedRecording detached = target.detach(config, "k1");
            assertEquals(
                    new DetachedRecording(
                            "k1", "adb:1234", "Test Phone", 815, FOLDER + "k1.pftrace", detached.startedMs(), 60000),
                    detached);
            assertTrue(detached.startedMs() >= beforeMs && detached.startedMs() <= System.currentTimeMillis());
            assertArrayEquals(config.toByteArray(), input.get());
            SessionView v = end(Session.start("Test Phone", () -> target.fetch(detached), folder.resolve("t")));
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertEquals("the trace", Files.readString(v.file()));
            assertFalse(running[0]);
            assertTrue(actions(phone).contains("kill -INT 815"));
            assertEquals("rm -f " + FOLDER + "k1.pftrace", actions(phone).getLast());
        }
    }

    @Test
    void reportsABackgroundRecordingThatDoesNotStart() throws Exception {
        Phone phone = phone(34);
        try (FakeAdb adb = new FakeAdb(phone)) {
            AdbTarget target = adb.target();
            phone.replies.put(
                    "perfetto --background -c - -o " + FOLDER + "k.pftrace", new Reply("", "first\nbad config\n", 1));
            ConfigRefused refused = assertThrows(ConfigRefused.class, () -> target.detach(config(STATS), "k"));
            assertEquals("perfetto on Test Phone does not accept the config: bad config", refused.getMessage());
            phone.replies.clear();
            RecordProblem noBackground = assertThrows(RecordProblem.class, () -> target.detach(config(STATS), "k"));
            assertEquals(Kind.UNSUPPORTED, noBackground.kind());
            assertTrue(
                    noBackground
                            .getMessage()
                            .startsWith("Test Phone has no perfetto that can record in the background (API 34)"),
                    noBackground.getMessage());
            phone.addOutput("command -v perfetto", "/system/bin/perfetto\n");
            phone.properties.put("ro.build.version.sdk", "27");
            assertThrows(RecordProblem.class, () -> target.detach(config(STATS), "k"));
        }
    }

    @Test
    void reportsABackgroundTraceThatIsMissing() throws Exception {
        Phone phone = phone(34);
        phone.replies.put(
                "wc -c < " + FOLDER + "k.pftrace", new Reply("", "sh: can't open: No such file or directory\n", 1));
        DetachedRecording detached =
                new DetachedRecording("k", "adb:1234", "Test Phone", 815, FOLDER + "k.pftrace", 0, 0);
        try (FakeAdb adb = new FakeAdb(phone)) {
            AdbTarget target = adb.target();
            SessionView v = end(Session.start("Test Phone", () -> target.fetch(detached), folder.resolve("t")));
            assertEquals(SessionState.FAILED, v.state());
            assertTrue(
                    v.problem()
                            .getMessage()
                            .startsWith("perfetto on Test Phone wrote no trace: sh: can't open: No such file or"
                                    + " directory."),
                    v.problem().getMessage());
        }
    }
}
