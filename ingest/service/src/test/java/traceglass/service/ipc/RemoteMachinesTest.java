package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.service.testing.EmulatedProducer.packet;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.CommitDataRequest;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.TracingServiceState;
import traceglass.protos.common.Utsname;
import traceglass.protos.ipc.FreeBuffersRequest;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.InitRelayRequest;
import traceglass.protos.ipc.QueryServiceStateRequest;
import traceglass.protos.ipc.QueryServiceStateResponse;
import traceglass.protos.ipc.SyncClockRequest;
import traceglass.protos.ipc.SyncRequest;
import traceglass.protos.trace.RemoteClockSync.SyncedClocks;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.EmulatedProducer;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests producers that connect to a TCP port, directly and through relays of other machines.
@Timeout(120)
class RemoteMachinesTest {

    private static final String BUFFER = "buffers { size_kb: 1024 } data_sources { config { name: 's' } ";

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();
    private ServiceHost host;

    @BeforeEach
    void start() throws IOException {
        List<String> ports = List.of("127.0.0.1:0");
        host = new ServiceHost(new ServiceHost.Sockets(ports, ports, ports), "test", problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable client : open) {
            client.close();
        }
        host.close();
        assertEquals(List.of(), problems);
    }

    private RawClient client(int socket, String service) throws IOException {
        String name = host.names().get(socket);
        int port = Integer.parseInt(name.substring(name.indexOf(':') + 1));
        RawClient client = new RawClient(SocketChannel.open(new InetSocketAddress("127.0.0.1", port)), service);
        open.add(client);
        return client;
    }

    private TestConsumer consumer() throws IOException {
        return new TestConsumer(client(1, "ConsumerPort"));
    }

    /// Connects like a relay on behalf of one of its clients.
    private RawClient relayedClient(String machine, String hint, int uid, int pid, String service) throws IOException {
        RawClient client = client(0, service);
        client.send(IPCFrame.newBuilder()
                .setSetPeerIdentity(IPCFrame.SetPeerIdentity.newBuilder()
                        .setUid(uid)
                        .setPid(pid)
                        .setMachineIdHint(hint)
                        .setMachineName(machine))
                .build());
        return client;
    }

