package traceglass.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.core.peer.SystemClock;

/// Tests starting, stopping and file writing of sessions with a producer that records its commands.
@EnabledOnOs(OS.LINUX)
class SessionLifecycleTest {

    private static final String SOURCE = " buffers { size_kb: 64 } data_sources { config { name: 's' } } ";

    @TempDir
    private Path folder;

    private final List<Throwable> problems = new ArrayList<>();
    private final ServiceLoop loop = new ServiceLoop(problems::add);
    private final TracingService service = new TracingService(loop, "test", 1, problems::add);
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() throws Exception {
        onLoop(() -> {
            service.shutDown();
            return "";
        });
        loop.close();
        assertEquals(List.of(), problems);
    }

    private <T> T onLoop(Callable<T> task) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        loop.post(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(60, TimeUnit.SECONDS);
    }

    private String nextCommand() throws InterruptedException {
        return commands.poll(5, TimeUnit.SECONDS);
    }

    private ProducerEndpoint producer(boolean notifies) throws Exception {
        ProducerClient client = new ProducerClient() {
            @Override
            public void setupTracing(int pageSizeKb, SharedMemory created) {
                commands.add("memory " + pageSizeKb);
            }

            @Override
            public void setupDataSource(long instance, DataSourceConfig config) {
                commands.add("setup");
            }

            @Override
            public void startDataSource(long instance, DataSourceConfig config) {
                commands.add("start");
            }

            @Override
            public void stopDataSource(long instance) {
                commands.add("stop");
            }

            @Override
            public void flush(long request, Collection<Long> instances, long flags) {
                commands.add("flush " + Long.toHexString(flags));
            }

            @Override
            public void clearIncrementalState(Collection<Long> instances) {
                commands.add("clear");
            }
        };
        return onLoop(() -> {
            ProducerEndpoint producer = service.connectProducer(
                    PeerIdentity.local(1, 2),
                    new ProducerEndpoint.ProducerInfo("p", "", 0, 8192, false, false),
                    client,
                    null);
            assertNotNull(producer);
            producer.register(DataSourceDescriptor.newBuilder()
                    .setName("s")
                    .setWillNotifyOnStop(notifies)
                    .setHandlesIncrementalStateClear(true)
                    .build());
            return producer;
        });
    }

    private ConsumerEndpoint enable(String text) throws Exception {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormat.merge(text, config);
        return onLoop(() -> {
            ConsumerEndpoint consumer = service.connectConsumer(PeerIdentity.local(1, 3), new ConsumerClient() {
                @Override
                public void onTracingDisabled(String error) {
                    ends.add(String.valueOf(error));
                }

                @Override
                public void onEvents(ObservableEvents events) {}
            });
            String problem = consumer.enable(config.build(), null);
            if (problem != null) {
                ends.add(problem);
            }
            return consumer;
        });
    }

    @Test
    void endsEvenIfAProducerNeverReplies() throws Exception {
        producer(true);
        enable(SOURCE + "duration_ms: 20 flush_timeout_ms: 30 data_source_stop_timeout_ms: 30");
        assertEquals("memory 8", nextCommand());
        assertEquals("setup", nextCommand());
        assertEquals("start", nextCommand());
        assertEquals("flush 12", nextCommand());
        assertEquals("stop", nextCommand());
        assertEquals("null", ends.poll(5, TimeUnit.SECONDS));
    }

    @Test
    void startsOnATriggerOrAtTheConsumersRequest() throws Exception {
        ProducerEndpoint producer = producer(false);
        enable(SOURCE + "trigger_config { trigger_mode: START_TRACING trigger_timeout_ms: 60000"
                + " triggers { name: 't' stop_delay_ms: 20 } }");
        assertEquals("memory 8", nextCommand());
        assertEquals("setup", nextCommand());
        assertNull(commands.poll(50, TimeUnit.MILLISECONDS));
        onLoop(() -> {
            producer.activateTriggers(List.of("t"));
            return "";
        });
        assertEquals("start", nextCommand());
        assertEquals("flush 12", nextCommand());
        onLoop(() -> {
            service.flushes().acknowledge(producer, 1);
            return "";
        });
        assertEquals("stop", nextCommand());
        assertEquals("null", ends.poll(5, TimeUnit.SECONDS));
        ConsumerEndpoint deferred = enable(SOURCE + "deferred_start: true");
        assertEquals("setup", nextCommand());
        assertNull(commands.poll(50, TimeUnit.MILLISECONDS));
        onLoop(() -> {
            deferred.start();
            return "";
        });
        assertEquals("start", nextCommand());
    }

    @Test
    void acceptsLateProducersAndClearsTheirState() throws Exception {
        enable(SOURCE + "incremental_state_config { clear_period_ms: 20 }");
        ProducerEndpoint late = producer(false);
        assertEquals("memory 8", nextCommand());
        assertEquals("setup", nextCommand());
        assertEquals("start", nextCommand());
        assertEquals("clear", nextCommand());
        onLoop(() -> {
            late.disconnect();
            return "";
        });
        assertEquals(0, onLoop(() -> service.sessions().getFirst().instances.size()));
    }

    /// Returns whether an event causes another clock snapshot.
    private boolean takesSnapshot(ServiceSession session) throws Exception {
        return onLoop(() -> {
            ClockSnapshot before = session.newestSnapshot;
            service.packets()
                    .writeEvent(session, TracingServiceEvent.newBuilder().setAllDataSourcesFlushed(true), true);
            return session.newestSnapshot != before;
        });
    }

    @Test
    void readsTheClocksAgainWhenOneWasSet() throws Exception {
        enable(SOURCE);
        ServiceSession session = onLoop(() -> service.sessions().getFirst());
        for (long hourNs : new long[] {3_600_000_000_000L, -3_600_000_000_000L}) {
            onLoop(() -> {
                // Pretend that the clock had another offset at the last snapshot.
                ClockSnapshot.Builder other = session.newestSnapshot.toBuilder();
                other.getClocksBuilderList().stream()
                        .filter(c -> c.getClockId() == SystemClock.REALTIME.traceId())
                        .forEach(c -> c.setTimestamp(c.getTimestamp() + hourNs));
                session.newestSnapshot = other.build();
                return "";
            });
            assertTrue(takesSnapshot(session));
            // On a busy computer, time can pass between reading two clocks.
            int more = 0;
            while (takesSnapshot(session)) {
                assertTrue(++more < 100);
            }
        }
    }

    @Test
    void writesIntoAFileThatDoesNotExistYet() throws Exception {
        Path file = folder.resolve("trace");
        String config = SOURCE + "write_into_file: true output_path: '" + file + "' ";
        enable(config + "duration_ms: 150 file_write_period_ms: 100");
        assertEquals("null", ends.poll(5, TimeUnit.SECONDS));
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasTraceStats));
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasSynchronizationMarker));
        enable(config);
        assertTrue(ends.poll(5, TimeUnit.SECONDS).contains("file exists"));
    }

    @Test
    void stopsAtTheLargestFileSize() throws Exception {
        Path file = folder.resolve("small");
        enable(SOURCE + "write_into_file: true file_write_period_ms: 100 max_file_size_bytes: 300 output_path: '" + file
                + "'");
        assertEquals("null", ends.poll(5, TimeUnit.SECONDS));
        assertTrue(Files.size(file) > 0 && Files.size(file) <= 300);
        Trace.parseFrom(Files.readAllBytes(file));
    }
}
