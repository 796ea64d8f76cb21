package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.await;
import static traceglass.record.testing.TestRecording.awaitState;
import static traceglass.record.testing.TestRecording.config;
import static traceglass.record.testing.TestRecording.end;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.SourceState.Phase;
import traceglass.record.spi.TraceFile;
import traceglass.record.testing.FakeService;

/// Records from a fake tracing service.
class ConsumerRecorderTest {

    private static final RecordingHints HINTS =
            new RecordingHints("Start probes.", "Repeat the recording.", "No kernel events.");

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

    private Session record(String text) throws Exception {
        TraceConfig config = config(text);
        return Session.start("the service", () -> connect(config), folder.resolve("t"));
    }

    private ConsumerRecorder connect(TraceConfig config) throws RecordProblem {
        return ConsumerRecorder.connect(
                () -> {
                    try {
                        return SocketChannel.open(UnixDomainSocketAddress.of(service.socket()));
                    } catch (java.io.IOException e) {
                        throw new RecordProblem(Kind.NOT_FOUND, "no service", e);
                    }
                },
                "the service",
                config,
                null,
                HINTS);
    }

    private static List<String> log(SessionView v, Level level) {
        return v.log().stream()
                .filter(l -> l.level() == level)
                .map(l -> l.text())
                .toList();
    }

    @Test
    void writesThePacketsOfAllSlices() throws Exception {
        SessionView v = end(record(RING + "duration_ms: 100\n" + STATS));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertArrayEquals(FakeService.trace(List.of("one", "two")), Files.readAllBytes(v.file()));
        assertEquals(
                List.of(
                        "QueryServiceState",
                        "QueryCapabilities",
                        "ObserveEvents",
                        "EnableTracing",
                        "ReadBuffers",
                        "FreeBuffers"),
                service.calls);
        assertEquals(List.of(), log(v, Level.WARNING));
        assertTrue(log(v, Level.INFO).contains("Sent the config: 1 buffer, 2 data sources"), v.log()::toString);
        assertTrue(log(v, Level.INFO).contains("All data sources started"), v.log()::toString);
        assertEquals(
                List.of(
                        new SourceState("linux.process_stats", "probes", Phase.STOPPED, 0),
                        new SourceState("linux.sys_stats", "probes", Phase.STOPPED, 0)),
                v.sources());
        assertEquals(List.of(new BufferFill("Main", true, 4096 * 1024, 1024, 0, 0)), v.buffers());
        assertTrue(service.config.getUniqueSessionName().startsWith("traceglass-"));
    }

    @Test
    void flushesAndDisablesTheSessionWhenStopped() throws Exception {
        Session session = record(RING + STATS);
        awaitState(session, SessionState.RECORDING);
        assertEquals(0, session.view().durationMs());
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(
                List.of("Flush", "DisableTracing", "ReadBuffers", "FreeBuffers"),
                service.calls.subList(4, service.calls.size()));
    }

    @Test
    void warnsIfTheFlushFails() throws Exception {
        service.flushError = "busy";
        Session session = record(RING + STATS);
        awaitState(session, SessionState.RECORDING);
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(List.of("Some data sources did not flush their last data in time"), log(v, Level.WARNING));
    }

    @Test
    void startsADeferredSession() throws Exception {
        SessionView v = end(record(RING + "deferred_start: true duration_ms: 100\n" + STATS));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(service.calls.contains("StartTracing"), service.calls::toString);
    }

    @Test
    void reportsTheFieldThatTheServiceRefuses() throws Exception {
        service.refusal = "too long trace (1 ms > 0 ms).";
        SessionView v = end(record(RING + STATS));
        assertEquals(SessionState.FAILED, v.state());
        ConfigRefused refused = Assertions.assertInstanceOf(ConfigRefused.class, v.problem());
        assertEquals("duration_ms", refused.field());
        assertEquals(
                "The tracing service of the service does not accept the config: too long trace (1 ms > 0 ms). Change"
                        + " duration_ms and record again.",
                refused.getMessage());
        assertFalse(Files.exists(folder.resolve("t")));
    }

    @Test
    void reportsAnErrorThatEndsTheRecording() throws Exception {
        service.endError = "out of luck.";
        SessionView v = end(record(RING + "duration_ms: 50\n" + STATS));
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(
                "The tracing service of the service ended the recording: out of luck. Change the config and record"
                        + " again.",
                v.problem().getMessage());
    }

    @Test
    void warnsAboutUnavailableDataSources() throws Exception {
        service.sources.remove("linux.sys_stats");
        SessionView recorded = end(record(RING + "duration_ms: 50\n" + STATS));
        assertEquals(
                List.of("No producer offers linux.sys_stats. The trace will not contain that data."),
                log(recorded, Level.WARNING));
        assertEquals(
                new SourceState("linux.sys_stats", "", Phase.ABSENT, 0),
                recorded.sources().getLast());
        service.sources.clear();
        SessionView none = end(record(RING + "duration_ms: 50\n" + STATS));
        assertEquals(
                List.of("The trace will be empty: no producer offers linux.process_stats, linux.sys_stats. Start"
                        + " probes."),
                log(none, Level.WARNING));
    }

