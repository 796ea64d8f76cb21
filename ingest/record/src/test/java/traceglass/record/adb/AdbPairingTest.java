package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Tests pairing with a fake server that sends the replies of real adb servers, because real pairing needs a phone.
class AdbPairingTest {

    private static final String REQUEST = "host:pair:123456:192.168.1.42:37001";

    /// Starts a server that replies to one pairing request, and returns its client.
    private static Adb adb(ServerSocket server, String status, String reply) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    try (Socket s = server.accept()) {
                        int length = Integer.parseInt(
                                new String(s.getInputStream().readNBytes(4), StandardCharsets.US_ASCII), 16);
                        String request = new String(s.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
                        boolean isPairing = request.equals(REQUEST);
                        String body = isPairing ? reply : "0029";
                        s.getOutputStream()
                                .write(((isPairing ? status : "OKAY") + String.format("%04x", body.length()) + body)
                                        .getBytes(StandardCharsets.UTF_8));
                    }
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
        return new Adb(new AdbServer("localhost", server.getLocalPort()), Map.of());
    }

    @Test
    void pairsByAddressAndCode() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertEquals(
                    "Successfully paired to 192.168.1.42:37001",
                    adb(server, "OKAY", "Successfully paired to 192.168.1.42:37001")
                            .pair("192.168.1.42:37001", "123456"));
        }
    }

    @Test
    void explainsAnInvalidPairingCode() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Adb adb = adb(server, "OKAY", "Failed: Wrong password or connection was dropped.");
            RecordProblem problem = assertThrows(RecordProblem.class, () -> adb.pair("192.168.1.42:37001", "123456"));
            assertEquals(Kind.REFUSED, problem.kind());
            assertTrue(problem.getMessage().contains("Pair device with pairing code"), problem.getMessage());
        }
    }

    @Test
    void namesTheToolsToInstallIfAdbCannotPair() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Adb adb = adb(server, "FAIL", "unknown host service");
            RecordProblem problem = assertThrows(RecordProblem.class, () -> adb.pair("192.168.1.42:37001", "123456"));
            assertEquals(Kind.UNSUPPORTED, problem.kind());
            assertTrue(problem.getMessage().contains("Platform-Tools"), problem.getMessage());
        }
    }
}
