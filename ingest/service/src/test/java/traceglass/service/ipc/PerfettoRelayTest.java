package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.sdk.Tracing;
import traceglass.sdk.TracingSetup;
import traceglass.service.testing.PerfettoTools;
import traceglass.service.testing.RawClient;
import traceglass.service.testing.TestConsumer;

/// Tests a program with the SDK behind the real `traced_relay`, and behind the built-in relay at the real service.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PerfettoRelayTest {

    private static final Category CATEGORY = Category.of("relay.test", "Events of the test");
    private static final String CONFIG = """
        buffers { size_kb: 1024 }
        data_sources { config { name: "track_event" track_event_config { enabled_categories: "relay.test" } }
                       machine_name_filter: "guest" }
        """;

    @TempDir
    private Path folder;

    private final List<Throwable> problems = Collections.synchronizedList(new ArrayList<>());
    private PerfettoTools programs;
    private String port;
    private Tracing tracing;

    @BeforeEach
    void start() throws IOException {
        programs = PerfettoTools.find(folder, socket("relayed"), socket("consumer"));
        try (ServerSocket free = new ServerSocket(0)) {
            port = "127.0.0.1:" + free.getLocalPort();
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (tracing != null) {
            tracing.close();
        }
        programs.close();
        assertEquals(List.of(), problems);
    }

    private String socket(String name) {
        return folder.resolve(name).toString();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        for (int i = 0; !condition.call(); i++) {
            assertTrue(i < 4000, "waited too long");
            Thread.sleep(5);
        }
    }

    private ServiceHost service() throws IOException {
        List<String> ports = List.of(port);
        return new ServiceHost(new ServiceHost.Sockets(ports, List.of(), ports), "test", problems::add);
    }

    private Process startRelay() throws Exception {
        Assumptions.assumeTrue(programs.has("traced_relay"), "no traced_relay");
        Process relay = programs.runWith(
                new String[] {"PERFETTO_RELAY_SOCK_NAME", port, "PERFETTO_MACHINE_NAME", "guest"}, "traced_relay");
        await(() -> Files.exists(folder.resolve("relayed")));
        return relay;
    }

    private void startProgram() {
        tracing = Tracing.initialize(new TracingSetup().address(socket("relayed")), Tracing.Backend.SYSTEM);
    }

    /// Records one event of this program, at the latest after the relay has sent its clocks.
    private static List<TracePacket> record(ServiceHost host) throws Exception {
        try (TestConsumer consumer = new TestConsumer(new RawClient(host.local().connectConsumer(), "ConsumerPort"))) {
            consumer.enable(CONFIG);
            await(CATEGORY::isEnabled);
            Trace.instant(CATEGORY, "event");
            List<TracePacket> packets = new ArrayList<>();
            await(() -> packets.addAll(consumer.read())
                    && packets.stream().anyMatch(p -> p.getRemoteClockSync().getSyncedClocksCount() >= 2));
            packets.addAll(consumer.stopAndRead());
            await(() -> !CATEGORY.isEnabled());
            return packets;
        }
    }

    private static void assertRemote(List<TracePacket> packets) {
        List<TracePacket> events =
                packets.stream().filter(TracePacket::hasTrackEvent).toList();
        assertEquals(1, events.size());
        int machine = events.getFirst().getMachineId();
        assertTrue(machine != 0);
        assertEquals(ProcessHandle.current().pid(), events.getFirst().getTrustedPid());
        assertEquals(
                List.of("guest"),
                packets.stream()
                        .filter(p -> p.hasSystemInfo() && p.getMachineId() == machine)
                        .map(p -> p.getSystemInfo().getMachineName())
                        .toList());
        List<TracePacket> clocks =
                packets.stream().filter(TracePacket::hasRemoteClockSync).toList();
        assertEquals(1, clocks.size());
        assertEquals(machine, clocks.getFirst().getMachineId());
    }

    @Test
    void recordsAProgramThroughPerfettosRelayAndAgainAfterEachPartRestarted() throws Exception {
        Process relay = startRelay();
        startProgram();
        try (ServiceHost host = service()) {
            assertRemote(record(host));
            relay.destroyForcibly().waitFor();
            Files.delete(folder.resolve("relayed"));
            startRelay();
            assertRemote(record(host));
        }
        try (ServiceHost host = service()) {
            assertRemote(record(host));
        }
    }

    @Test
    void recordsAProgramAtPerfettosServiceThroughTheBuiltInRelay() throws Exception {
        PerfettoTools service = programs.withSockets(port, socket("consumer"));
        try (service) {
            service.run("traced", "--enable-relay-endpoint");
            await(this::isListening);
            try (RelayHost _ = new RelayHost(List.of(socket("relayed")), port, "relay", problems::add)) {
                startProgram();
                await(() -> service.output("perfetto", "--query").contains("track_event"));
                Path file = folder.resolve("trace");
                Path config = service.config(CONFIG.replace("guest", "Linux") + "duration_ms: 20000");
                Process perfetto = service.run("perfetto", "--txt", "-c", config.toString(), "-o", file.toString());
                await(CATEGORY::isEnabled);
                Trace.instant(CATEGORY, "event");
                perfetto.destroy();
                assertTrue(perfetto.waitFor(20, TimeUnit.SECONDS));
                List<TracePacket> packets = traceglass.protos.trace.Trace.parseFrom(Files.readAllBytes(file))
                        .getPacketList();
                TracePacket event = packets.stream()
                        .filter(TracePacket::hasTrackEvent)
                        .findFirst()
                        .orElseThrow();
                assertTrue(event.getMachineId() != 0);
                assertEquals(ProcessHandle.current().pid(), event.getTrustedPid());
                assertTrue(packets.stream()
                        .anyMatch(p -> p.getRemoteClockSync().getSyncedClocksCount() >= 2
                                && p.getMachineId() == event.getMachineId()));
                assertTrue(packets.stream()
                        .anyMatch(p ->
                                p.getSystemInfo().getTracingServiceVersion().equals("relay")
                                        && p.getMachineId() == event.getMachineId()));
            }
        }
    }

    private boolean isListening() {
        int colon = port.indexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(port.substring(0, colon), Integer.parseInt(port.substring(colon + 1))));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
