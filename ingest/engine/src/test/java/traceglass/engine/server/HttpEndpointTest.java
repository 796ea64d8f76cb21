package traceglass.engine.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RpcEngine;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.ExportArgs;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.StatusResult;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

class HttpEndpointTest {

    private static final String TRACE =
            "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"http slice\", \"ts\": 1, \"dur\": 5}]";

    @TempDir
    private Path folder;

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test");
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpEndpoint server = open(null);

    private HttpEndpoint open(String token) {
        try {
            return HttpEndpoint.open(engine, null, 0, List.of("https://mine.example"), token);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        server.close();
        engine.close();
        client.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path));
    }

    private byte[] post(String path, byte[] body) throws Exception {
        HttpResponse<byte[]> response = client.send(
                request(path).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode());
        assertEquals(
                "application/x-protobuf",
                response.headers().firstValue("Content-Type").orElse(""));
        return response.body();
    }

    private QueryResult query(String sql) throws Exception {
        return QueryResult.parseFrom(
                post("/query", QueryArgs.newBuilder().setSqlQuery(sql).build().toByteArray()));
    }

    @Test
    void loadsAndQueriesATrace() throws Exception {
        byte[] trace = TRACE.getBytes(StandardCharsets.UTF_8);
        AppendTraceDataResult parsed = AppendTraceDataResult.parseFrom(post("/parse", trace));
        assertEquals(trace.length, parsed.getTotalBytesParsed());
        HttpResponse<byte[]> end = client.send(request("/notify_eof").build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, end.statusCode());
        assertEquals("http slice\0", query("SELECT name FROM slice").getBatch(0).getStringCells());
        StatusResult status = StatusResult.parseFrom(post("/status", new byte[0]));
        assertEquals(14, status.getApiVersion());
        assertEquals("test", status.getHumanReadableVersion());
        byte[] file = post(
                "/export",
                ExportArgs.newBuilder()
                        .setFormat(ExportArgs.Format.SQLITE)
                        .build()
                        .toByteArray());
        assertEquals("SQLite format 3", new String(file, 0, 15, StandardCharsets.US_ASCII));
    }

    @Test
    void batchesOfALargeResultAreOneMessage() throws Exception {
        QueryResult result = query("SELECT range AS n FROM range(200000)");
        assertEquals(1, result.getColumnNamesCount());
        assertTrue(result.getBatchCount() > 3);
        long sum = 0;
        for (QueryResult.CellsBatch batch : result.getBatchList()) {
            for (long n : batch.getVarintCellsList()) {
                sum += n;
            }
        }
        assertEquals(199_999L * 100_000, sum);
        assertTrue(result.getBatch(result.getBatchCount() - 1).getIsLastBatch());
    }

    @Test
    void unknownPathsAndInvalidBodiesAreRefused() throws Exception {
        assertEquals(404, status(request("/absent")));
        assertEquals(400, status(request("/query").POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {-1, -1, -1
        }))));
        assertEquals(400, status(request("/export").POST(HttpRequest.BodyPublishers.noBody())));
        assertEquals(200, status(request("/")));
        assertEquals(413, rawStatus("POST /parse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"));
        assertEquals(1, query("SELECT 1").getBatch(0).getVarintCells(0));
    }

    @Test
    void errorsArePlainText() throws Exception {
        HttpResponse<String> absent = client.send(
                request("/absent").header("Accept", "text/html, */*").build(), HttpResponse.BodyHandlers.ofString());
        assertEquals("There is no /absent\n", absent.body());
        assertEquals(
                "text/plain;charset=utf-8",
                absent.headers().firstValue("Content-Type").orElse(""));
        HttpResponse<String> foreign = client.send(
                request("/status").header("Origin", "https://example.com").build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals("Origin not allowed\n", foreign.body());
    }

    private int status(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private int rawStatus(String request) throws IOException {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] head = socket.getInputStream().readNBytes(12);
            return Integer.parseInt(new String(head, 9, 3, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void onlyPagesOfAllowedOriginsMayCall() throws Exception {
        assertEquals(403, status(request("/status").header("Origin", "https://evil.example")));
        HttpResponse<Void> allowed = client.send(
                request("/status").header("Origin", "https://ui.perfetto.dev").build(),
                HttpResponse.BodyHandlers.discarding());
        assertEquals(200, allowed.statusCode());
        assertEquals(
                "https://ui.perfetto.dev",
                allowed.headers().firstValue("Access-Control-Allow-Origin").orElse(""));
        HttpResponse<Void> preflight = client.send(
                request("/query")
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .header("Origin", "https://mine.example")
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        assertEquals(204, preflight.statusCode());
        assertEquals(
                "true",
                preflight
                        .headers()
                        .firstValue("Access-Control-Allow-Private-Network")
                        .orElse(""));
        // A page whose host name was rebound to this machine.
        assertEquals(403, rawStatus("GET /status HTTP/1.1\r\nHost: evil.example\r\n\r\n"));
    }

    @Test
    void requestsNeedTheTokenIfOneIsSet() throws Exception {
        server.close();
        server = open("secret");
        assertEquals(401, status(request("/status")));
        assertEquals(401, status(request("/status").header("Authorization", "Bearer wrong")));
        assertEquals(200, status(request("/status").header("Authorization", "Bearer secret")));
        assertEquals(200, status(request("/status?token=secret")));
    }

    /// A WebSocket client that joins the parts of messages.
    private static final class Listener implements WebSocket.Listener {

        private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream fragment = new ByteArrayOutputStream();

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            fragment.writeBytes(bytes);
            if (last) {
                messages.add(fragment.toByteArray());
                fragment.reset();
            }
            socket.request(1);
            return null;
        }
    }

    private WebSocket socket(Listener listener, String origin) {
        WebSocket.Builder builder = client.newWebSocketBuilder();
        if (!origin.isEmpty()) {
            builder.header("Origin", origin);
        }
        return builder.buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/websocket"), listener)
                .join();
    }

    @Test
    void webSocketsCarryFramesInPieces() throws Exception {
        Listener listener = new Listener();
        WebSocket socket = socket(listener, "https://ui.perfetto.dev");
        byte[] call = TraceProcessorRpcStream.newBuilder()
                .addMsg(TraceProcessorRpc.newBuilder()
                        .setSeq(0)
                        .setRequest(TraceProcessorMethod.TPM_QUERY_STREAMING)
                        .setQueryArgs(QueryArgs.newBuilder().setSqlQuery("SELECT range FROM range(100000)")))
                .build()
                .toByteArray();
        socket.sendBinary(ByteBuffer.wrap(call, 0, 7), false).join();
        socket.sendBinary(ByteBuffer.wrap(call, 7, call.length - 7), true).join();
        int rows = 0;
        boolean last = false;
        while (!last) {
            byte[] message = listener.messages.poll(10, TimeUnit.SECONDS);
            for (TraceProcessorRpc reply :
                    TraceProcessorRpcStream.parseFrom(message).getMsgList()) {
                rows += reply.getQueryResult().getBatch(0).getCellsCount();
                last |= reply.getQueryResult().getBatch(0).getIsLastBatch();
            }
        }
        assertEquals(100_000, rows);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        CompletionException refused =
                assertThrows(CompletionException.class, () -> socket(new Listener(), "https://evil.example"));
        assertEquals(
                403,
                ((WebSocketHandshakeException) refused.getCause()).getResponse().statusCode());
    }

    @Test
    void aUnixSocketCarriesTheSameFrames() throws Exception {
        Path path = folder.resolve("engine.sock");
        try (UnixEndpoint endpoint = UnixEndpoint.open(engine, path);
                java.nio.channels.SocketChannel channel =
                        java.nio.channels.SocketChannel.open(java.net.UnixDomainSocketAddress.of(path))) {
            ByteString call = TraceProcessorRpcStream.newBuilder()
                    .addMsg(TraceProcessorRpc.newBuilder().setSeq(0).setRequest(TraceProcessorMethod.TPM_GET_STATUS))
                    .build()
                    .toByteString();
            channel.write(call.asReadOnlyByteBuffer());
            ByteBuffer answer = ByteBuffer.allocate(4096);
            channel.read(answer);
            answer.flip();
            assertEquals(
                    14,
                    TraceProcessorRpcStream.parseFrom(answer)
                            .getMsg(0)
                            .getStatus()
                            .getApiVersion());
            IOException taken = assertThrows(IOException.class, () -> UnixEndpoint.open(engine, path));
            assertTrue(taken.getMessage().contains("another server"), taken.getMessage());
            assertTrue(endpoint.toString().length() > 0);
        }
    }
}
