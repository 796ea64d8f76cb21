package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.await;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.end;
import static traceglass.record.testing.TestRecording.recordFor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.TraceConfig;
import traceglass.record.DetachedRecordings;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.TestRecording;

/// Records from the real daemons on this computer.
class LocalRecordingTest {

    @TempDir
    Path folder;

    private PerfettoPrograms perfetto;

    @AfterEach
    void endDaemons() throws Exception {
        if (perfetto != null) {
            perfetto.close();
        }
    }

    private LocalTarget target() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(perfetto.environment());
        return new LocalTarget(null, environment);
    }

    private Session record(String config, String file) throws Exception {
        return TestRecording.start(target(), config, folder.resolve(file));
    }

    private void awaitSources() throws Exception {
        for (int i = 0; i < 100 && target().inspect().dataSources() == null; i++) {
            Thread.sleep(50);
        }
    }

    @Test
    void recordsProcessesAndCountersAndStopsAutomatically() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(RING + "duration_ms: 800\n" + STATS, "stats.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> String.valueOf(v.log()));
        assertEquals(Files.size(v.file()), v.fileBytes());
        assertTrue(v.elapsedMs() >= 700 && v.elapsedMs() < 5000, () -> v.elapsedMs() + " ms");
        assertEquals(1, v.buffers().size());
        assertEquals(4096 * 1024, v.buffers().getFirst().sizeBytes());
        assertTrue(
                v.sources().stream().allMatch(s -> s.producer().contains("traced_probes")),
                () -> v.sources().toString());
        assertTrue(count(
                        v.file(),
                        "select count(*) from process where pid = "
                                + ProcessHandle.current().pid())
                == 1);
        assertTrue(count(v.file(), "select count(*) from counter") > 20);
    }

    @Test
    void recordsTheScheduler() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Stream.of("/sys/kernel/tracing", "/sys/kernel/debug/tracing")
                        .anyMatch(t -> Files.isWritable(Path.of(t, "events", "sched", "sched_switch", "enable"))),
                "ftrace is not available");
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(
                RING
                        + "duration_ms: 1000 data_sources { config { name: \"linux.ftrace\" ftrace_config {"
                        + " ftrace_events: \"sched/sched_switch\" } } }",
                "sched.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), "select count(*) from sched") > 10);
    }

    @Test
    void reportsMissingKernelEvents() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeFalse(
                Stream.of("/sys/kernel/tracing", "/sys/kernel/debug/tracing")
                        .anyMatch(t -> Files.exists(Path.of(t, "events"))),
                "ftrace is available");
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(
                RING
                        + "duration_ms: 500 data_sources { config { name: \"linux.ftrace\" ftrace_config {"
                        + " ftrace_events: \"sched/sched_switch\" } } }"
                        + STATS,
                "no ftrace.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        List<String> warnings = v.log().stream()
                .filter(e -> e.level() == LogEntry.Level.WARNING)
                .map(LogEntry::text)
                .toList();
        assertEquals(
                List.of("linux.ftrace never started, so the trace will not contain that data. For ftrace, run"
                        + " traced_probes as root: sudo traced_probes."),
                warnings);
    }

    @Test
    void stopsEarlyAndKeepsTheData() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(RING + "duration_ms: 60000\n" + STATS, "early.pftrace");
        recordFor(session, 700);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> String.valueOf(v.log()));
        assertTrue(v.elapsedMs() < 20_000);
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    @Test
    void leavesNothingBehindWhenCanceled() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        Session session = record(RING + STATS, "canceled.pftrace");
        awaitState(session, SessionState.RECORDING);
        session.cancel();
        SessionView v = end(session);
        assertEquals(SessionState.CANCELED, v.state());
        assertFalse(Files.exists(v.file()));
        assertFalse(v.hasTrace());
    }

    @Test
    void copiesARingBufferWhileRecording() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(RING + STATS, "ring.pftrace");
        recordFor(session, 800);
        assertTrue(session.canSnapshot());
        Path copy = folder.resolve("copy.pftrace");
        long bytes = session.snapshot(copy).get(20, TimeUnit.SECONDS);
        assertEquals(SessionState.RECORDING, session.view().state());
        assertEquals(List.of(copy), session.view().snapshots());
        assertEquals(Files.size(copy), bytes);
        long copiedCounters = count(copy, "select count(*) from counter");
        assertTrue(copiedCounters > 5, () -> copiedCounters + " counters");
        Thread.sleep(500);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state());
        assertTrue(count(v.file(), "select count(*) from counter") > copiedCounters);
    }

    @Test
    void writesALongTraceWhileItIsRecorded() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(RING + "write_into_file: true file_write_period_ms: 300\n" + STATS, "long.pftrace");
        SessionView during = await(session, now -> now.fileBytes() > 1000);
        for (int i = 0; i < 2400 && Files.size(during.file()) <= 1000; i++) {
            Thread.sleep(25);
        }
        assertTrue(Files.size(during.file()) > 1000, () -> "nothing on disk yet: " + during);
        perfetto.killService();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(RecordProblem.Kind.LOST, v.problem().kind());
        assertTrue(
                v.problem().getMessage().contains("The data received so far is kept"),
                v.problem().getMessage());
        assertTrue(v.hasTrace());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    @Test
    void endsALongTraceAtItsMaximumSize() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(
                RING + "write_into_file: true file_write_period_ms: 200 max_file_size_bytes: 20000\n" + STATS,
                "limit.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> String.valueOf(v.log()));
        assertTrue(v.fileBytes() >= 20_000);
    }

    @Test
    void runsThreeRecordingsAtOnce() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sessions.add(record(RING + "duration_ms: 900\n" + STATS, "of-three-" + i + ".pftrace"));
        }
        for (Session s : sessions) {
            SessionView v = end(s);
            assertEquals(SessionState.DONE, v.state(), () -> String.valueOf(v.log()));
            assertTrue(count(v.file(), "select count(*) from counter") > 5);
        }
    }

    @Test
    void keepsTheDataWhenTheDaemonIsKilled() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        Session session = record(RING + "duration_ms: 60000\n" + STATS, "killed.pftrace");
        awaitState(session, SessionState.RECORDING);
        perfetto.killService();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(RecordProblem.Kind.LOST, v.problem().kind());
        assertTrue(
                v.problem().getMessage().contains("this computer")
                        && v.problem().getMessage().contains("sudo traced"),
                v.problem().getMessage());
    }

    @Test
    void reportsDataSourcesWithoutProducer() throws Exception {
        perfetto = PerfettoPrograms.start(false);
        SessionView v = end(record(RING + "duration_ms: 300\n" + STATS, "empty.pftrace"));
        assertEquals(SessionState.DONE, v.state());
        assertTrue(
                v.log().stream()
                        .anyMatch(l -> l.level() == LogEntry.Level.WARNING
                                && l.text().contains("The trace will be empty")
                                && l.text().contains("traced_probes")),
                () -> v.log().toString());
        assertTrue(v.sources().stream().allMatch(s -> s.phase() == SourceState.Phase.ABSENT));
    }

    @Test
    void reportsTheFieldThatTheServiceRejects() throws Exception {
        perfetto = PerfettoPrograms.start(false);
        SessionView v = end(record(
                RING + "duration_ms: 300 data_sources { config { name: \"a\" } }\n"
                        + "data_sources { config { name: \"b\" target_buffer: 7 } }",
                "refused.pftrace"));
        assertEquals(SessionState.FAILED, v.state());
        ConfigRefused refused = assertInstanceOf(ConfigRefused.class, v.problem());
        assertEquals("data_sources[1].config.target_buffer", refused.field());
        assertTrue(
                refused.getMessage().endsWith("Change data_sources[1].config.target_buffer and record again."),
                refused.getMessage());
        assertFalse(Files.exists(v.file()));
        SessionView unlimited = end(record(RING + "duration_ms: 4294967295\n" + STATS, "refused2.pftrace"));
        assertEquals(
                "duration_ms",
                assertInstanceOf(
                                ConfigRefused.class,
                                unlimited.problem(),
                                () -> unlimited.log().toString())
                        .field());
    }

    @Test
    void reportsADiskThatIsFullDuringARecording() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
        SessionView v = end(TestRecording.start(target(), RING + "duration_ms: 300\n" + STATS, Path.of("/dev/full")));
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(RecordProblem.Kind.DISK, v.problem().kind());
        assertTrue(
                v.problem().getMessage().contains("Free some space"),
                v.problem().getMessage());
    }

    @Test
    void startsTheDaemonsOfAFolderForARecording() throws Exception {
        Path bin = PerfettoPrograms.bin();
        LocalTarget target = new LocalTarget(bin, Map.of());
        TargetReport report = target.inspect();
        assertTrue(report.isReady(), () -> report.checks().toString());
        assertTrue(report.dataSources().contains("linux.sys_stats"));
        SessionView v =
                end(TestRecording.start(target, RING + "duration_ms: 300\n" + STATS, folder.resolve("own.pftrace")));
        assertEquals(SessionState.DONE, v.state(), () -> String.valueOf(v.log()));
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    @Test
    void recordsInTheBackgroundAndFetchesTheTraceLater() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Files.isExecutable(PerfettoPrograms.bin().resolve("perfetto")), "there is no perfetto");
        LocalTarget target = new LocalTarget(PerfettoPrograms.bin(), target().environment());
        String key = "traceglass-test-" + ProcessHandle.current().pid();
        DetachedRecording detached = target.detach(
                TestRecording.config(
                        RING + "write_into_file: true file_write_period_ms: 200 duration_ms: 60000\n" + STATS),
                key);
        DetachedRecordings list = new DetachedRecordings(folder.resolve("detached"));
        list.add(detached);
        assertEquals(List.of(detached), new DetachedRecordings(folder.resolve("detached")).all());
        assertTrue(ProcessHandle.of(detached.pid()).orElseThrow().isAlive());
        Thread.sleep(900);
        SessionView v =
                end(Session.start(target.name(), () -> target.fetch(detached), folder.resolve("fetched.pftrace")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
        assertFalse(Files.exists(Path.of(detached.path())));
        list.remove(key);
        assertEquals(List.of(), list.all());
    }

    @Test
    void explainsHowToInstallTheService() {
        LocalTarget target = new LocalTarget(folder, Map.of());
        TargetReport report = target.inspect();
        assertFalse(report.isReady());
        assertTrue(report.help().contains("traced"), report.help());
    }

    @Test
    void recordsUntilStoppedIfTheDurationIsZero() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(RING + "duration_ms: 0\n" + STATS, "zero.pftrace");
        recordFor(session, 1200);
        assertEquals(SessionState.RECORDING, session.view().state());
        assertEquals(-1, session.view().remainingMs());
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    @Test
    void startsAfterTheRequestedDelay() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        long startNs = System.nanoTime();
        TraceConfig config = TestRecording.config(RING + "duration_ms: 300\n" + STATS);
        Session session = Session.start("here", () -> target().connect(config), folder.resolve("later"), 1500, v -> {});
        awaitState(session, SessionState.CONFIGURED);
        for (int i = 0; i < 100 && session.view().startsInMs() == 0; i++) {
            Thread.sleep(5);
        }
        assertTrue(
                session.view().startsInMs() > 0 && session.view().startsInMs() <= 1500,
                () -> session.view().startsInMs() + " ms");
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(System.nanoTime() - startNs >= 1_800_000_000L);
        assertTrue(v.elapsedMs() < 1500, () -> v.elapsedMs() + " ms");
        Session later = Session.start("here", () -> target().connect(config), folder.resolve("never"), 60_000, x -> {});
        awaitState(later, SessionState.CONFIGURED);
        later.stop();
        assertEquals(SessionState.CANCELED, end(later).state());
        assertFalse(Files.exists(folder.resolve("never")));
    }

    @Test
    void startsAConfigWithDeferredStart() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(RING + "deferred_start: true duration_ms: 500\n" + STATS, "deferred.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    private static String triggers(String mode, String more) {
        return RING + STATS + "trigger_config { trigger_mode: " + mode + " trigger_timeout_ms: 30000 " + more
                + " triggers { name: \"oops\" stop_delay_ms: 300 } }\n";
    }

    @Test
    void startsAndStopsAtTriggers() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session stopped = record(triggers("STOP_TRACING", ""), "stopped.pftrace");
        Session started = record(triggers("START_TRACING", ""), "started.pftrace");
        awaitState(stopped, SessionState.RECORDING);
        awaitState(started, SessionState.RECORDING);
        Thread.sleep(800);
        perfetto.trigger("oops", folder);
        for (Session s : List.of(stopped, started)) {
            SessionView v = end(s);
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertTrue(v.elapsedMs() < 25_000);
            assertTrue(count(v.file(), "select count(*) from counter") > 0);
        }
        assertTrue(count(stopped.path(), "select count(*) from counter")
                > count(started.path(), "select count(*) from counter"));
    }

    @Test
    void makesASnapshotOnATrigger() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(triggers("CLONE_SNAPSHOT", ""), "cloned.pftrace");
        recordFor(session, 600);
        perfetto.trigger("oops", folder);
        await(session, now -> !now.snapshots().isEmpty());
        assertEquals(
                List.of(folder.resolve("cloned-snapshot1.pftrace")),
                session.view().snapshots(),
                () -> session.view().log().toString());
        assertEquals(SessionState.RECORDING, session.view().state());
        assertTrue(count(folder.resolve("cloned-snapshot1.pftrace"), "select count(*) from counter") > 0);
        session.cancel();
        end(session);
    }

    @Test
    void opensCompressedRecordings() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        SessionView v = end(record(
                RING + "compression_type: COMPRESSION_TYPE_DEFLATE duration_ms: 500\n" + STATS, "compressed.pftrace"));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(traceglass.protos.trace.Trace.parseFrom(Files.readAllBytes(v.file())).getPacketList().stream()
                .anyMatch(p -> p.hasCompressedPackets()));
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
    }

    @Test
    void reportsTheBufferThatLosesData() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        awaitSources();
        Session session = record(
                "buffers { size_kb: 4096 }\n"
                        + "buffers { size_kb: 32 fill_policy: DISCARD name: \"small\" }\n"
                        + "data_sources { config { name: \"linux.sys_stats\" target_buffer: 1 sys_stats_config {"
                        + " vmstat_period_ms: 20 meminfo_period_ms: 20 } } }\n",
                "full.pftrace");
        awaitState(session, SessionState.RECORDING);
        for (int i = 0; i < 800 && session.view().lostPackets() == 0; i++) {
            Thread.sleep(25);
        }
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(0, v.buffers().get(0).lostPackets());
        assertTrue(
                v.buffers().get(1).lostPackets() > 0
                        && v.buffers().get(1).name().equals("small")
                        && !v.buffers().get(1).isRingBuffer(),
                () -> v.buffers().toString());
        assertTrue(
                v.log().stream()
                        .anyMatch(l ->
                                l.level() == LogEntry.Level.WARNING && l.text().startsWith("Buffer small lost ")),
                () -> v.log().toString());
        assertEquals(1, v.sources().getFirst().buffer());
    }
}
