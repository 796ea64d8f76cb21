package traceglass.record.chrome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import traceglass.record.spi.RecordProblem;

/// Tests the protocol with a fake browser, and with a server that is not a browser.
class DevToolsTest {

    /// A server that replies to HTTP requests with a fixed text, and to WebSocket messages (RFC 6455) with the
    /// result of a function.
    private static final class Browser implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        private final List<String> received = Collections.synchronizedList(new ArrayList<>());
        private final UnaryOperator<String> answer;
        private volatile String version;

        Browser(UnaryOperator<String> answer) throws IOException {
            this.answer = answer;
            version = "{\"Browser\": \"Chrome/1\", \"webSocketDebuggerUrl\": \"ws://127.0.0.1:" + server.getLocalPort()
                    + "/devtools\"}";
            Thread.ofPlatform().daemon().start(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept()) {
                        serve(socket);
                    } catch (IOException | java.security.GeneralSecurityException e) {
                        // The other side has disconnected.
                    }
                }
            });
        }

        int port() {
            return server.getLocalPort();
        }

        private void serve(Socket socket) throws IOException, java.security.GeneralSecurityException {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            String key = null;
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                if (line.toLowerCase(java.util.Locale.ROOT).startsWith("sec-websocket-key:")) {
                    key = line.substring(18).strip();
                }
            }
            if (key == null) {
                byte[] body = version.getBytes(StandardCharsets.UTF_8);
                out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
                out.write(body);
                return;
            }
            String accept = Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1")
                            .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.UTF_8)));
            out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n")
                    .getBytes(StandardCharsets.UTF_8));
            DataInputStream frames = new DataInputStream(in);
            while (true) {
                String text = frame(frames);
                received.add(text);
                String reply = answer.apply(text);
                for (String part : reply.split("\u0000")) {
                    byte[] body = part.getBytes(StandardCharsets.UTF_8);
                    out.write(
                            body.length < 126
                                    ? new byte[] {(byte) 0x81, (byte) body.length}
                                    : new byte[] {(byte) 0x81, 126, (byte) (body.length >> 8), (byte) body.length});
                    out.write(body);
                }
            }
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException("closed");
                }
                line.append((char) c);
            }
            return line.toString().strip();
        }

        private static String frame(DataInputStream in) throws IOException {
            in.readByte();
            int length = in.readByte() & 0x7f;
            length = length == 126 ? in.readUnsignedShort() : length;
            byte[] mask = in.readNBytes(4);
            byte[] body = in.readNBytes(length);
            for (int i = 0; i < body.length; i++) {
                body[i] ^= mask[i % 4];
            }
            return new String(body, StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static DevTools connect(Browser browser, List<String> events) throws RecordProblem {
        return DevTools.connect(
                DevTools.findBrowser("127.0.0.1", browser.port()).socket(),
                (method, params) -> events.add(method + " " + params));
    }

    @Test
    void callsAreJsonAndRepliesAndEventsAreRead() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        try (Browser browser = new Browser(
                        m -> "{\"method\":\"Tracing.bufferUsage\",\"params\":{\"percentFull\":0.25,\"value\":3}}\u0000"
                                + "{\"id\":1,\"result\":{\"data\":\"\\u00fc\\n\",\"eof\":true}}");
                DevTools tools = connect(browser, events)) {
            Map<String, Object> params = new LinkedHashMap<>();
            params.put("handle", "a\"b");
            params.put("size", 1 << 20);
            assertEquals(Map.of("data", "ü\n", "eof", true), tools.call("IO.read", params));
            assertEquals(
                    List.of("{\"id\":1,\"method\":\"IO.read\",\"params\":{\"handle\":\"a\\\"b\",\"size\":1048576}}"),
                    browser.received);
            assertEquals(List.of("Tracing.bufferUsage {percentFull=0.25, value=3}"), events);
        }
    }

    @Test
    void reportsRefusalsWithTheBrowsersMessage() throws Exception {
        try (Browser browser = new Browser(m -> "{\"id\":1,\"error\":{\"code\":-32000,\"message\":\"not now\"}}");
                DevTools tools = connect(browser, new ArrayList<>())) {
            RecordProblem e = assertThrows(RecordProblem.class, () -> tools.call("Tracing.start", Map.of()));
            assertTrue(e.getMessage().contains("Tracing.start: not now"), e.getMessage());
        }
    }

    @Test
    void invalidJsonBreaksTheConnection() throws Exception {
        for (String wrong : List.of("{\"id\":1,\"result\":{", "[]", "HTTP/1.1 400", "{\"id\":1}}", "[".repeat(9000))) {
            try (Browser browser = new Browser(m -> wrong);
                    DevTools tools = connect(browser, new ArrayList<>())) {
                RecordProblem e = assertThrows(RecordProblem.class, () -> tools.call("Tracing.end", Map.of()), wrong);
                assertTrue(
                        e.getMessage().contains(wrong.equals("[]") ? "JSON that is not an object" : "invalid JSON"),
                        e.getMessage());
            }
        }
    }

    @Test
    void rejectsAServerThatIsNotABrowser() throws Exception {
        try (Browser browser = new Browser(m -> m)) {
            assertEquals(
                    "Chrome/1",
                    DevTools.findBrowser("127.0.0.1", browser.port()).name());
            for (String wrong : List.of("", "<html>", "[]", "{}", "{\"webSocketDebuggerUrl\": 5}", "{\"a\":")) {
                browser.version = wrong;
                RecordProblem e = assertThrows(
                        RecordProblem.class, () -> DevTools.findBrowser("127.0.0.1", browser.port()), wrong);
                assertTrue(e.getMessage().contains("No browser listens"), e.getMessage());
            }
        }
    }
}
