package traceglass.app.cli.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;

class McpCommandTest {

    private static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    @TempDir
    private Path folder;

    private CommandRun run(String lines, Object... args) {
        InputStream in = System.in;
        try {
            System.setIn(new ByteArrayInputStream((INITIALIZE + lines).getBytes(StandardCharsets.UTF_8)));
            return CommandRun.of(
                    Stream.concat(Stream.of("mcp"), Stream.of(args)).toArray());
        } finally {
            System.setIn(in);
        }
    }

    @Test
    void standardOutputContainsOnlyResponses() throws IOException {
        CommandRun run = run(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\nno message\n", "--allow", folder)
                .assertExitCode(0);
        List<String> lines = run.out().lines().toList();
        assertEquals(3, lines.size(), run::out);
        for (String line : lines) {
            assertTrue(line.startsWith("{\"jsonrpc\":\"2.0\"") || line.contains("\"jsonrpc\":\"2.0\""), line);
        }
        assertTrue(lines.getFirst().contains("\"protocolVersion\":\"2025-11-25\""), lines::getFirst);
        assertFalse(run.out().contains("record_trace"), "recording is not allowed unless requested");
    }

    @Test
    void recordingIsOfferedIfAllowed() throws IOException {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n";
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"record_trace\",\"arguments\":%s}}\n";
        CommandRun run = run(
                        list
                                + call.formatted("{\"target\":\"absent\"}")
                                + call.replace("3", "4").formatted("{\"target\":\"local\",\"preset\":\"absent\"}")
                                + call.replace("3", "5").formatted("{\"target\":\"local\",\"seconds\":100000}"),
                        "--allow-record",
                        "--allow",
                        folder)
                .assertExitCode(0);
        assertTrue(run.out().contains("record_trace") && run.out().contains("list_targets"), run::out);
        assertTrue(run.out().contains("no preset \\\"absent\\\""), run::out);
        assertTrue(run.out().contains("from 1 to 120"), run::out);
        assertEquals(
                3, run.out().lines().filter(l -> l.contains("\"isError\":true")).count(), run::out);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList(), "nothing was recorded");
        }
    }

    @Test
    void aMissingFolderIsAnError() {
        String error =
                run("", "--allow", folder.resolve("absent")).assertExitCode(1).errorLine();
        assertTrue(error.contains("can't start the server"), error);
    }

    /// The client of the MCP SDK starts the program as agents do, and uses it over standard input and output.
    @Test
    @Timeout(240)
    void aClientStartsTheProgram() throws Exception {
        Files.writeString(
                folder.resolve("trace.json"),
                "[{\"ph\":\"X\",\"pid\":7,\"tid\":7,\"name\":\"by process\",\"ts\":100,\"dur\":50}]");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        ServerParameters program = ServerParameters.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "traceglass.app.start.Main",
                        "--no-cache",
                        "mcp",
                        "--allow",
                        folder.toString())
                .build();
        StdioClientTransport transport = new StdioClientTransport(program, McpJsonDefaults.getMapper());
        transport.setStdErrorHandler(_ -> {});
        try (McpSyncClient agent = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(120))
                .initializationTimeout(Duration.ofSeconds(120))
                .build()) {
            agent.initialize();
            assertTrue(agent.listTools().tools().size() > 10);
            assertTrue(text(agent, "open_trace", Map.of("path", "trace.json")).contains("is open as t1"));
            assertTrue(text(agent, "query", Map.of("sql", "SELECT name FROM slice"))
                    .contains("| by process |"));
        }
    }

    private static String text(McpSyncClient agent, String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = agent.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
        return ((McpSchema.TextContent) result.content().getFirst()).text();
    }
}
