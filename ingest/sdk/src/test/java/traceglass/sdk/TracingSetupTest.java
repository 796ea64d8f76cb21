package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sdk.wire.ServiceSocket;

class TracingSetupTest {

    @Test
    void rejectsSizesThatTheFormatDoesNotSupport() {
        TracingSetup setup = new TracingSetup();
        for (int[] sizes : new int[][] {{0, 4}, {2, 4}, {2048, 5}, {2048, 64}, {65536, 4}, {36, 32}}) {
            assertThrows(IllegalArgumentException.class, () -> setup.sharedMemory(sizes[0], sizes[1]));
        }
        assertEquals(32 << 20, setup.sharedMemory(32768, 32).memorySize());
    }

    @Test
    void refusesToRecordEarlyWithoutSharedMemory() {
        TracingSetup setup =
                new TracingSetup().address("localhost:1").startup(new TracingOptions(), Duration.ofSeconds(1));
        assertThrows(IllegalArgumentException.class, () -> Tracing.initialize(setup, Tracing.Backend.SYSTEM));
        assertThrows(IllegalArgumentException.class, () -> Tracing.initialize(setup, Tracing.Backend.IN_PROCESS));
        assertTrue(Sessions.all().isEmpty());
    }

    @Test
    void distinguishesNetworkAddressesFromFiles() {
        assertTrue(ServiceSocket.isNetwork("localhost:8000"));
        assertTrue(ServiceSocket.isNetwork("[::1]:8000"));
        assertFalse(ServiceSocket.isNetwork("@name:1"));
        assertFalse(ServiceSocket.isNetwork("/tmp/perfetto-producer"));
        assertFalse(ServiceSocket.isNetwork("/tmp/a:b"));
    }

    @Test
    void continuesWithoutAService(@TempDir Path folder) throws Exception {
        Category category = Category.of("sdk.alone");
        try (ServerSocket closed = new ServerSocket(0);
                ServerSocket silent = new ServerSocket(0)) {
            int port = closed.getLocalPort();
            closed.close();
            for (String address : new String[] {
                folder.resolve("none").toString(),
                folder.resolve("x".repeat(200)).toString(),
                "@none-listens",
                "localhost:" + port,
                "localhost:99999",
                "localhost:" + silent.getLocalPort()
            }) {
                long start = System.nanoTime();
                try (Tracing tracing =
                        Tracing.initialize(new TracingSetup().address(address), Tracing.Backend.SYSTEM)) {
                    Trace.instant(category, "nowhere");
                    Tracing.activateTriggers(Duration.ofSeconds(1), "a trigger");
                    Thread.sleep(100);
                    assertFalse(tracing.isConnected(), address);
                }
                assertTrue(System.nanoTime() - start < 5_000_000_000L, address);
            }
        }
    }
}
