package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.await;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.end;
import static traceglass.record.testing.TestRecording.recordFor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.testing.FakeProbe;
import traceglass.record.testing.TestRecording;
import traceglass.service.probe.ServiceProbe;
import traceglass.service.probe.jdk.JdkProcessProbe;
import traceglass.service.probe.jdk.JdkSystemProbe;

/// Records from this computer without a running tracing service or installed programs.
class BuiltInServiceTest {

    private static final String PROCESSES = "data_sources { config { name: \"linux.process_stats\" } }\n";
    private static final String FTRACE = "data_sources { config { name: \"linux.ftrace\" } }\n";
    private static final String REFUSAL = "Only root can read kernel events.";
    private static final ServiceProbe WORKING = new FakeProbe("linux.process_stats", "");
    private static final ServiceProbe REFUSING = new FakeProbe("linux.ftrace", REFUSAL);
    private static final String FAKES = "select count(*) from process where pid >= " + FakeProbe.FIRST_PID;

    @TempDir
    private Path folder;

    private LocalTarget target(ServiceProbe... probes) {
        return new LocalTarget(
                null,
                Map.of(
                        ServiceSockets.CONSUMER_VARIABLE,
                        "",
                        ServiceSockets.PRODUCER_VARIABLE,
                        producers().toString()),
                null,
                List.of(probes));
    }

    private Path producers() {
        return folder.resolve("producers");
    }

    private Session record(String config, ServiceProbe... probes) throws Exception {
        return TestRecording.start(target(probes), RING + config, folder.resolve("own.pftrace"));
    }

    private static List<String> warnings(SessionView view) {
        return view.log().stream()
                .filter(l -> l.level() == LogEntry.Level.WARNING)
                .map(LogEntry::text)
                .toList();
    }

    @Test
    void recordsInThisProcess() throws Exception {
        SessionView v = end(record("duration_ms: 200\n" + PROCESSES, WORKING));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(List.of(), warnings(v));
        assertTrue(count(v.file(), FAKES) > 3);
        assertEquals(Files.size(v.file()), v.fileBytes());
        assertEquals(0, count(v.file(), "select count(*) from stats where severity <> 'info' and value > 0"));
    }

    /// Records with the probes for systems other than Linux.
    @Test
    void recordsProcessesAndCountersFromTheJdk() throws Exception {
        SessionView v =
                end(record("duration_ms: 600\n" + TestRecording.STATS, new JdkSystemProbe(), new JdkProcessProbe()));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        long pid = ProcessHandle.current().pid();
        assertEquals(1, count(v.file(), "select count(*) from process where pid = " + pid));
        assertTrue(count(v.file(), """
            select count(*) from counter c join counter_track t on c.track_id = t.id where t.name = 'MemFree'\
            """) > 2);
        assertTrue(count(v.file(), """
            select count(*) from counter c join counter_track t on c.track_id = t.id where t.name = 'CPU load'\
            """) > 2);
        assertTrue(count(v.file(), """
            select count(*) from counter c join process_counter_track t on c.track_id = t.id
            join process p using (upid) where t.name = 'CPU time' and pid =\
            """ + pid) > 1);
        assertEquals(0, count(v.file(), "select count(*) from stats where severity <> 'info' and value > 0"));
    }

    @Test
    void problemsOfAnotherRecordingAreNotReported() throws Exception {
        LocalTarget target = target(WORKING, REFUSING);
        Session processes = TestRecording.start(target, RING + PROCESSES, folder.resolve("processes.pftrace"));
        recordFor(processes, 50);
        Session events =
                TestRecording.start(target, RING + "duration_ms: 100\n" + FTRACE, folder.resolve("events.pftrace"));
        assertTrue(warnings(end(events)).stream().anyMatch(w -> w.contains(REFUSAL)));
        processes.stop();
        assertEquals(List.of(), warnings(end(processes)));
    }

    @Test
    void stopsOnRequest() throws Exception {
        Session session = record(PROCESSES, WORKING);
        recordFor(session, 100);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(count(v.file(), FAKES) > 2);
    }

    @Test
    void writesALongTraceWhileItIsRecorded() throws Exception {
        Session session = record("write_into_file: true file_write_period_ms: 100\n" + PROCESSES, WORKING);
        long early = await(session, v -> v.fileBytes() > 200).fileBytes();
        await(session, v -> v.fileBytes() > early);
        session.cancel();
        assertEquals(SessionState.CANCELED, end(session).state());
        assertFalse(Files.exists(folder.resolve("own.pftrace")));
    }

    @Test
    void savesRingBuffersAndLaterDataOnceWatched() throws Exception {
        Session session = record(PROCESSES, WORKING);
        await(session, v -> v.producedBytes() > 0);
        recordFor(session, 300);
        assertTrue(session.canViewLive());
        assertEquals(0, session.readableBytes());
        assertFalse(session.view().savesWhileRecording());
        session.setReadPeriod(100);
        await(session, v -> session.readableBytes() > 0);
        long first = session.readableBytes();
        await(session, v -> session.readableBytes() > first);
        assertTrue(session.view().savesWhileRecording());
        Path copy = folder.resolve("copy.pftrace");
        session.snapshot(copy).get(20, TimeUnit.SECONDS);
        // After live display has stopped, the file still grows, so that it has no gap.
        session.setReadPeriod(0);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        long all = count(v.file(), FAKES);
        long copied = count(copy, FAKES);
        assertTrue(copied > 3, () -> copied + " processes");
        assertTrue(all >= copied, () -> all + " processes and " + copied + " in the copy");
        // The fake probe numbers its processes, so a lost process from before the live display is detected.
        assertEquals(1, count(v.file(), "select count(*) from process where pid = " + FakeProbe.FIRST_PID));
        assertEquals(all, count(v.file(), "select max(pid) - " + (FakeProbe.FIRST_PID - 1) + " from process"));
        assertEquals(0, count(v.file(), "select count(*) from stats where severity <> 'info' and value > 0"));
    }

