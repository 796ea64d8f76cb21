package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests producers behind the built-in relay.
@Timeout(120)
class RelayHostTest {

    private static final String ANY_PORT = "127.0.0.1:0";
    private static final String CONFIG =
            "trace_all_machines: true buffers { size_kb: 64 } data_sources { config { name: 's' } }";

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private ServiceHost host;

    @BeforeEach
    void start() throws IOException {
        List<String> ports = List.of(ANY_PORT);
        host = new ServiceHost(new ServiceHost.Sockets(ports, List.of(), ports), "test", problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        host.close();
        assertEquals(List.of(), problems);
    }

    private static RawClient connect(String name) throws IOException {
        int port = Integer.parseInt(name.substring(name.indexOf(':') + 1));
        return new RawClient(SocketChannel.open(new InetSocketAddress("127.0.0.1", port)), "ProducerPort");
    }

    private TestConsumer consumer() throws IOException {
        return new TestConsumer(new RawClient(host.local().connectConsumer(), "ConsumerPort"));
    }

    @Test
    void forwardsProducersWithTheClocksOfTheirMachine() throws Exception {
        try (RelayHost relay = new RelayHost(List.of(ANY_PORT), host.names().getFirst(), "relay", problems::add);
                EmulatedProducer producer =
                        new EmulatedProducer(connect(relay.names().getFirst()), "p", "s");
                TestConsumer consumer = consumer()) {
            for (int i = 0; i < 200; i++) {
                consumer.enable(CONFIG);
                producer.awaitStart();
                producer.write(1, i, packet("x"));
                List<TracePacket> packets = consumer.stopAndRead();
                TracePacket packet = packets.stream()
                        .filter(TracePacket::hasForTesting)
                        .findFirst()
                        .orElseThrow();
                assertTrue(packet.getMachineId() != 0);
                boolean hasSynchronizedClocks = packets.stream()
                        .anyMatch(p -> p.getMachineId() == packet.getMachineId()
                                && p.getRemoteClockSync().getSyncedClocksCount() >= 2);
                if (hasSynchronizedClocks) {
                    assertTrue(packets.stream()
                            .anyMatch(p -> p.getMachineId() == packet.getMachineId()
                                    && p.getSystemInfo()
                                            .getTracingServiceVersion()
                                            .equals("relay")));
                    return;
                }
                consumer.client().call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
                assertTrue(producer.command().hasStopDataSource());
                Thread.sleep(20);
            }
            throw new AssertionError("The relay sent no clocks");
        }
    }

    @Test
    void disconnectsProducersWhenTheServiceCannotBeReached() throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        String gone;
        try (ServiceHost other = new ServiceHost(List.of(ANY_PORT), List.of(), "other", failures::add)) {
            gone = other.names().getFirst();
        }
        try (RelayHost relay = new RelayHost(List.of(ANY_PORT), gone, "relay", failures::add)) {
            assertThrows(IOException.class, () -> connect(relay.names().getFirst()));
        }
        assertTrue(
                failures.stream().anyMatch(f -> f.getMessage().contains("can't connect to " + gone)),
                failures::toString);
    }

    @Test
    void reportsThatTheHostIsUnknown() throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        try (RelayHost _ = new RelayHost(List.of(), "no.such.host.invalid:7", "relay", failures::add)) {
            for (int i = 0; i < 500 && failures.isEmpty(); i++) {
                Thread.sleep(10);
            }
        }
        assertEquals(
                "can't connect to no.such.host.invalid:7: unknown host",
                failures.getFirst().getMessage());
    }

    @Test
    void reportsThatTheServiceDoesNotSupportRelays() throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        try (ServiceHost other = new ServiceHost(List.of(ANY_PORT), List.of(), "other", failures::add);
                RelayHost _ = new RelayHost(List.of(), other.names().getFirst(), "relay", failures::add)) {
            for (int i = 0; i < 500 && failures.isEmpty(); i++) {
                Thread.sleep(10);
            }
        }
        assertTrue(failures.getFirst().getMessage().contains("--enable-relay-endpoint"), failures::toString);
    }
}