    @Test
    void warnsAboutASourceThatNeverStarted() throws Exception {
        service.sources.put("linux.ftrace", "probes");
        service.unstartedSources.add("linux.ftrace");
        SessionView v =
                end(record(RING + "duration_ms: 50 data_sources { config { name: \"linux.ftrace\" } }\n" + STATS));
        // The recording ends although the service still waits for the source to stop.
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(
                List.of("linux.ftrace never started, so the trace will not contain that data. No kernel events."),
                log(v, Level.WARNING));
        assertTrue(log(v, Level.INFO).contains("Duration reached; waiting for data sources to stop"));
    }

    @Test
    void reportsFullAndLossyBuffers() throws Exception {
        service.stats = TraceStats.newBuilder()
                .addBufferStats(TraceStats.BufferStats.newBuilder()
                        .setBufferSize(100)
                        .setBytesWritten(250)
                        .setBytesOverwritten(150))
                .addBufferStats(TraceStats.BufferStats.newBuilder()
                        .setBufferSize(100)
                        .setBytesWritten(60)
                        .setChunksDiscarded(2)
                        .setTraceWriterPacketLoss(3))
                .build();
        SessionView v = end(record(
                RING + "buffers { size_kb: 64 fill_policy: DISCARD name: \"small\" } duration_ms: 50\n" + STATS));
        assertEquals(
                List.of(new BufferFill("Main", true, 100, 250, 150, 0), new BufferFill("small", false, 100, 60, 0, 5)),
                v.buffers());
        assertEquals(List.of("A ring buffer is full; its oldest data is being overwritten"), log(v, Level.NOTICE));
        assertEquals(
                List.of("Buffer small lost 5 packets. Increase the buffer size or record less."),
                log(v, Level.WARNING));
    }

    @Test
    void readsALongTraceWhileItIsRecorded() throws Exception {
        Session session = record(RING + "write_into_file: true file_write_period_ms: 200\n" + STATS);
        SessionView view = await(session, v -> v.fileBytes() > 0);
        assertEquals(SessionState.RECORDING, view.state());
        // The service must not write a file itself.
        assertFalse(service.config.getWriteIntoFile());
        assertEquals(0, service.config.getFileWritePeriodMs());
        assertEquals("Flush", service.calls.get(service.calls.indexOf("ReadBuffers") - 1));
        session.stop();
        assertEquals(SessionState.DONE, end(session).state());
    }

    @Test
    void readsALongTraceOnlyOncePerPeriod() throws Exception {
        Session session = record(RING + "write_into_file: true file_write_period_ms: 60000\n" + STATS);
        awaitState(session, SessionState.RECORDING);
        Thread.sleep(500);
        assertFalse(service.calls.contains("ReadBuffers"), service.calls::toString);
        session.stop();
        assertEquals(SessionState.DONE, end(session).state());
        assertEquals(1, service.calls.stream().filter("ReadBuffers"::equals).count());
    }

    private static final class IgnoredReports implements Recorder.Listener {

        @Override
        public void log(Level level, String text) {}

        @Override
        public void buffers(List<BufferFill> fills) {}

        @Override
        public void source(SourceState state) {}

        @Override
        public void snapshotRequested() {}
    }

    @Test
    @Timeout(60)
    void waitsOnlyUntilTheNextReadingWhileSomeoneWatches() throws Exception {
        try (TraceFile file = TraceFile.create(folder.resolve("t"));
                ConsumerRecorder recorder = connect(config(RING + "write_into_file: true\n" + STATS))) {
            recorder.start(file, new IgnoredReports());
            recorder.setReadPeriod(100);
            while (!service.calls.contains("ReadBuffers")) {
                assertFalse(recorder.awaitEnd(Duration.ofHours(1)));
            }
        }
    }

    @Test
    void endsALongTraceAtItsLargestSize() throws Exception {
        SessionView v =
                end(record(RING + "write_into_file: true file_write_period_ms: 100 max_file_size_bytes: 40\n" + STATS));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(List.of("The file has reached its maximum size: stopping the recording"), log(v, Level.NOTICE));
        assertTrue(v.fileBytes() >= 40 && v.fileBytes() < 100, () -> v.fileBytes() + " bytes");
    }

    @Test
    void reportsWhereTheServiceHasWrittenTheTrace() throws Exception {
        SessionView v = end(record(RING + "write_into_file: true output_path: \"/data/x\" duration_ms: 50\n" + STATS));
        assertEquals(SessionState.FAILED, v.state());
        assertTrue(
                v.problem()
                        .getMessage()
                        .startsWith("The tracing service has written the trace to /data/x on the service."),
                v.problem().getMessage());
        assertTrue(service.config.getWriteIntoFile());
    }

