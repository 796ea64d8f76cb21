package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.Interrupts;
import traceglass.record.ipc.ConsumerPort;
import traceglass.record.ipc.ConsumerRecorder;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.probe.ServiceProbe;

@EnabledOnOs(OS.LINUX)
class ServiceCommandTest {

    @TempDir
    Path folder;

    @Test
    void listensUntilItIsStopped() throws Exception {
        Path producers = folder.resolve("p");
        Path consumers = folder.resolve("c");
        String group = Files.getAttribute(folder, "posix:group").toString();
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        Thread command = new Thread(() -> result.complete(CommandRun.of(
                "service",
                "--producer-socket",
                producers,
                "--consumer-socket",
                consumers,
                "--set-socket-permissions",
                group + ":0666:" + group + ":0600")));
        command.start();
        for (int i = 0; i < 500 && !isReady(consumers); i++) {
            Thread.sleep(10);
        }
        assertEquals("rw-rw-rw-", PosixFilePermissions.toString(Files.getPosixFilePermissions(producers)));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(consumers)));
        command.interrupt();
        CommandRun run = result.get(60, TimeUnit.SECONDS).assertExitCode(0);
        assertTrue(run.out().contains(producers.toString()), run.out());
        assertFalse(Files.exists(producers), "sockets are removed");
    }

    @Test
    void runsProbesUntilItsInputEnds() throws Exception {
        Path consumers = folder.resolve("c");
        InputStream previousIn = System.in;
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        try (PipedOutputStream input = new PipedOutputStream()) {
            System.setIn(new PipedInputStream(input));
            Thread command = new Thread(() -> result.complete(CommandRun.of(
                    "service",
                    "--probes",
                    "--producer-socket",
                    folder.resolve("p"),
                    "--consumer-socket",
                    consumers,
                    "--socket-owner",
                    System.getProperty("user.name"),
                    "--until-input-ends")));
            command.start();
            try (ConsumerPort port = ConsumerPort.bind(connect(consumers), "the service")) {
                Set<String> expected =
                        BuiltInProbes.all().stream().map(ServiceProbe::name).collect(Collectors.toSet());
                Set<String> offered = Set.of();
                for (int i = 0; i < 500 && !offered.equals(expected); i++) {
                    offered = ConsumerRecorder.queryService(port).dataSources().keySet();
                }
                assertEquals(expected, offered);
            }
            assertFalse(result.isDone());
        } finally {
            System.setIn(previousIn);
        }
        result.get(60, TimeUnit.SECONDS).assertExitCode(0);
        assertFalse(Files.exists(consumers));
    }

    /// Returns whether this process can receive SIGINT. Shells start background jobs with the signal ignored,
    /// and the JVM keeps it ignored.
    private static boolean isInterruptible() throws Exception {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(l -> l.startsWith("SigIgn:"))
                        .noneMatch(l -> (Long.parseUnsignedLong(l.substring(7).strip(), 16) & 2) != 0);
    }

    @Test
    void leavesCtrlCToTheProgramThatStartedIt() throws Exception {
        assumeTrue(isInterruptible(), "SIGINT is ignored");
        Path consumers = folder.resolve("c");
        InputStream previousIn = System.in;
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        AtomicInteger interrupts = new AtomicInteger();
        try (Interrupts _ = Interrupts.install(interrupts::incrementAndGet);
                PipedOutputStream input = new PipedOutputStream()) {
            System.setIn(new PipedInputStream(input));
            Thread command = new Thread(() -> result.complete(CommandRun.of(
                    "service",
                    "--producer-socket",
                    folder.resolve("p"),
                    "--consumer-socket",
                    consumers,
                    "--until-input-ends")));
            command.start();
            connect(consumers).close();
            interrupt();
            Thread.sleep(100);
            assertFalse(result.isDone());
            input.close();
            result.get(60, TimeUnit.SECONDS).assertExitCode(0);
            assertEquals(0, interrupts.get());
            // The command has restored the previous signal handler.
            interrupt();
            for (int i = 0; i < 500 && interrupts.get() == 0; i++) {
                Thread.sleep(10);
            }
            assertEquals(1, interrupts.get());
        } finally {
            System.setIn(previousIn);
        }
    }

    /// Connects as soon as the service listens, which is some time after the file is created.
    private static SocketChannel connect(Path socket) throws Exception {
        for (int i = 0; i < 500; i++) {
            try {
                return SocketChannel.open(UnixDomainSocketAddress.of(socket));
            } catch (SocketException e) {
                Thread.sleep(10);
            }
        }
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    private static void interrupt() throws Exception {
        String command = "kill -INT " + ProcessHandle.current().pid();
        assertEquals(0, new ProcessBuilder("sh", "-c", command).start().waitFor());
    }

    private static boolean isReady(Path socket) throws Exception {
        return Files.exists(socket)
                && PosixFilePermissions.toString(Files.getPosixFilePermissions(socket))
                        .equals("rw-------");
    }

    @Test
    void rejectsInvalidPermissions() {
        CommandRun run = CommandRun.of("service", "--set-socket-permissions", "a:9:b:0600")
                .assertExitCode(2);
        assertTrue(run.err().contains("example: traced:0666"), run.err());
    }

    @Test
    void reportsSocketsItCannotCreate() {
        Path missing = folder.resolve("missing").resolve("p");
        String line = CommandRun.of("service", "--producer-socket", missing, "--consumer-socket", folder.resolve("c"))
                .assertExitCode(1)
                .errorLine();
        assertTrue(line.contains(missing.toString()), line);
    }

    @Test
    void namesTheSocketThatCannotAcceptRelays() {
        CommandRun run = CommandRun.of(
                        "service", "--producer-socket", folder.resolve("p"), "--enable-relay-endpoint-on", "@other")
                .assertExitCode(2);
        assertTrue(run.err().contains("@other"), run.err());
    }

    @Test
    void printsThePortThatWasChosen() throws Exception {
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        Thread command = new Thread(() -> result.complete(CommandRun.of(
                "service",
                "--producer-socket",
                "127.0.0.1:0",
                "--consumer-socket",
                folder.resolve("c"),
                "--enable-relay-endpoint")));
        command.start();
        for (int i = 0; i < 500 && !Files.exists(folder.resolve("c")); i++) {
            Thread.sleep(10);
        }
        command.interrupt();
        String out = result.get(60, TimeUnit.SECONDS).assertExitCode(0).out();
        assertTrue(out.matches("(?s).*Producers: 127\\.0\\.0\\.1:[1-9]\\d*\\R.*"), out);
    }

    @Test
    void relaysToAnotherMachine() throws Exception {
        Path producers = folder.resolve("p");
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        Thread command = new Thread(() ->
                result.complete(CommandRun.of("service", "--producer-socket", producers, "--relay-to", "127.0.0.1:1")));
        command.start();
        for (int i = 0; i < 500 && !Files.exists(producers); i++) {
            Thread.sleep(10);
        }
        command.interrupt();
        CommandRun run = result.get(60, TimeUnit.SECONDS).assertExitCode(0);
        assertTrue(run.out().contains("Service: 127.0.0.1:1"), run.out());
        assertFalse(Files.exists(producers), "sockets are removed");
    }

    @Test
    void acceptsNoConsumersWhileRelaying() {
        CommandRun run = CommandRun.of("service", "--relay-to", "127.0.0.1:1", "--consumer-socket", folder.resolve("c"))
                .assertExitCode(2);
        assertTrue(run.err().contains("can't be combined"), run.err());
    }
}
