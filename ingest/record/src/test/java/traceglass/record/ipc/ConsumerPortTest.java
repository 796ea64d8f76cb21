package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.TraceFile;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.ScriptedService;
import traceglass.record.testing.TestRecording;

/// Tests every call of the port against the real service.
class ConsumerPortTest {

    @TempDir
    Path folder;

    private PerfettoPrograms perfetto;

    @AfterEach
    void stopDaemons() throws Exception {
        if (perfetto != null) {
            perfetto.close();
        }
    }

    private ConsumerPort port() throws Exception {
        return ConsumerPort.bind(
                SocketChannel.open(UnixDomainSocketAddress.of(perfetto.consumerSocket())), "the service");
    }

    @Test
    void passesASessionFromOneConnectionToAnother() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        TraceConfig config = TestRecording.config(TestRecording.RING + TestRecording.STATS);
        try (ConsumerPort first = port()) {
            for (int i = 0; i < 100 && first.queryServiceState(false).getDataSourcesCount() == 0; i++) {
                Thread.sleep(50);
            }
            first.enableTracing(config);
            Thread.sleep(400);
            first.detach("mine");
        }
        try (ConsumerPort second = port();
                TraceFile file = TraceFile.create(folder.resolve("t"))) {
            assertEquals(1, second.queryServiceState(true).getNumSessionsStarted());
            assertEquals(config.getDataSourcesList(), second.attach("mine").getDataSourcesList());
            assertTrue(second.flush(Duration.ofSeconds(5), FlushReason.STOP));
            second.disableTracing();
            second.readBuffers(file, Duration.ofSeconds(20));
            assertTrue(file.bytes() > 1000);
            second.freeBuffers();
        }
        try (ConsumerPort third = port()) {
            RecordProblem refused = assertThrows(RecordProblem.class, () -> third.attach("mine"));
            assertEquals(Kind.REFUSED, refused.kind());
            // The connection is still usable: only the call was refused.
            assertTrue(third.queryCapabilities().getHasQueryCapabilities());
        }
    }

    @Test
    void startsADeferredSessionAndReportsItsDataSources() throws Exception {
        perfetto = PerfettoPrograms.start(true);
        try (ConsumerPort port = port()) {
            for (int i = 0; i < 100 && port.queryServiceState(false).getDataSourcesCount() == 0; i++) {
                Thread.sleep(50);
            }
            BlockingQueue<String> seen = new LinkedBlockingQueue<>();
            port.observeEvents(
                    List.of(ObservableEvents.Type.TYPE_DATA_SOURCES_INSTANCES),
                    e -> e.getInstanceStateChangesList()
                            .forEach(c -> seen.add(
                                    c.getDataSourceName() + " " + c.getState().getNumber())));
            TraceConfig config = TestRecording.config(
                    TestRecording.RING + "deferred_start: true duration_ms: 200\n" + TestRecording.STATS);
            CompletableFuture<EnableTracingResponse> end = port.enableTracing(config);
            Thread.sleep(400);
            assertFalse(end.isDone());
            port.startTracing();
            assertTrue(end.get(20, TimeUnit.SECONDS).getDisabled());
            assertTrue(seen.contains("linux.sys_stats 2"), seen::toString);
            assertEquals(1, port.traceStats().getBufferStatsCount());
        }
    }

    @Test
    void reportsThatAnotherProgramListens() throws Exception {
        try (ScriptedService other = new ScriptedService(s -> {
            s.readFrame();
            byte[] web = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes();
            s.send(web, 0, web.length, web.length);
            Thread.sleep(200);
        })) {
            RecordProblem problem =
                    assertThrows(RecordProblem.class, () -> ConsumerPort.bind(other.connect(), "the service"));
            assertTrue(problem.getMessage().contains("not the tracing protocol"), problem.getMessage());
        }
    }

    @Test
    void doesNotWaitForeverForASilentService() throws Exception {
        try (ScriptedService silent = new ScriptedService(s -> {
            s.readFrame();
            s.readFrame();
        })) {
            long startNs = System.nanoTime();
            RecordProblem problem =
                    assertThrows(RecordProblem.class, () -> ConsumerPort.bind(silent.connect(), "the service"));
            assertEquals(Kind.LOST, problem.kind());
            assertTrue(System.nanoTime() - startNs < 30_000_000_000L);
        }
    }
}