    @Test
    void copiesTheBuffersWhileItRecords() throws Exception {
        Session session = record(RING + STATS);
        awaitState(session, SessionState.RECORDING);
        assertTrue(session.canSnapshot());
        Path copy = folder.resolve("copy");
        byte[] expected = FakeService.trace(List.of("copy of one", "copy of two"));
        assertEquals(expected.length, session.snapshot(copy).get(20, TimeUnit.SECONDS));
        assertArrayEquals(expected, Files.readAllBytes(copy));
        assertEquals(List.of(copy), session.view().snapshots());
        service.cloneError = "no memory";
        ExecutionException failed = Assertions.assertThrows(
                ExecutionException.class,
                () -> session.snapshot(folder.resolve("second")).get(20, TimeUnit.SECONDS));
        assertEquals(
                "The tracing service of the service can't take a snapshot: no memory",
                failed.getCause().getMessage());
        session.cancel();
        assertEquals(SessionState.CANCELED, end(session).state());
        assertEquals("FreeBuffers", service.calls.getLast());
        assertFalse(Files.exists(folder.resolve("t")));
    }

    @Test
    void copiesTheBuffersOfAWatchedRing() throws Exception {
        // Within this period only the copies read the buffers.
        Session session = record(RING + "file_write_period_ms: 60000\n" + STATS);
        awaitState(session, SessionState.RECORDING);
        session.setReadPeriod(60_000);
        Path first = folder.resolve("first");
        session.snapshot(first).get(20, TimeUnit.SECONDS);
        assertArrayEquals(FakeService.trace(List.of("one", "two")), Files.readAllBytes(first));
        service.packets = List.of("three");
        Path second = folder.resolve("second");
        session.snapshot(second).get(20, TimeUnit.SECONDS);
        assertArrayEquals(FakeService.trace(List.of("one", "two", "three")), Files.readAllBytes(second));
        service.packets = List.of("four");
        session.stop();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertArrayEquals(FakeService.trace(List.of("one", "two", "three", "four")), Files.readAllBytes(v.file()));
        assertEquals(
                List.of("The timeline is shown. From now on everything is saved, beginning with the content of the"
                        + " buffers. The file grows until the recording stops."),
                log(v, Level.WARNING));
    }

    @Test
    void stopsAWatchedRingBeforeTheDiskIsFull() throws Exception {
        TraceConfig config = config(RING + STATS);
        AtomicLong free = new AtomicLong(1_000_000_000);
        Session session = Session.start(
                "the service",
                () -> {
                    ConsumerRecorder recorder = connect(config);
                    recorder.setFreeBytes(file -> free.get());
                    return recorder;
                },
                folder.resolve("t"));
        awaitState(session, SessionState.RECORDING);
        session.setReadPeriod(100);
        await(session, v -> v.fileBytes() > 0);
        assertEquals(SessionState.RECORDING, session.view().state());
        free.decrementAndGet();
        SessionView v = end(session);
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(
                "Less than 1 GB is free on the disk of the file: stopping the recording",
                log(v, Level.WARNING).getLast());
    }

    @Test
    void doesNotOfferCopiesIfTheServiceCannotMakeThem() throws Exception {
        service.withoutMethods.add("CloneSession");
        Session session = record(RING + STATS);
        awaitState(session, SessionState.RECORDING);
        assertFalse(session.canSnapshot());
        assertEquals("", service.config.getUniqueSessionName());
        ExecutionException failed = Assertions.assertThrows(
                ExecutionException.class,
                () -> session.snapshot(folder.resolve("copy")).get(20, TimeUnit.SECONDS));
        assertTrue(failed.getCause().getMessage().contains("is too old to take snapshots"));
        session.cancel();
        end(session);
    }

    @Test
    void recordsFromAServiceWithoutOptionalMethods() throws Exception {
        service.withoutMethods.addAll(
                List.of("QueryServiceState", "QueryCapabilities", "ObserveEvents", "GetTraceStats", "CloneSession"));
        SessionView v = end(record(RING + "duration_ms: 50\n" + STATS));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertEquals(List.of("EnableTracing", "ReadBuffers", "FreeBuffers"), service.calls);
        assertEquals(List.of(), log(v, Level.WARNING));
        assertEquals(
                new SourceState("linux.process_stats", "", Phase.WAITING, 0),
                v.sources().getFirst());
    }

    /// Takes as long as the recorder waits for the reply.
    @Test
    void recordsFromAServiceThatIsTooBusyForStatistics() throws Exception {
        service.unanswered.add("GetTraceStats");
        SessionView v = end(record(RING + "duration_ms: 50\n" + STATS));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertArrayEquals(FakeService.trace(List.of("one", "two")), Files.readAllBytes(v.file()));
    }

    @Test
    void keepsTheDataReceivedBeforeTheConnectionBroke() throws Exception {
        Session session = record(RING + "write_into_file: true file_write_period_ms: 100\n" + STATS);
        await(session, v -> v.fileBytes() > 0);
        service.breakConnections();
        SessionView v = end(session);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals(Kind.LOST, v.problem().kind());
        assertTrue(
                v.problem().getMessage().startsWith("The connection to the service was lost: ")
                        && v.problem().getMessage().contains(". Repeat the recording."),
                v.problem().getMessage());
        assertTrue(v.hasTrace());
    }
}
