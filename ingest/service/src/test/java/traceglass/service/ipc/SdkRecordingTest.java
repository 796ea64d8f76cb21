package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.SdkClient;
import traceglass.service.testing.TestConsumer;

/// Records SDK events with the built-in service.
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class SdkRecordingTest {

    private static final Category EVENTS = Category.of("service.test", "Events of a test");
    private static final int THREADS = 8;
    private static final int EVENTS_PER_THREAD = 400;
    private static final int LONGEST_TEXT = 9000;
    private static final String SOURCE = """
        data_sources { config { name: 'track_event' track_event_config {
          enabled_categories: 'service.test' disabled_categories: '*' } } }
        """;

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private ServiceHost host;
    private AutoCloseable sdk;
    private TestConsumer consumer;

    @BeforeEach
    void start() throws Exception {
        String socket = folder.resolve("p").toString();
        host = new ServiceHost(List.of(socket), List.of(), "test", problems::add);
        sdk = SdkClient.connect(socket);
        consumer = new TestConsumer(new RawClient(host.local().connectConsumer(), "ConsumerPort"));
    }

    @AfterEach
    void stop() throws Exception {
        consumer.close();
        sdk.close();
        host.close();
        assertEquals(List.of(), problems);
    }

    /// Waits for the SDK to connect and returns its producer name.
    private String producerName() throws Exception {
        for (int i = 0; i < 500; i++) {
            var state = QueryServiceStateResponse.parseFrom(
                            consumer.client().call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()))
                    .getServiceState();
            if (state.getDataSourcesCount() > 0) {
                return state.getProducers(0).getName();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("The SDK did not connect");
    }

    private static void await(boolean isEnabled) throws InterruptedException {
        for (int i = 0; i < 500 && EVENTS.isEnabled() != isEnabled; i++) {
            Thread.sleep(10);
        }
        assertEquals(isEnabled, EVENTS.isEnabled());
    }

    private void flush() throws IOException {
        assertTrue(consumer.client().call("Flush", FlushRequest.getDefaultInstance()) != null, "flush failed");
    }

    @Test
    void startsFlushesAndStopsWithTheSession() throws Exception {
        producerName();
        for (int round = 0; round < 3; round++) {
            consumer.enable("buffers { size_kb: 1024 }" + SOURCE);
            await(true);
            Trace.event(EVENTS, "round").arg("text", "round " + round).instant();
            flush();
            List<TracePacket> packets = new ArrayList<>(consumer.read());
            assertEquals(List.of("round " + round), texts(packets), "flushed events can be read immediately");
            packets.addAll(consumer.stopAndRead());
            await(false);
            consumer.client().call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
        }
    }

    private static List<String> texts(List<TracePacket> packets) {
        return packets.stream()
                .filter(p -> p.getTrackEvent().getType() == TrackEvent.Type.TYPE_INSTANT)
                .map(p -> p.getTrackEvent().getDebugAnnotations(0).getStringValue())
                .toList();
    }

    /// Packets of any size are complete and in order, and the first packet after a loss reports it.
    @Test
    void packetsAreCompleteAndInOrderWithLittleSharedMemory() throws Exception {
        String name = producerName();
        consumer.enable("buffers { size_kb: 65536 } producers { producer_name: '" + name
                + "' shm_size_kb: 64 page_size_kb: 4 }" + SOURCE);
        await(true);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            threads.add(Thread.ofPlatform().start(() -> write(thread)));
        }
        List<TracePacket> packets = new ArrayList<>();
        while (threads.stream().anyMatch(Thread::isAlive)) {
            flush();
            packets.addAll(consumer.read());
        }
        flush();
        packets.addAll(consumer.stopAndRead());
        Map<Integer, Integer> last = new HashMap<>();
        Set<Integer> marked = new HashSet<>();
        int large = 0;
        int events = 0;
        for (TracePacket packet : packets) {
            int sequence = packet.getTrustedPacketSequenceId();
            if (packet.getPreviousPacketDropped() != 0) {
                marked.add(sequence);
            }
            if (packet.getTrackEvent().getType() != TrackEvent.Type.TYPE_INSTANT) {
                continue;
            }
            String text = packet.getTrackEvent().getDebugAnnotations(0).getStringValue();
            String[] parts = text.split(":", -1);
            int thread = Integer.parseInt(parts[0]);
            int index = Integer.parseInt(parts[1]);
            assertEquals(text(thread, index), text);
            Integer previous = last.put(sequence, index);
            if (previous == null ? index > 0 : index != previous + 1) {
                assertTrue(previous == null || index > previous, "out of order");
                assertTrue(marked.contains(sequence), "loss without a mark");
            }
            marked.remove(sequence);
            events++;
            large += text.length() > 4096 ? 1 : 0;
        }
        assertEquals(THREADS, last.size());
        assertTrue(events > THREADS * EVENTS_PER_THREAD / 20 && large > 20, events + " events, " + large + " large");
        TraceStats.BufferStats stats = packets.getLast().getTraceStats().getBufferStats(0);
        assertEquals(0, stats.getAbiViolations());
        assertEquals(0, stats.getPatchesFailed());
        assertEquals(0, packets.getLast().getTraceStats().getChunksDiscarded());
        assertEquals(0, packets.getLast().getTraceStats().getInvalidPackets());
    }

    private static void write(int thread) {
        for (int i = 0; i < EVENTS_PER_THREAD; i++) {
            Trace.event(EVENTS, "event").arg("text", text(thread, i)).instant();
            if (i % 3 == 0) {
                LockSupport.parkNanos(300_000);
            }
        }
    }

    private static String text(int thread, int index) {
        Random random = new Random(thread * 100_003L + index);
        int length = random.nextInt(4) == 0 ? random.nextInt(LONGEST_TEXT) : random.nextInt(200);
        StringBuilder text = new StringBuilder(thread + ":" + index + ":");
        while (text.length() < length) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }
}
