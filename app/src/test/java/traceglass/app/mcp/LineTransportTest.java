package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.database.StoreOptions;

/// Sends lines to the server that clients of the SDK never send.
@Timeout(60)
class LineTransportTest {

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n"
                    + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// Returns the responses to lines, without the response to the initialization.
    private List<Map<String, Object>> responses(InputStream lines, boolean isInitialized) throws IOException {
        InputStream begin = new ByteArrayInputStream(INITIALIZE.getBytes(StandardCharsets.UTF_8));
        try (TraceMcpServer server = new TraceMcpServer(
                new TraceMcpServer.Permissions(List.of(folder), List.of(), null),
                StoreOptions.cachedIn(folder.resolve("cache")),
                "1")) {
            server.serve(isInitialized ? new SequenceInputStream(begin, lines) : lines, out);
        }
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(LineTransportTest::json)
                .filter(m -> !Integer.valueOf(0).equals(m.get("id")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(String line) {
        try {
            return McpJsonDefaults.getMapper().readValue(line, Map.class);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    private List<Map<String, Object>> responses(String... lines) throws IOException {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return responses(new ByteArrayInputStream(bytes), true);
    }

    private static int code(Map<String, Object> response) {
        return (Integer) ((Map<?, ?>) response.get("error")).get("code");
    }

    @Test
    void linesThatAreNotMessagesAreAnsweredAndTheServerContinues() throws IOException {
        List<Map<String, Object>> responses = responses(
                "garbage",
                "{\"jsonrpc\":\"2.0\",",
                "[]",
                "5",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"1.0\",\"id\":2,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901234567890,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":[1]}",
                "",
                "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":\"odd\"}",
                "[".repeat(100_000),
                "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}");
        assertEquals(
                List.of(
                        -32700, -32700, -32600, -32600, -32600, -32600, -32600, -32600, -32600, -32600, -32600, -32600,
                        -32700),
                responses.stream()
                        .filter(a -> a.containsKey("error"))
                        .map(LineTransportTest::code)
                        .toList());
        assertTrue(
                responses.getFirst().containsKey("id") && responses.getFirst().get("id") == null);
        assertEquals(1, responses.get(4).get("id"));
        assertEquals(Map.of(), responses.getLast().get("result"));
        assertEquals(6, responses.getLast().get("id"));
    }

    @Test
    void anEndlessLineIsNotBuffered() throws IOException {
        String ping = "\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n";
        List<Map<String, Object>> responses = responses(
                new SequenceInputStream(
                        new RepeatedByte((byte) 'x', 64L << 20),
                        new ByteArrayInputStream(ping.getBytes(StandardCharsets.UTF_8))),
                true);
        assertEquals(-32600, code(responses.getFirst()));
        assertEquals(7, responses.getLast().get("id"));
    }

    @Test
    void bytesThatAreNotUtf8AreAParseError() throws IOException {
        List<Map<String, Object>> responses =
                responses(new ByteArrayInputStream(new byte[] {'"', (byte) 0xC3, '"', '\n'}), true);
        assertEquals(-32700, code(responses.getFirst()));
    }

    @Test
    void beforeTheInitializationOnlyPingIsAnswered() throws IOException {
        List<Map<String, Object>> responses =
                responses(new ByteArrayInputStream("""
                    {"jsonrpc":"2.0","id":1,"method":"tools/list"}
                    {"jsonrpc":"2.0","id":2,"method":"ping"}
                    """.getBytes(StandardCharsets.UTF_8)), false);
        assertEquals(-32600, code(responses.get(0)));
        assertEquals(Map.of(), responses.get(1).get("result"));
    }

    @Test
    void unknownMethodsAndToolsAreErrors() throws IOException {
        List<Map<String, Object>> responses = responses(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"absent\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"absent\",\"arguments\":{}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/absent\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}");
        assertEquals(3, responses.size());
        assertEquals(
                -32601,
                code(responses.stream()
                        .filter(a -> a.get("id").equals(1))
                        .findFirst()
                        .orElseThrow()));
        assertTrue(responses.stream().allMatch(a -> a.containsKey("error")), responses::toString);
        assertEquals(
                -32602,
                code(responses.stream()
                        .filter(a -> a.get("id").equals(3))
                        .findFirst()
                        .orElseThrow()));
    }

    @Test
    void tooManyRequestsAtOnceAreRejected() throws IOException {
        McpTraces.write(folder.resolve("t.txt"), 50);
        String open =
                "{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"tools/call\",\"params\":{\"name\":\"open_trace\",\"arguments\":{\"path\":\"t.txt\"}}}";
        StringBuilder lines = new StringBuilder(open).append('\n');
        for (int i = 0; i < LineTransport.MAX_CALLS + 8; i++) {
            lines.append(open.replace("\"open\"", "\"open" + i + "\"")).append('\n');
        }
        List<Map<String, Object>> responses =
                responses(new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8)), true);
        assertTrue(responses.stream().anyMatch(a -> a.containsKey("error") && code(a) == -32000), responses::toString);
    }

    @Test
    void theEndOfTheInputCancelsAnEndlessQuery() throws IOException {
        McpTraces.write(folder.resolve("t.txt"), 50);
        InputStream lines = new SequenceInputStream(
                new ByteArrayInputStream(
                        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"open_trace\",\"arguments\":{\"path\":\"t.txt\"}}}\n")
                                .getBytes(StandardCharsets.UTF_8)),
                new DelayedLine(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"query\",\"arguments\":{\"sql\":\"WITH"
                                + " RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM"
                                + " n\",\"timeout_s\":300}}}\n"));
        List<Map<String, Object>> responses = responses(lines, true);
        assertTrue(responses.stream().noneMatch(a -> Integer.valueOf(2).equals(a.get("id"))), responses::toString);
        assertTrue(responses.stream().anyMatch(a -> Integer.valueOf(1).equals(a.get("id"))), responses::toString);
    }

    @Test
    void aClientThatStopsReadingDoesNotAffectOthers() throws IOException {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("closed");
            }
        };
        try (TraceMcpServer server = new TraceMcpServer(
                new TraceMcpServer.Permissions(List.of(folder), List.of(), null),
                StoreOptions.cachedIn(folder.resolve("cache")),
                "1")) {
            server.serve(new ByteArrayInputStream(INITIALIZE.getBytes(StandardCharsets.UTF_8)), closed);
        }
    }

    /// Repeats one byte many times.
    private static final class RepeatedByte extends InputStream {

        private final byte value;
        private long remaining;

        RepeatedByte(byte value, long count) {
            this.value = value;
            remaining = count;
        }

        @Override
        public int read() {
            return remaining-- > 0 ? value : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (remaining <= 0) {
                return -1;
            }
            int count = (int) Math.min(length, remaining);
            java.util.Arrays.fill(bytes, offset, offset + count, value);
            remaining -= count;
            return count;
        }
    }

    /// Returns a line as soon as the trace is open.
    private final class DelayedLine extends InputStream {

        private final InputStream line;
        private boolean hasWaited;

        DelayedLine(String line) {
            this.line = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public int read() throws IOException {
            if (!hasWaited) {
                hasWaited = true;
                while (!out.toString(StandardCharsets.UTF_8).contains("is open as")) {
                    LockSupport.parkNanos(20_000_000);
                }
            }
            return line.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int b = read();
            if (b < 0) {
                return -1;
            }
            bytes[offset] = (byte) b;
            return 1;
        }
    }
}
