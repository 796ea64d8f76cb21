package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.common.TraceStats.FinalFlushOutcome;
import traceglass.protos.ipc.CloneSessionRequest;
import traceglass.protos.ipc.CloneSessionResponse;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.trace.ConcurrentSessionEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests clones of running sessions, and events about concurrent sessions.
@Timeout(120)
class SessionClonesTest {

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();
    private final LocalService service = new LocalService("test", problems::add);

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable client : open) {
            client.close();
        }
        service.close();
        assertEquals(List.of(), problems);
    }

    private TestConsumer consumer() throws IOException {
        TestConsumer consumer = new TestConsumer(new RawClient(service.connectConsumer(), "ConsumerPort"));
        open.add(consumer);
        return consumer;
    }

    private EmulatedProducer producer(String source, boolean flushes) throws IOException {
        EmulatedProducer producer = new EmulatedProducer(
                new RawClient(service.connectProducer(), "ProducerPort"),
                "p",
                DataSourceDescriptor.newBuilder().setName(source).setNoFlush(!flushes));
        open.add(producer);
        return producer;
    }

    /// Starts the session to clone, with one data source.
    ///
    /// @param config remaining config, such as its buffer
    private TestConsumer startOriginal(EmulatedProducer producer, String config) throws Exception {
        TestConsumer original = consumer();
        original.enable("unique_session_name: 'n' data_sources { config { name: 's' } } " + config);
        producer.awaitStart();
        return original;
    }

    private static long requestClone(TestConsumer consumer) throws IOException {
        return consumer.client()
                .send(
                        "CloneSession",
                        CloneSessionRequest.newBuilder()
                                .setUniqueSessionName("n")
                                .build(),
                        false);
    }

    private static CloneSessionResponse awaitClone(TestConsumer consumer, long request) throws IOException {
        return CloneSessionResponse.parseFrom(
                consumer.client().awaitReply(request).bytes());
    }

    private static List<TracePacket> copy(TestConsumer consumer) throws IOException {
        CloneSessionResponse response = awaitClone(consumer, requestClone(consumer));
        assertEquals("", response.getError());
        return consumer.read();
    }

    @Test
    void movesBuffersWithTransferOnClone() throws Exception {
        EmulatedProducer producer = producer("s", false);
        TestConsumer original = startOriginal(producer, "buffers { size_kb: 64 transfer_on_clone: true }");
        producer.write(packet("a"));
        assertEquals(List.of("a"), TestConsumer.texts(copy(consumer())));
        producer.write(packet("b"));
        assertEquals(List.of("b"), TestConsumer.texts(copy(consumer())));
        producer.write(packet("c"));
        assertEquals(List.of("c"), TestConsumer.texts(original.stopAndRead()));
    }

    @Test
    void emptiesBuffersBeforeAClone() throws Exception {
        EmulatedProducer producer = producer("s", true);
        startOriginal(producer, "buffers { size_kb: 64 clear_before_clone: true }");
        producer.write(packet("before"));
        TestConsumer cloner = consumer();
        long request = requestClone(cloner);
        long flush = producer.flush();
        producer.write(packet("current state"));
        producer.acknowledge(flush);
        assertTrue(awaitClone(cloner, request).getSuccess());
        assertEquals(List.of("current state"), TestConsumer.texts(cloner.read()));
    }

    @Test
    void copiesBuffersWithoutWaitingForSlowSourcesOfMovedOnes() throws Exception {
        EmulatedProducer fast = producer("fast", true);
        EmulatedProducer slow = producer("slow", true);
        TestConsumer original = consumer();
        original.enable("""
                unique_session_name: 'n' buffers { size_kb: 64 } buffers { size_kb: 64 transfer_on_clone: true }
                data_sources { config { name: 'fast' } } data_sources { config { name: 'slow' target_buffer: 1 } }
                """);
        fast.awaitStart();
        slow.awaitStart();
        fast.write(packet("early"));
        TestConsumer cloner = consumer();
        long request = requestClone(cloner);
        fast.acknowledge(fast.flush());
        long pending = slow.flush();
        fast.write(packet("late"));
        slow.write(packet("screen"));
        slow.acknowledge(pending);
        assertTrue(awaitClone(cloner, request).getSuccess());
        List<TracePacket> packets = cloner.read();
        assertEquals(List.of("early", "screen"), TestConsumer.texts(packets));
        assertEquals(
                List.of(0, 1),
                packets.stream()
                        .filter(p -> p.getServiceEvent().hasBufferCloned())
                        .map(p -> p.getServiceEvent().getBufferCloned())
                        .toList());
        assertEquals(
                FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED,
                packets.getLast().getTraceStats().getFinalFlushOutcome());
    }

    @Test
    void clonesAlthoughAProducerNeverFlushes() throws Exception {
        EmulatedProducer producer = producer("s", true);
        startOriginal(producer, "flush_timeout_ms: 100 buffers { size_kb: 64 }");
        producer.write(packet("a"));
        List<TracePacket> packets = copy(consumer());
        assertEquals(List.of("a"), TestConsumer.texts(packets));
        assertEquals(
                FinalFlushOutcome.FINAL_FLUSH_FAILED,
                packets.getLast().getTraceStats().getFinalFlushOutcome());
    }

    @Test
    void keepsNoCloneForAConsumerThatDisconnected() throws Exception {
        EmulatedProducer producer = producer("s", true);
        TestConsumer original = startOriginal(producer, "buffers { size_kb: 64 }");
        TestConsumer cloner = consumer();
        requestClone(cloner);
        long flush = producer.flush();
        cloner.close();
        open.remove(cloner);
        Thread.sleep(50); // The service notices that the consumer has disconnected.
        producer.acknowledge(flush);
        assertEquals(
                1,
                QueryServiceStateResponse.parseFrom(original.client()
                                .call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()))
                        .getServiceState()
                        .getNumSessions());
    }

    @Test
    void failsACloneWhoseOriginalEnds() throws Exception {
        EmulatedProducer producer = producer("s", true);
        TestConsumer original = startOriginal(producer, "buffers { size_kb: 64 }");
        TestConsumer cloner = consumer();
        long request = requestClone(cloner);
        producer.flush();
        original.client().call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
        assertEquals("The original session ended", awaitClone(cloner, request).getError());
    }

    @Test
    void reportsConcurrentSessions() throws Exception {
        TestConsumer first = consumer();
        first.enable("unique_session_name: 'first' buffers { size_kb: 64 }");
        TestConsumer observer = consumer();
        observer.enable("builtin_data_sources { enable_concurrent_session_events: true } buffers { size_kb: 64 }");
        TestConsumer other = consumer();
        other.enable("unique_session_name: 'second' buffers { size_kb: 64 }");
        other.stopAndRead();
        List<String> events = observer.stopAndRead().stream()
                .filter(TracePacket::hasConcurrentSessionEvent)
                .map(TracePacket::getConcurrentSessionEvent)
                .map(SessionClonesTest::line)
                .toList();
        assertEquals(
                List.of(
                        "first STATE_STARTED",
                        "second STATE_CONFIGURED",
                        "second STATE_STARTED",
                        "second STATE_DISABLING_WAITING_STOP_ACKS",
                        "second STATE_DISABLED"),
                events);
        assertFalse(first.stopAndRead().stream().anyMatch(TracePacket::hasConcurrentSessionEvent));
    }

    private static String line(ConcurrentSessionEvent event) {
        return event.getSessionName() + " " + event.getState();
    }
}
