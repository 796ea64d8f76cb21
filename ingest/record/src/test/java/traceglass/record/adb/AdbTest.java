package traceglass.record.adb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.testing.FakeAdb;
import traceglass.record.testing.FakeAdb.Phone;

/// Tests the list of devices, connecting to devices on the network, and starting the server.
class AdbTest {

    @TempDir
    Path folder;

    @Test
    void listsTheDevicesWithTheirStates() throws Exception {
        Phone locked = new Phone("5678", 34, "14");
        locked.state = "unauthorized";
        try (FakeAdb adb = new FakeAdb(new Phone("1234", 34, "14"), locked)) {
            assertEquals(
                    List.of(
                            new AdbDevice("1234", "device", "Test Phone", ""),
                            new AdbDevice("5678", "unauthorized", "Test Phone", "")),
                    adb.adb().devices().stream().map(AdbTarget::device).toList());
        }
    }

    @Test
    void reportsEveryChangeOfTheListOnce() throws Exception {
        try (FakeAdb adb = new FakeAdb(new Phone("1", 34, "14"))) {
            BlockingQueue<List<String>> lists = new LinkedBlockingQueue<>();
            BlockingQueue<RecordProblem> problems = new LinkedBlockingQueue<>();
            try (Adb.Watch _ = adb.adb().watch((devices, problem) -> {
                if (problem != null) {
                    problems.add(problem);
                }
                lists.add(devices.stream().map(d -> d.device().serial()).toList());
            })) {
                assertEquals(List.of("1"), lists.poll(10, TimeUnit.SECONDS));
                adb.attach(new Phone("2", 34, "14"));
                assertEquals(List.of("1", "2"), lists.poll(10, TimeUnit.SECONDS));
                // Polling an unchanged list reports nothing.
                assertNull(lists.poll(1500, TimeUnit.MILLISECONDS));
                assertTrue(adb.requests.contains("host:devices-l"), adb.requests::toString);
                adb.close();
                assertEquals(List.of(), lists.poll(10, TimeUnit.SECONDS));
                assertEquals(
                        "The adb server has stopped. Start it with: adb start-server",
                        problems.poll(10, TimeUnit.SECONDS).getMessage());
            }
        }
    }

    @Test
    void connectsToDevicesOnTheNetwork() throws Exception {
        try (FakeAdb adb = new FakeAdb()) {
            adb.serverReplies.put("host:connect:a:1", "OKAYconnected to a:1");
            assertEquals("connected to a:1", adb.adb().connect("a:1"));
            adb.serverReplies.put("host:connect:b:1", "OKAYfailed to authenticate to b:1");
            RecordProblem unknown =
                    assertThrows(RecordProblem.class, () -> adb.adb().connect("b:1"));
            assertEquals(Kind.REFUSED, unknown.kind());
            assertEquals(
                    "b:1 has not authorized this computer. Unlock the phone and accept “Allow USB debugging”.",
                    unknown.getMessage());
            for (String failure : List.of(
                    "failed to connect to c:1", "unable to connect", "cannot resolve host", "missing port in c")) {
                adb.serverReplies.put("host:connect:c:1", "OKAY" + failure);
                RecordProblem p =
                        assertThrows(RecordProblem.class, () -> adb.adb().connect("c:1"));
                assertEquals(Kind.NOT_FOUND, p.kind());
                assertEquals(
                        "No device at c:1: " + failure
                                + ". Turn on wireless debugging on the device and use the address shown there.",
                        p.getMessage());
            }
            adb.serverReplies.put("host:reconnect-offline", "OKAYreconnecting");
            adb.adb().reconnectOffline();
            assertEquals("host:reconnect-offline", adb.requests.getLast());
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private Path program(String folderName, String script) throws Exception {
        Path program = Files.createDirectories(folder.resolve(folderName)).resolve("adb");
        Files.writeString(program, "#!/bin/sh\n" + script);
        assertTrue(program.toFile().setExecutable(true));
        return program;
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void startsTheServerWithItsPort() throws Exception {
        program("bin", "echo \"$*\" > " + folder.resolve("arguments") + "\n");
        int port = freePort();
        Adb adb = new Adb(
                new AdbServer("localhost", port),
                Map.of("PATH", folder.resolve("bin").toString()));
        // The program only stores its arguments and starts no server.
        RecordProblem p = assertThrows(RecordProblem.class, adb::ensureServer);
        assertEquals("No adb server answers on port " + port + ". Start it with: adb start-server", p.getMessage());
        assertEquals(
                "-P " + port + " start-server",
                Files.readString(folder.resolve("arguments")).strip());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void reportsAServerThatCannotBeStarted() throws Exception {
        Path program = program("bin", "exit 1\n");
        AdbServer server = new AdbServer("localhost", freePort());
        Map<String, String> environment = Map.of("PATH", folder.resolve("bin").toString());
        RecordProblem failed = assertThrows(RecordProblem.class, () -> AdbProgram.startServer(server, environment));
        assertEquals(program + " start-server failed. Run it in a terminal to see why.", failed.getMessage());
        Files.writeString(program, "#!/no/such/interpreter\n");
        RecordProblem broken = assertThrows(RecordProblem.class, () -> AdbProgram.startServer(server, environment));
        assertEquals(Kind.NOT_FOUND, broken.kind());
        assertTrue(broken.getMessage().startsWith("Can't start " + program), broken.getMessage());
    }

    @Test
    void doesNotStartAServerOnAnotherComputer() {
        RecordProblem p = assertThrows(
                RecordProblem.class, () -> new Adb(new AdbServer("127.0.0.1", freePort()), Map.of()).ensureServer());
        assertTrue(p.getMessage().startsWith("No adb server answers"), p.getMessage());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void findsTheProgramInTheSdkBeforeThePath() throws Exception {
        Path onPath = program("bin", "");
        Map<String, String> path = Map.of(
                "PATH", folder.resolve("empty") + "::" + folder.resolve("bin"), "ANDROID_HOME", folder.toString());
        assertEquals(Optional.of(onPath), AdbProgram.find(path));
        Path inSdk = program("platform-tools", "");
        assertEquals(Optional.of(inSdk), AdbProgram.find(path));
        assertEquals(Optional.of(inSdk), AdbProgram.find(Map.of("ANDROID_SDK_ROOT", folder.toString())));
        assertTrue(inSdk.toFile().setExecutable(false));
        assertEquals(Optional.of(onPath), AdbProgram.find(path));
    }
}
