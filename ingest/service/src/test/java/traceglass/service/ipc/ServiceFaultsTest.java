package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.protos.ipc.FlushRequest;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.NotifyDataSourceStoppedRequest;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.SyncRequest;
import traceglass.protos.ipc.UnregisterDataSourceRequest;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests failures outside the service, and malicious clients.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServiceFaultsTest {

    private static final String CONFIG = "buffers { size_kb: 4096 } data_sources { config { name: 's' } } ";

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();
    private ServiceHost host;

    @BeforeEach
    void start() throws IOException {
        host = new ServiceHost(List.of(socket("p")), List.of(socket("c")), "test", problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable client : open.reversed()) {
            client.close();
        }
        host.close();
        assertEquals(List.of(), problems);
    }

    private String socket(String name) {
        return folder.resolve(name).toString();
    }

    private TestConsumer consumer() throws IOException {
        TestConsumer consumer = new TestConsumer(new RawClient(socket("c"), "ConsumerPort"));
        open.add(consumer);
        return consumer;
    }

    private RawClient local() throws IOException {
        RawClient client = new RawClient(host.local().connectProducer(), "ProducerPort");
        open.add(client);
        return client;
    }

    private EmulatedProducer producer(String source) throws IOException {
        return new EmulatedProducer(local(), source, source);
    }

    /// A file that can't grow simulates a full disk.
    @Test
    void keepsThePacketsThatFitOnAFullDisk() throws Exception {
        EmulatedProducer producer = producer("s");
        TestConsumer consumer = consumer();
        TestConsumer other = consumer();
        SharedMemory full = SharedMemory.create("full", 128 << 10);
        open.add(full);
        other.enable(CONFIG);
        producer.awaitStart();
        producer.write(packet("of the other session"));
        consumer.enable(CONFIG + "write_into_file: true file_write_period_ms: 100", full.descriptor());
        producer.awaitStart();
        for (int i = 0; i < 40; i++) {
            producer.write(2, i, packet("x".repeat(10_000)));
        }
        String error = consumer.end();
        assertTrue(error.startsWith("Failed to write the trace file, so the session ended"), error);
        assertTrue(problems.removeFirst() instanceof IOException);
        byte[] file = full.segment().toArray(ValueLayout.JAVA_BYTE);
        List<TracePacket> kept = wholePackets(file);
        assertTrue(kept.size() > 5 && kept.stream().anyMatch(TracePacket::hasForTesting), kept.size() + " packets");
        assertEquals(List.of("of the other session"), TestConsumer.texts(other.stopAndRead()));
    }

    /// Returns the packets up to the first incomplete or missing one.
    private static List<TracePacket> wholePackets(byte[] file) {
        Trace.Builder trace = Trace.newBuilder();
        try {
            trace.mergeFrom(file);
        } catch (InvalidProtocolBufferException e) {
            // The rest of the file is empty.
        }
        return trace.getPacketList();
    }

    @Test
    void aSecondServiceDoesNotTakeOverASocketInUse() throws Exception {
        String name = "@traceglass-test-" + ProcessHandle.current().pid();
        try (ServiceHost first = new ServiceHost(List.of(name), List.of(), "first", problems::add)) {
            IOException refused = assertThrows(
                    IOException.class, () -> new ServiceHost(List.of(name), List.of(), "second", problems::add));
            assertTrue(refused.getMessage().contains("address in use"), refused.getMessage());
            try (RawClient client = new RawClient(name, "ProducerPort")) {
                assertTrue(client.bind("ProducerPort"));
            }
            assertEquals(List.of(name), first.names());
        }
        assertThrows(IOException.class, () -> new RawClient(name, "ProducerPort"));
    }

    @Test
    void reportsAGroupThatDoesNotExist() {
        SocketPermissions permissions = new SocketPermissions("no-such-group", 0b110_110_000, "root", 0b110_000_000);
        IOException failure =
                assertThrows(IOException.class, () -> permissions.apply(List.of(socket("p")), List.of(socket("c"))));
        assertTrue(failure.toString().contains("no-such-group"), failure.toString());
    }

    @Test
    void endsASessionWithoutADataSource() throws Exception {
        TestConsumer consumer = consumer();
        consumer.enable("buffers { size_kb: 64 } duration_ms: 50 data_sources { config { name: 'no.such.source' } }");
        assertEquals("", consumer.end());
        List<TracePacket> packets = consumer.read();
        assertTrue(packets.stream().anyMatch(TracePacket::hasTraceConfig));
        assertEquals(
                List.of(),
                packets.stream().filter(p -> p.getTrustedPacketSequenceId() > 1).toList());
    }

    @Test
    void disconnectsAClientThatSendsAHugeFrame() throws Exception {
        try (RawClient hostile = new RawClient(socket("p"), "ProducerPort")) {
            hostile.sendRaw(new byte[] {0, 0, 0, 0x10});
            assertThrows(IOException.class, () -> hostile.awaitReply(99));
        }
        assertNotNull(consumer().client().call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()));
    }

    @Test
    void ignoresCallsOfAProducerOnBehalfOfAnother() throws Exception {
        EmulatedProducer honest = new EmulatedProducer(
                local(),
                "honest",
                DataSourceDescriptor.newBuilder().setName("s").setWillNotifyOnStop(true));
        RawClient hostile = local();
        EmulatedProducer other = new EmulatedProducer(hostile, "hostile", "other");
        TestConsumer consumer = consumer();
        consumer.enable(CONFIG + "flush_timeout_ms: 300 data_source_stop_timeout_ms: 20000"
                + " data_sources { config { name: 'other' } }");
        honest.awaitStart();
        other.awaitStart();
        long flushed = consumer.client()
                .send("Flush", FlushRequest.newBuilder().setTimeoutMs(300).build(), false);
        long flush = honest.flush();
        other.acknowledge(flush);
        hostile.call(
                "UnregisterDataSource",
                UnregisterDataSourceRequest.newBuilder().setDataSourceName("s").build());
        for (int instance = 0; instance < 5; instance++) {
            hostile.call(
                    "NotifyDataSourceStopped",
                    NotifyDataSourceStoppedRequest.newBuilder()
                            .setDataSourceId(instance)
                            .build());
        }
        assertFalse(
                consumer.client().awaitReply(flushed).isSuccess(),
                "an acknowledgment by another producer was accepted");
        honest.write(packet("still recorded"));
        assertEquals(List.of("still recorded"), TestConsumer.texts(consumer.read()));
        consumer.client().call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
    }

    @Test
    void servesOthersWhileAClientFloodsIt() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        RawClient hostile = new RawClient(socket("p"), "ProducerPort");
        open.add(hostile);
        byte[] frame = hostile.encodeCall("Sync", SyncRequest.getDefaultInstance(), true);
        ByteBuffer many = ByteBuffer.allocate(frame.length * 1000);
        while (many.hasRemaining()) {
            many.put(frame);
        }
        Thread flood = Thread.ofPlatform().start(() -> {
            try {
                while (!done.get()) {
                    hostile.sendRaw(many.array());
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        RawClient polite = local();
        EmulatedProducer producer = new EmulatedProducer(polite, "p", "s");
        TestConsumer consumer = consumer();
        consumer.enable(CONFIG);
        producer.awaitStart();
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            producer.write(packet("p" + i));
        }
        long tookMs = (System.nanoTime() - start) / 1_000_000;
        done.set(true);
        flood.join();
        assertEquals(20, TestConsumer.texts(consumer.stopAndRead()).size());
        assertTrue(tookMs < 20_000, tookMs + " ms for 20 calls");
    }

    @Test
    void servesAThousandClientsAndRefusesMore() throws Exception {
        List<SocketChannel> clients = new ArrayList<>();
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket("p"));
        try {
            for (int i = 0; i < 999; i++) {
                clients.add(connect(address));
            }
            TestConsumer consumer = consumer(); // The thousandth.
            SocketClient producer = new SocketClient(clients.getLast());
            assertTrue(producer.isServed());
            SocketChannel more = connect(address);
            clients.add(more);
            assertEquals(-1, more.read(ByteBuffer.allocate(1)), "the client is disconnected");
            clients.removeFirst().close();
            assertNotNull(consumer.client().call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()));
            awaitFreeSlot(address, clients);
        } finally {
            for (SocketChannel client : clients) {
                client.close();
            }
        }
    }

    private static SocketChannel connect(UnixDomainSocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(address);
        return channel;
    }

    private static void awaitFreeSlot(UnixDomainSocketAddress address, List<SocketChannel> clients) throws Exception {
        for (int i = 0; i < 200; i++) {
            SocketChannel client = connect(address);
            clients.add(client);
            if (new SocketClient(client).isServed()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("The slot of a disconnected client is not released");
    }

    /// A client that is connected by a socket channel.
    private record SocketClient(SocketChannel channel) {
        boolean isServed() {
            try {
                return new RawClient(channel, "ProducerPort").bind("ProducerPort");
            } catch (IOException e) {
                return false;
            }
        }
    }
}