    private static TracePacket find(List<TracePacket> packets, String text) {
        return packets.stream()
                .filter(p -> p.getForTesting().getStr().equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void recordsFromAProducerAtATcpPort() throws Exception {
        EmulatedProducer producer = new EmulatedProducer(client(0, "ProducerPort"), "p", "s");
        TestConsumer consumer = consumer();
        consumer.enable(BUFFER + "}");
        producer.awaitStart();
        producer.write(packet("a"));
        TracePacket first = find(consumer.stopAndRead(), "a");
        assertEquals(0, first.getMachineId());
        assertFalse(first.hasTrustedPid());
    }

    @Test
    void createsNoFilesForConsumersAtATcpPort() throws Exception {
        Path file = folder.resolve("trace");
        TestConsumer consumer = consumer();
        consumer.enable("buffers { size_kb: 4 } write_into_file: true output_path: '" + file + "'");
        assertTrue(consumer.end().contains("network clients"));
        assertFalse(Files.exists(file));
    }

    @Test
    void recordsOtherMachinesThatAFilterNames() throws Exception {
        EmulatedProducer guest =
                new EmulatedProducer(relayedClient("guest", "boot 1", 5, 77, "ProducerPort"), "p", "s");
        EmulatedProducer local = new EmulatedProducer(client(0, "ProducerPort"), "q", "s");
        TestConsumer consumer = consumer();
        consumer.enable(BUFFER + " machine_name_filter: 'guest' }");
        guest.awaitStart();
        guest.write(packet("of the guest"));
        TracePacket packet = find(consumer.stopAndRead(), "of the guest");
        assertEquals(5, packet.getTrustedUid());
        assertEquals(77, packet.getTrustedPid());
        assertTrue(packet.getMachineId() != 0);

        TestConsumer both = consumer();
        both.enable(BUFFER + " machine_name_filter: 'guest' machine_name_filter: 'host' }");
        assertTrue(guest.command().hasStopDataSource());
        guest.awaitStart();
        local.awaitStart();
        guest.write(2, 0, packet("guest"));
        local.write(packet("local"));
        assertEquals(Set.of("guest", "local"), new HashSet<>(TestConsumer.texts(both.stopAndRead())));
    }

    @Test
    void recordsThisMachineOnlyUnlessAllAreRequested() throws Exception {
        EmulatedProducer first = new EmulatedProducer(relayedClient("a", "boot a", 1, 1, "ProducerPort"), "p", "s");
        EmulatedProducer second = new EmulatedProducer(relayedClient("b", "boot b", 1, 1, "ProducerPort"), "p", "s");
        TestConsumer localConsumer = consumer();
        localConsumer.enable(BUFFER + "}");
        assertEquals(List.of(), TestConsumer.texts(localConsumer.stopAndRead()));

        TestConsumer globalConsumer = consumer();
        globalConsumer.enable("trace_all_machines: true " + BUFFER + "}");
        first.awaitStart();
        second.awaitStart();
        first.write(packet("a"));
        second.write(packet("b"));
        List<TracePacket> packets = globalConsumer.stopAndRead();
        TracePacket a = find(packets, "a");
        TracePacket b = find(packets, "b");
        assertTrue(a.getMachineId() != b.getMachineId() && a.getMachineId() != 0 && b.getMachineId() != 0);
        assertTrue(a.getTrustedPacketSequenceId() != b.getTrustedPacketSequenceId());
    }

    @Test
    void writesClocksAndInformationOfOtherMachines() throws Exception {
        RawClient relay = relayedClient("guest", "boot 1", 0, 9, "RelayPort");
        relay.call(
                "InitRelay",
                InitRelayRequest.newBuilder()
                        .setSystemInfo(SystemInfo.newBuilder().setNumCpus(3))
                        .build());
        for (int i = 0; i < 7; i++) {
            relay.call(
                    "SyncClock",
                    SyncClockRequest.newBuilder()
                            .setPhase(i % 2 == 0 ? SyncClockRequest.Phase.PING : SyncClockRequest.Phase.UPDATE)
                            .addClocks(SyncClockRequest.Clock.newBuilder()
                                    .setClockId(6)
                                    .setTimestamp(1000 + i))
                            .build());
        }
        EmulatedProducer guest =
                new EmulatedProducer(relayedClient("guest", "boot 1", 5, 77, "ProducerPort"), "p", "s");
        TestConsumer consumer = consumer();
        consumer.enable("trace_all_machines: true " + BUFFER + "}");
        guest.awaitStart();
        guest.write(packet("x"));
        List<TracePacket> packets = consumer.stopAndRead();
        int machine = find(packets, "x").getMachineId();
        TracePacket clocks = packets.stream()
                .filter(TracePacket::hasRemoteClockSync)
                .findFirst()
                .orElseThrow();
        assertEquals(machine, clocks.getMachineId());
        List<SyncedClocks> exchanges = clocks.getRemoteClockSync().getSyncedClocksList();
        assertEquals(
                List.of(1002L, 1003L, 1004L, 1005L, 1006L),
                exchanges.stream()
                        .map(e -> e.getClientClocks().getClocks(0).getTimestamp())
                        .toList());
        assertEquals(6, exchanges.getFirst().getHostClocks().getClocks(0).getClockId());
        assertTrue(packets.stream()
                .anyMatch(p -> p.getMachineId() == machine && p.getSystemInfo().getNumCpus() == 3));
    }

    @Test
    void removesMachinesWhoseRelayDisconnected() throws Exception {
        RawClient relay = relayedClient("guest", "boot 1", 0, 9, "RelayPort");
        relay.call("InitRelay", InitRelayRequest.getDefaultInstance());
        disconnect(relay);
    }

    /// Disconnects the only relay, and waits until the service has noticed.
    private void disconnect(RawClient relay) throws Exception {
        relay.close();
        open.remove(relay);
        TestConsumer consumer = consumer();
        for (int i = 0; i < 100; i++) {
            consumer.enable(BUFFER + " machine_name_filter: 'none' }");
            List<TracePacket> packets = consumer.stopAndRead();
            consumer.client().call("FreeBuffers", FreeBuffersRequest.getDefaultInstance());
            if (packets.stream().noneMatch(TracePacket::hasMachineId)) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("the machine is still known");
    }

    private static void synchronize(RawClient relay, SyncClockRequest.Phase phase) throws IOException {
        relay.call(
                "SyncClock",
                SyncClockRequest.newBuilder()
                        .setPhase(phase)
                        .addClocks(SyncClockRequest.Clock.newBuilder()
                                .setClockId(6)
                                .setTimestamp(1000))
                        .build());
    }

    private static List<TracePacket> clocks(List<TracePacket> packets) {
        return packets.stream().filter(TracePacket::hasRemoteClockSync).toList();
    }

    @Test
    void keepsClocksOfMachinesThatDisconnectDuringASession() throws Exception {
        RawClient relay = relayedClient("guest", "boot 1", 0, 9, "RelayPort");
        relay.call("InitRelay", InitRelayRequest.getDefaultInstance());
        synchronize(relay, SyncClockRequest.Phase.PING);
        EmulatedProducer guest =
                new EmulatedProducer(relayedClient("guest", "boot 1", 5, 77, "ProducerPort"), "p", "s");
        TestConsumer consumer = consumer();
        consumer.enable("trace_all_machines: true " + BUFFER + "}");
        guest.awaitStart();
        guest.write(packet("x"));
        disconnect(relay);
        List<TracePacket> packets = consumer.stopAndRead();
        int machine = find(packets, "x").getMachineId();
        assertEquals(
                List.of(machine),
                clocks(packets).stream().map(TracePacket::getMachineId).toList());
        assertTrue(packets.stream().anyMatch(p -> p.hasSystemInfo() && p.getMachineId() == machine));
    }

    @Test
    void writesClocksOfMachinesThatConnectDuringASession() throws Exception {
        TestConsumer consumer = consumer();
        consumer.enable("trace_all_machines: true " + BUFFER + "}");
        assertEquals(List.of(), clocks(consumer.read()));
        for (String machine : List.of("a", "b")) {
            RawClient relay = relayedClient(machine, "boot " + machine, 0, 9, "RelayPort");
            relay.call("InitRelay", InitRelayRequest.getDefaultInstance());
            synchronize(relay, SyncClockRequest.Phase.PING);
            List<TracePacket> packets = consumer.read();
            assertEquals(List.of(), clocks(packets));
            assertEquals(
                    List.of(machine),
                    packets.stream()
                            .filter(TracePacket::hasSystemInfo)
                            .filter(TracePacket::hasMachineId)
                            .map(p -> p.getSystemInfo().getMachineName())
                            .toList());
            synchronize(relay, SyncClockRequest.Phase.UPDATE);
            assertEquals(1, clocks(consumer.read()).size());
        }
        assertEquals(List.of(), clocks(consumer.stopAndRead()));
    }

    @Test
    void namesOnlyMachinesThatHaveANameOfTheirOwn() throws Exception {
        SystemInfo.Builder info =
                SystemInfo.newBuilder().setUtsname(Utsname.newBuilder().setSysname("Linux"));
        InitRelayRequest plain =
                InitRelayRequest.newBuilder().setSystemInfo(info).build();
        relayedClient("Linux", "boot 1", 0, 9, "RelayPort").call("InitRelay", plain);
        relayedClient("guest", "boot 2", 0, 9, "RelayPort").call("InitRelay", plain);
        InitRelayRequest named = InitRelayRequest.newBuilder()
                .setSystemInfo(info.setMachineName("own"))
                .build();
        relayedClient("other", "boot 3", 0, 9, "RelayPort").call("InitRelay", named);
        TestConsumer consumer = consumer();
        consumer.enable(BUFFER + "}");
        assertEquals(
                List.of("", "guest", "own"),
                consumer.stopAndRead().stream()
                        .filter(TracePacket::hasSystemInfo)
                        .filter(TracePacket::hasMachineId)
                        .map(p -> p.getSystemInfo().getMachineName())
                        .toList());
    }

    @Test
    void acceptsOnlyTheFirstPeerIdentity() throws Exception {
        RawClient client = relayedClient("guest", "boot 1", 5, 77, "ProducerPort");
        client.send(IPCFrame.newBuilder()
                .setSetPeerIdentity(IPCFrame.SetPeerIdentity.newBuilder()
                        .setUid(6)
                        .setPid(78)
                        .setMachineName("other"))
                .build());
        new EmulatedProducer(client, "p", "s");
        TracingServiceState.Producer producer = QueryServiceStateResponse.parseFrom(
                        consumer().client().call("QueryServiceState", QueryServiceStateRequest.getDefaultInstance()))
                .getServiceState()
                .getProducers(0);
        assertEquals(5, producer.getUid());
        assertEquals(77, producer.getPid());
        assertEquals("guest", producer.getMachineName());
    }

    @Test
    void offersServicesOnlyOnTheirSockets() throws Exception {
        RawClient consumer = client(1, "ConsumerPort");
        assertFalse(consumer.bind("RelayPort"));
        assertFalse(consumer.bind("ProducerPort"));
        RawClient local = new RawClient(host.local().connectProducer(), "ProducerPort");
        open.add(local);
        assertFalse(local.bind("RelayPort"));
    }

    @Test
    void dropsChunksThatAreTooLargeOrHaveNoHeader() throws Exception {
        RawClient client = client(0, "ProducerPort");
        EmulatedProducer producer = new EmulatedProducer(client, "p", "s");
        TestConsumer consumer = consumer();
        consumer.enable(BUFFER + "}");
        int buffer = producer.awaitStart().getTargetBuffer();
        for (int size : new int[] {0, 7, 65_537}) {
            client.send(
                    "CommitData",
                    CommitDataRequest.newBuilder()
                            .addChunksToMove(CommitDataRequest.ChunksToMove.newBuilder()
                                    .setTargetBuffer(buffer)
                                    .setData(ByteString.copyFrom(new byte[size])))
                            .build(),
                    true);
        }
        client.call("Sync", SyncRequest.getDefaultInstance());
        producer.write(packet("whole"));
        assertEquals(List.of("whole"), TestConsumer.texts(consumer.stopAndRead()));
    }
}
