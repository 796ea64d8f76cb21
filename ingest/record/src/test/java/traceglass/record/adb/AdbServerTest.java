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
import traceglass.record.testing.FakeAdb;
import traceglass.record.testing.FakeAdb.Phone;

/// Tests how the client interprets the server's replies, including replies of a broken server.
class AdbServerTest {

    private static RecordProblem problem(FakeAdb adb, String reply) {
        adb.serverReplies.put("host:test", reply);
        return assertThrows(RecordProblem.class, () -> adb.server().request("host:test"));
    }

    @Test
    void readsAddressAndPortFromTheVariablesOfAdb() {
        assertEquals(new AdbServer("localhost", 5037), AdbServer.ofEnvironment(Map.of()));
        assertEquals(
                new AdbServer("localhost", 5038), AdbServer.ofEnvironment(Map.of("ANDROID_ADB_SERVER_PORT", "5038")));
        assertEquals(
                new AdbServer("localhost", 6000),
                AdbServer.ofEnvironment(Map.of("ADB_SERVER_SOCKET", "tcp:6000", "ANDROID_ADB_SERVER_PORT", "5038")));
        assertEquals(
                new AdbServer("10.0.0.1", 6000),
                AdbServer.ofEnvironment(Map.of("ADB_SERVER_SOCKET", "tcp:10.0.0.1:6000")));
    }

    @Test
    void usesTheDefaultPortInsteadOfAnInvalidOne() {
        for (String port : new String[] {"0", "-1", "65536", "x"}) {
            assertEquals(
                    5037,
                    AdbServer.ofEnvironment(Map.of("ANDROID_ADB_SERVER_PORT", port))
                            .port());
        }
        assertEquals(
                65535,
                AdbServer.ofEnvironment(Map.of("ANDROID_ADB_SERVER_PORT", "65535"))
                        .port());
        assertEquals(
                1,
                AdbServer.ofEnvironment(Map.of("ANDROID_ADB_SERVER_PORT", "1")).port());
    }

    @Test
    void readsRepliesOfAnyLength() throws Exception {
        try (FakeAdb adb = new FakeAdb()) {
            assertEquals(41, adb.server().version());
            adb.serverReplies.put("host:test", "OKAY" + "ä".repeat(5000));
            assertEquals("ä".repeat(5000), adb.server().request("host:test"));
        }
    }

    @Test
    void explainsRefusals() throws Exception {
        try (FakeAdb adb = new FakeAdb()) {
            RecordProblem unauthorized = problem(adb, "FAILdevice unauthorized.\nThis adb server's keys are not set");
            assertEquals(Kind.REFUSED, unauthorized.kind());
            assertEquals(
                    "The device has not authorized this computer. " + AdbDevice.ALLOW_AND_RECORD,
                    unauthorized.getMessage());
            assertEquals(
                    unauthorized.getMessage(),
                    problem(adb, "FAILdevice still authorizing").getMessage());
            for (String gone : new String[] {"device 'x' not found", "no devices/emulators found"}) {
                RecordProblem p = problem(adb, "FAIL" + gone);
                assertEquals(Kind.NOT_FOUND, p.kind());
                assertEquals(
                        "The device is not attached (" + gone + "). Check the cable, or adb connect for Wi-Fi.",
                        p.getMessage());
            }
            RecordProblem offline = problem(adb, "FAILdevice offline");
            assertEquals(Kind.NOT_FOUND, offline.kind());
            assertTrue(offline.getMessage().startsWith("The device is offline."), offline.getMessage());
            RecordProblem other = problem(adb, "FAILclosed\n");
            assertEquals(Kind.REFUSED, other.kind());
            assertEquals("Refused by adb: closed.", other.getMessage());
            assertEquals(
                    "Refused by adb: no reason given.", problem(adb, "FAIL").getMessage());
        }
    }

    @Test
    void reportsWhichPartOfTheDeviceRefused() throws Exception {
        try (FakeAdb adb = new FakeAdb(new Phone("1", 30, "11"))) {
            RecordProblem socket = assertThrows(
                    RecordProblem.class, () -> adb.server().open("1", "localfilesystem:/dev/socket/traced_consumer"));
            assertEquals(
                    "Refused by the tracing service's socket: cannot connect: Permission denied.", socket.getMessage());
            RecordProblem service =
                    assertThrows(RecordProblem.class, () -> adb.server().open("1", "exec:true"));
            assertEquals("Refused by the device: closed.", service.getMessage());
            RecordProblem gone =
                    assertThrows(RecordProblem.class, () -> adb.server().open("2", "exec:true"));
            assertEquals(Kind.NOT_FOUND, gone.kind());
        }
    }

    @Test
    void recognizesOtherProgramsOnItsPort() throws Exception {
        try (ServerSocket web = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            reply(web, "HTTP/1.1 400 Bad Request\r\n");
            RecordProblem p = assertThrows(
                    RecordProblem.class, () -> new AdbServer("localhost", web.getLocalPort()).request("host:version"));
            assertEquals(Kind.UNSUPPORTED, p.kind());
            assertTrue(p.getMessage().contains("is not an adb server"), p.getMessage());
        }
    }

    @Test
    void reportsTruncatedAndDamagedReplies() throws Exception {
        for (String[] replyAndReason : new String[][] {
            {"OK", "adb closed the connection"},
            {"OKAY00", "adb closed the connection"},
            {"OKAY0004ab", "adb closed the connection"},
            {"OKAYzzzz", "adb sent an invalid length: “zzzz”"}
        }) {
            try (ServerSocket broken = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                reply(broken, replyAndReason[0]);
                RecordProblem p = assertThrows(
                        RecordProblem.class,
                        () -> new AdbServer("localhost", broken.getLocalPort()).request("host:version"));
                assertEquals(Kind.LOST, p.kind());
                assertEquals(
                        "The connection to adb was lost: " + replyAndReason[1] + ". Restart it with: adb start-server",
                        p.getMessage());
            }
        }
    }

    @Test
    void reportsHowToStartAServerThatDoesNotRun() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        RecordProblem p = assertThrows(RecordProblem.class, () -> new AdbServer("localhost", port).version());
        assertEquals(Kind.NOT_FOUND, p.kind());
        assertEquals("No adb server answers on port " + port + ". Start it with: adb start-server", p.getMessage());
    }

    /// Replies to each request with the same bytes and closes the connection.
    private static void reply(ServerSocket server, String reply) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    try (Socket s = server.accept()) {
                        s.getInputStream().readNBytes("000chost:version".length());
                        s.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException e) {
                // The test is over.
            }
        });
    }
}
