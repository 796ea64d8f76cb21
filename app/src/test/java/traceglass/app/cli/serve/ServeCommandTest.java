package traceglass.app.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.app.cli.Root;
import traceglass.app.cli.StartedProgram;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

class ServeCommandTest {

    @TempDir
    Path folder;

    private Path trace(String name) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"" + name + "\", \"ts\": 1, \"dur\": 5}]");
    }

    @Test
    void aServerAnswersQueriesAndStopsWhenIdle() throws Exception {
        Path socket = folder.resolve("served.sock");
        Path trace = trace("served slice");
        CompletableFuture<Integer> ended = new CompletableFuture<>();
        Thread server = new Thread(() -> ended.complete(
                Root.run("serve", "--no-cache", "--unix=" + socket, "--idle-timeout=3s", trace.toString())));
        // Waits for the line about the session, so that none of the commands below captures it.
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream previousOut = System.out;
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            server.start();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!output.toString(StandardCharsets.UTF_8).endsWith("\n") && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }
        } finally {
            System.setOut(previousOut);
        }
        String session = output.toString(StandardCharsets.UTF_8);
        assertTrue(session.startsWith("traceglass-session ") && session.contains("socket-path=" + socket), session);
        CommandRun first = CommandRun.of(
                "query", "--remote", socket, "CREATE TABLE kept AS SELECT name, 0.5 AS x, NULL AS n FROM slice");
        assertEquals("", first.assertExitCode(0).out());
        CommandRun second = CommandRun.of("query", "--remote", socket, "SELECT * FROM kept");
        assertEquals(
                "\"name\",\"x\",\"n\"\n\"served slice\",0.500000,\"[NULL]\"\n",
                second.assertExitCode(0).out());
        CommandRun agent =
                CommandRun.of("query", "--agent", "--remote", socket, "--param=f=2", "SELECT *, x * $f AS y FROM kept");
        assertEquals(
                "| name | x | n | y |\n| --- | --- | --- | --- |\n| served slice | 0.5 | NULL | 1.0 |\n\n1 row.\n",
                agent.assertExitCode(0).out());
        CommandRun wrong = CommandRun.of("query", "--remote", socket, "SELECT absent FROM kept");
        assertTrue(wrong.assertExitCode(1).err().contains("no such column: absent"), wrong.err());
        assertEquals(0, ended.get(60, TimeUnit.SECONDS));
        assertFalse(Files.exists(socket));
        String gone = CommandRun.of("query", "--remote", socket, "SELECT 1")
                .assertExitCode(1)
                .errorLine();
        assertTrue(gone.endsWith("no server is running there"), gone);
    }

    @Test
    @Timeout(60)
    void requestsToAnUnresponsiveServerTimeOut() throws Exception {
        Path socket = folder.resolve("silent.sock");
        try (ServerSocketChannel unresponsive = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            unresponsive.bind(UnixDomainSocketAddress.of(socket));
            CommandRun slow = CommandRun.of("query", "--timeout=200ms", "--remote", socket, "SELECT 1");
            assertTrue(slow.assertExitCode(124).errorLine().contains("was canceled after 200.0 ms"), slow.err());
        }
    }

    /// The client disconnects after its time limit. The next query must not wait for the abandoned one.
    @Test
    @Timeout(120)
    void theServerCancelsAQueryAfterItsTimeLimit() throws Exception {
        String endless = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b";
        try (StartedProgram server = StartedProgram.start(folder, Map.of(), "serve", "--no-cache", "--http=0")) {
            server.awaitOutput("HTTP at ");
            String address = server.out().lines().findFirst().orElseThrow().substring("HTTP at ".length());
            CommandRun.of("query", "--timeout=1s", "--remote", address, endless).assertExitCode(124);
            assertEquals(
                    "\"n\"\n7\n",
                    CommandRun.of("query", "--remote", address, "SELECT 7 AS n")
                            .assertExitCode(0)
                            .out());
        }
    }

    @Test
    void answersCallsOverStandardInputAndOutput() throws Exception {
        byte[] calls = TraceProcessorRpcStream.newBuilder()
                .addMsg(TraceProcessorRpc.newBuilder()
                        .setSeq(0)
                        .setRequest(TraceProcessorMethod.TPM_QUERY_STREAMING)
                        .setQueryArgs(QueryArgs.newBuilder().setSqlQuery("SELECT name FROM slice")))
                .build()
                .toByteArray();
        InputStream previousIn = System.in;
        try {
            System.setIn(new ByteArrayInputStream(calls));
            CommandRun run = CommandRun.of("serve", "--stdio", "--no-cache", trace("streamed"))
                    .assertExitCode(0);
            assertEquals(
                    "streamed\0",
                    TraceProcessorRpcStream.parseFrom(run.bytes())
                            .getMsg(0)
                            .getQueryResult()
                            .getBatch(0)
                            .getStringCells());
        } finally {
            System.setIn(previousIn);
        }
    }

    @Test
    void sqlPackagesAreNamedAfterTheirFolderUnlessSpecified() throws Exception {
        Path modules = Files.createDirectories(folder.resolve("mine").resolve("deep"));
        Files.writeString(modules.resolve("answer.sql"), "CREATE PERFETTO TABLE answer AS SELECT 42 AS n;");
        Path socket = folder.resolve("packages.sock");
        String one = "--add-sql-package=" + folder.resolve("mine");
        String two = "--add-sql-package=yours=" + folder.resolve("mine");
        try (StartedProgram server =
                StartedProgram.start(folder, Map.of(), "serve", "--no-cache", "--unix=" + socket, one, two)) {
            server.awaitOutput("traceglass-session ");
            for (String name : List.of("mine", "yours")) {
                String sql = "INCLUDE PERFETTO MODULE " + name + ".deep.answer; SELECT n FROM answer";
                CommandRun query =
                        CommandRun.of("query", "--remote", socket, sql).assertExitCode(0);
                assertTrue(query.out().endsWith("\n42\n"), query.out());
            }
        }
    }

    @Test
    void namedServersAreListedAndStopped() throws Exception {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", runtime.toString());
        Path otherFolder = Files.createDirectory(folder.resolve("other"));
        Path trace = trace("named");
        try (StartedProgram server =
                StartedProgram.start(folder, environment, "serve", "--no-cache", "--unix=mine", trace)) {
            server.awaitOutput("traceglass-session ");
            Files.writeString(runtime.resolve("traceglass/dead.server"), "1\n1000\n\n1000\n");
            StartedProgram list = StartedProgram.start(otherFolder, environment, "serve", "list");
            assertEquals(0, list.exitCode(), list.err());
            assertTrue(
                    list.out()
                            .matches("mine  " + server.process().pid() + "  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  "
                                    + trace + "\n"),
                    list.out());
            StartedProgram none = StartedProgram.start(otherFolder, environment, "serve", "kill", "mien");
            assertEquals(1, none.exitCode());
            assertEquals(
                    "traceglass: no server named mien is running; did you mean mine?",
                    none.err().strip());
            StartedProgram kill = StartedProgram.start(otherFolder, environment, "serve", "kill", "mine");
            assertEquals(0, kill.exitCode(), kill.err());
            assertEquals("stopped mine (process " + server.process().pid() + ")\n", kill.out());
            assertTrue(server.process().waitFor(60, TimeUnit.SECONDS));
        }
        try (Stream<Path> left = Files.list(runtime.resolve("traceglass"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void optionsOfTraceProcessorAreUnderstood() {
        assertFalse(ClassicOptions.isUsed(List.of("query", "SELECT 1", "t")));
        List<String> python =
                List.of("-D", "--http-port", "45001", "--no-ftrace-raw", "--dev", "--add-sql-package", "/a/b@pkg");
        assertTrue(ClassicOptions.isUsed(python));
        assertEquals(List.of("serve", "--http=45001", "--add-sql-package=/a/b@pkg"), ClassicOptions.translate(python));
        assertEquals(
                List.of("serve", "t.pftrace", "--http=9001"),
                ClassicOptions.translate(List.of("--httpd", "t.pftrace")));
        assertEquals(List.of("serve", "--stdio"), ClassicOptions.translate(List.of("--stdiod")));
        assertEquals(
                List.of("serve", "--http-address=0.0.0.0", "--http=1"),
                ClassicOptions.translate(List.of("-D", "--http-ip-address=0.0.0.0", "--http-port=1")));
        assertEquals(
                List.of("serve", "--crop-track-events", "--analyze-trace-proto-content", "--http=9001"),
                ClassicOptions.translate(
                        List.of("-D", "--crop-track-events", "--analyze-trace-proto-content", "--no-ftrace-raw")));
    }

    @Test
    void usageErrorsAreOneLine() throws Exception {
        for (List<String> bad : List.of(
                List.of("serve", "--idle-timeout=soon"),
                List.of("serve", "--stdio", "--http=1"),
                List.of("serve", "--unix=a b"),
                List.of("serve", "kill", "a b"),
                List.of("query", "--remote", "x", "SELECT 1", "trace"),
                List.of("query"))) {
            CommandRun.of(bad.toArray()).assertExitCode(2).errorLine();
        }
        CommandRun.of("serve", "--modules=" + folder.resolve("absent"), "--http=0")
                .assertExitCode(1)
                .errorLine();
        CommandRun.of("serve", "--http=0", folder.resolve("absent.pftrace"))
                .assertExitCode(1)
                .errorLine();
    }

    /// Perfetto's Python client shows this output if the server that it starts ends immediately.
    @Test
    void theVersionIncludesThatOfTheRpcProtocol() {
        String out = CommandRun.of("-D", "--http-port", "0", "--version")
                .assertExitCode(0)
                .out();
        assertTrue(out.startsWith("Traceglass "), out);
        assertTrue(out.contains("\nTrace Processor RPC API version: 14\n"), out);
    }
}