    @Test
    void buffersThatStopWhenFullCannotBeWatched() throws Exception {
        Session session = TestRecording.start(
                target(WORKING),
                "buffers { size_kb: 256 fill_policy: DISCARD }\n" + PROCESSES,
                folder.resolve("own.pftrace"));
        recordFor(session, 50);
        assertFalse(session.canViewLive());
        session.setReadPeriod(100);
        assertFalse(session.view().savesWhileRecording());
        session.stop();
        end(session);
    }

    @Test
    void copiesTheBuffersWhileRecording() throws Exception {
        Session session = record(PROCESSES, WORKING);
        recordFor(session, 100);
        assertTrue(session.canSnapshot());
        Path copy = folder.resolve("copy.pftrace");
        session.snapshot(copy).get(20, TimeUnit.SECONDS);
        assertTrue(count(copy, FAKES) > 1);
        session.cancel();
        end(session);
    }

    @Test
    void recordsThreeTimesAtOnceWithOneSetOfProbes() throws Exception {
        List<Session> sessions = new ArrayList<>();
        LocalTarget target = target(WORKING);
        for (int i = 0; i < 3; i++) {
            sessions.add(TestRecording.start(
                    target, RING + "duration_ms: 200\n" + PROCESSES, folder.resolve("of-three-" + i + ".pftrace")));
        }
        for (Session session : sessions) {
            SessionView v = end(session);
            assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
            assertTrue(count(v.file(), FAKES) > 3);
        }
    }

    @Test
    void closingTwiceKeepsTheServiceOfAnotherRecording() throws Exception {
        List<ServiceProbe> probes = List.of(new FakeProbe("of.two", ""));
        ConnectedService first = ConnectedService.ofBuiltIn(BuiltInService.acquire(List.of(), probes));
        ConnectedService second = ConnectedService.ofBuiltIn(BuiltInService.acquire(List.of(), probes));
        try {
            first.close();
            first.close();
            second.open().close();
        } finally {
            second.close();
        }
    }

    @Test
    void endAllStopsServicesThatAreInUse() throws Exception {
        BuiltInService used =
                BuiltInService.acquire(List.of(producers().toString()), List.of(new FakeProbe("of.the.end", "")));
        used.connect().close();
        BuiltInService.endAll();
        assertThrows(RecordProblem.class, used::connect);
        assertFalse(Files.exists(producers()));
        used.close();
    }

    @Test
    void reportsWhyAProbeRecordsNothing() throws Exception {
        SessionView v = end(record("duration_ms: 100\n" + PROCESSES + FTRACE, WORKING, REFUSING));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(List.of("linux.ftrace: " + REFUSAL), warnings(v));
        assertTrue(count(v.file(), FAKES) > 1);
    }

    @Test
    void reportsEachProbeThatCannotRecord() {
        LocalTarget target = target(WORKING, REFUSING);
        TargetReport report = target.inspect();
        assertTrue(report.isReady());
        assertEquals(RecordingTarget.State.READY, target.state());
        assertEquals(Set.of("linux.process_stats", "linux.ftrace"), report.dataSources());
        assertEquals(
                "Tracing service: in Traceglass (OK) ; Probes: started as needed (OK) ; Data sources: 2 (OK) ; "
                        + "linux.ftrace: not available (WARNING) " + REFUSAL,
                report.checks().stream()
                        .map(c -> c.label() + ": " + c.value() + " (" + c.state() + ") " + c.help())
                        .collect(Collectors.joining("; ")));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void listensForProgramsOnlyDuringARecording() throws Exception {
        String socket = producers().toString();
        Session session = record(PROCESSES, WORKING);
        awaitState(session, SessionState.RECORDING);
        assertTrue(ServiceSockets.isListening(socket));
        // A second recording uses the same service. A service with other probes leaves the producer socket to it.
        Session second = TestRecording.start(target(WORKING), RING + PROCESSES, folder.resolve("second.pftrace"));
        Session third =
                TestRecording.start(target(WORKING, REFUSING), RING + PROCESSES, folder.resolve("third.pftrace"));
        awaitState(second, SessionState.RECORDING);
        awaitState(third, SessionState.RECORDING);
        third.cancel();
        end(third);
        second.cancel();
        end(second);
        assertTrue(ServiceSockets.isListening(socket));
        session.stop();
        assertEquals(SessionState.DONE, end(session).state());
        assertFalse(Files.exists(producers()));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void listensOnTheSocketsThatItCanCreate() throws Exception {
        String missing = folder.resolve("missing").resolve("p").toString();
        List<String> sockets = List.of(missing, producers().toString());
        try (BuiltInService service = BuiltInService.acquire(sockets, List.of(new FakeProbe("of.one.socket", "")))) {
            service.connect().close();
            assertTrue(ServiceSockets.isListening(producers().toString()));
        }
    }

    @Test
    void reportsAtTheEndThatNoProgramConnected() throws Exception {
        SessionView v = end(record(
                "duration_ms: 100\n" + PROCESSES + "data_sources { config { name: \"track_event\" } }\n", WORKING));
        assertEquals(List.of("track_event never started, so the trace will not contain that data."), warnings(v));
        assertNull(v.problem());
    }

    @Test
    void warnsAboutADataSourceWithoutProducer() throws Exception {
        SessionView v = end(
                record("duration_ms: 100\n" + PROCESSES + "data_sources { config { name: \"unknown\" } }\n", WORKING));
        assertEquals(List.of("No producer offers unknown. The trace will not contain that data."), warnings(v));
    }
}
