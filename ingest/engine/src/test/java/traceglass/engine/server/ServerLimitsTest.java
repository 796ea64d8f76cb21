package traceglass.engine.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RequestMemory;
import traceglass.engine.rpc.RpcEngine;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;
import traceglass.protos.processor.TraceSummaryArgs;

/// Tests clients that send garbage, incomplete or too large requests, don't read, don't disconnect, or run endless
/// queries. In all cases, the next client must be served.
@Timeout(120)
class ServerLimitsTest {

    /// Idle time, longer than a busy machine can delay the heartbeats, which are sent once per second.
    private static final long IDLE_MS = 3_000;
    private static final String ENDLESS = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b";

    @TempDir
    private Path folder;

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test", Map.of(), Duration.ofSeconds(1));
    private final List<Closeable> open = new CopyOnWriteArrayList<>();
    private HttpEndpoint http;
    private Path socket;

    @BeforeEach
    void startEndpoints() throws IOException {
        RequestMemory memory = new RequestMemory(20 << 20, Duration.ofSeconds(4), Duration.ofSeconds(90));
        http = HttpEndpoint.open(engine, null, 0, List.of(), null, IDLE_MS, memory);
        socket = folder.resolve("s");
        open.add(UnixEndpoint.open(engine, socket, IDLE_MS, memory));
    }

    @AfterEach
    void close() throws IOException {
        for (Closeable closeable : open.reversed()) {
            closeable.close();
        }
        http.close();
        engine.close();
    }

    private Socket connect(String request) throws IOException {
        Socket client = new Socket();
        client.connect(new InetSocketAddress("127.0.0.1", http.port()), 5000);
        open.add(client);
        client.setSoTimeout(60_000);
        client.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return client;
    }

    private static String post(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private Socket connectWithQuery(String sql) throws IOException {
        byte[] args = QueryArgs.newBuilder().setSqlQuery(sql).build().toByteArray();
        return connect(post("/query", args.length) + new String(args, StandardCharsets.ISO_8859_1));
    }

    private static int status(Socket client) throws IOException {
        byte[] head = client.getInputStream().readNBytes(12);
        return head.length < 12 ? -1 : Integer.parseInt(new String(head, 9, 3, StandardCharsets.US_ASCII));
    }

    private String response(String sql) throws IOException {
        try (Socket client = connectWithQuery(sql)) {
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private void assertNextClientIsAnswered() throws IOException {
        long startNs = System.nanoTime();
        assertTrue(response("SELECT 'still here'").contains("still here"));
        assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(30));
    }

    private SocketChannel sendToSocket(byte[] bytes) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        open.add(channel);
        channel.connect(UnixDomainSocketAddress.of(socket));
        ByteBuffer remaining = ByteBuffer.wrap(bytes);
        while (remaining.hasRemaining()) {
            channel.write(remaining);
        }
        return channel;
    }

    private static byte[] frame(TraceProcessorRpc.Builder call) {
        return TraceProcessorRpcStream.newBuilder().addMsg(call).build().toByteArray();
    }

    private static TraceProcessorRpc.Builder query(String sql) {
        return TraceProcessorRpc.newBuilder()
                .setSeq(0)
                .setRequest(TraceProcessorMethod.TPM_QUERY_STREAMING)
                .setQueryArgs(QueryArgs.newBuilder().setSqlQuery(sql));
    }

    @Test
    void incompleteRequestsAndFramesDoNotBlockOthers() throws IOException {
        byte[] half =
                ByteString.copyFrom(frame(query("SELECT 1"))).substring(0, 10).toByteArray();
        for (int i = 0; i < 150; i++) {
            connect(post("/parse", 10));
            connect("POST /query HTTP/1.1\r\nHost: local");
            sendToSocket(half);
        }
        assertNextClientIsAnswered();
    }

    @Test
    void aThousandConnectionsAreAccepted() throws IOException {
        int connections = 1000;
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            // Both ends of each connection are in this process.
            connections = (int) Math.min(connections, system.getMaxFileDescriptorCount() / 6);
        }
        for (int i = 0; i < connections; i++) {
            connect("");
        }
        assertNextClientIsAnswered();
        for (int i = 0; i < connections + 20; i++) {
            try {
                sendToSocket(new byte[0]);
            } catch (IOException e) {
                // The system's queue of connections is full.
            }
        }
        assertNextClientIsAnswered();
    }

    @Test
    void garbageIsRefused() throws IOException {
        Random random = new Random(28);
        byte[] garbage = new byte[2000];
        for (int i = 0; i < 50; i++) {
            random.nextBytes(garbage);
            try (Socket client = connect(new String(garbage, StandardCharsets.ISO_8859_1) + "\r\n\r\n")) {
                int status = status(client);
                assertTrue(status == 400 || status == -1 || status == 431 || status == 505, "status " + status);
            } catch (IOException e) {
                // The server closed the connection before everything was sent.
            }
            try (SocketChannel client = sendToSocket(garbage)) {
                String response =
                        new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.ISO_8859_1);
                assertTrue(response.isEmpty() || response.contains("RPC framing error"), response);
            } catch (IOException e) {
                // The server closed the connection before everything was sent.
            }
        }
        assertNextClientIsAnswered();
    }

    /// The limit applies to a body without a length and to a frame.
    @Test
    void aMessageOfAGigabyteIsRefusedBeforeItIsRead() throws Exception {
        Socket client = connect("POST /parse HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                status.complete(status(client));
            } catch (IOException e) {
                status.complete(-1);
            }
        });
        byte[] megabyte = new byte[1 << 20];
        long sent = 0;
        try {
            OutputStream out = client.getOutputStream();
            for (; sent < 1L << 30 && !status.isDone(); sent += megabyte.length) {
                out.write((Integer.toHexString(megabyte.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(megabyte);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            // The server closed the connection.
        }
        assertTrue(sent < 200L << 20, "sent " + sent);
        assertTrue(List.of(413, -1).contains(status.get(20, TimeUnit.SECONDS)));
        try (SocketChannel channel = sendToSocket(HexFormat.of().parseHex("0a8080808004"))) {
            TraceProcessorRpcStream response = TraceProcessorRpcStream.parseFrom(Channels.newInputStream(channel));
            assertTrue(response.getMsg(0).getFatalError().contains("is too large"), response::toString);
        }
        assertNextClientIsAnswered();
    }

    /// Together, their bodies would not fit into memory. A client that sends its body without delay is served.
    @Test
    void manyLargeRequestsShareTheMemory() throws Exception {
        int bodyBytes = 64 << 20;
        byte[] megabyte = new byte[1 << 20];
        byte[] halfCall = Arrays.copyOf(HexFormat.of().parseHex("0a8080801f"), 5 << 20);
        for (int i = 0; i < 4; i++) {
            String path = i % 2 == 0 ? "/parse" : "/query";
            inBackground(() -> {
                OutputStream out = connect(post(path, bodyBytes)).getOutputStream();
                for (int m = 0; m < 5; m++) {
                    out.write(megabyte);
                }
                return out;
            });
            inBackground(() -> sendToSocket(halfCall));
        }
        assertNextClientIsAnswered();
        CompletableFuture<Integer> overHttp = inBackground(() -> {
            Socket client = connect(post("/parse", bodyBytes));
            for (int i = 0; i < 64; i++) {
                client.getOutputStream().write(megabyte);
            }
            return status(client);
        });
        CompletableFuture<TraceProcessorRpcStream> overSocket = inBackground(() -> {
            byte[] call = frame(TraceProcessorRpc.newBuilder()
                    .setSeq(0)
                    .setRequest(TraceProcessorMethod.TPM_APPEND_TRACE_DATA)
                    .setAppendTraceData(ByteString.copyFrom(new byte[40 << 20])));
            TraceProcessorRpcStream response = TraceProcessorRpcStream.getDefaultInstance();
            // On a busy machine, this client may be as slow as the others and lose its connection, too.
            for (int i = 0; i < 5 && response.getMsgCount() == 0; i++) {
                try (SocketChannel channel = sendToSocket(call)) {
                    channel.shutdownOutput();
                    response = TraceProcessorRpcStream.parseFrom(Channels.newInputStream(channel));
                }
            }
            return response;
        });
        assertEquals(200, overHttp.get(90, TimeUnit.SECONDS));
        TraceProcessorRpc reply = overSocket.get(90, TimeUnit.SECONDS).getMsg(0);
        assertTrue(reply.getAppendResult().getTotalBytesParsed() >= 40 << 20, reply::toString);
    }

    /// A query can run without a limit while no other call waits; then its time is limited.
    @Test
    void anEndlessQueryEndsWhenOthersWait() throws Exception {
        Socket endless = connectWithQuery(ENDLESS);
        SocketChannel another = sendToSocket(frame(query(ENDLESS)));
        CompletableFuture<String> response =
                inBackground(() -> new String(endless.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
        CompletableFuture<Integer> answered =
                inBackground(() -> Channels.newInputStream(another).read());
        // Either query can run first.
        do {
            assertNextClientIsAnswered();
        } while (!answered.isDone() || !response.isDone());
        assertTrue(answered.get() >= 0);
        assertTrue(response.get().contains("interrupted") || response.get().contains("cancel"), response.get());
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /// A notebook that was interrupted, or a page that was closed: its query must end.
    @Test
    void theQueryOfAClientThatDisconnectedIsCanceled() throws Exception {
        connectWithQuery(ENDLESS).close();
        assertServerIsIdle();
        sendToSocket(frame(query(ENDLESS))).close();
        assertServerIsIdle();
        WebSocket page = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + http.port() + "/websocket"), new WebSocket.Listener() {})
                .join();
        page.sendBinary(ByteBuffer.wrap(frame(query(ENDLESS))), true).join();
        page.abort();
        assertServerIsIdle();
        byte[] calls = frame(query(ENDLESS));
        connect(post("/rpc", calls.length) + new String(calls, StandardCharsets.ISO_8859_1))
                .close();
        assertServerIsIdle();
        byte[] summary = TraceSummaryArgs.newBuilder()
                .addTextprotoSpecs(
                        "metric_spec { id: 'm' value: 'v' query { sql { sql: '" + ENDLESS + "' column_names: 'v' } } }")
                .setComputationSpec(
                        TraceSummaryArgs.ComputationSpec.newBuilder().addMetricIds("m"))
                .build()
                .toByteArray();
        connect(post("/trace_summary", summary.length) + new String(summary, StandardCharsets.ISO_8859_1))
                .close();
        assertServerIsIdle();
        assertNextClientIsAnswered();
    }

    private void assertServerIsIdle() throws InterruptedException {
        // The call might not have arrived yet.
        Thread.sleep(300);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (engine.idleNs() == 0) {
            assertTrue(System.nanoTime() < deadline, "still running");
            Thread.sleep(20);
        }
    }

    /// Returns the number of rows for a self-join that takes a little longer than the tests wait, if a self-join of
    /// `n` rows took `tookMs`.
    private static int largerSum(int n, long tookMs) {
        double ratio = Math.sqrt(1.8 * IDLE_MS / Math.max(tookMs, 1));
        return (int) (n * Math.clamp(ratio, 1.1, 8));
    }

    /// Heartbeats are numbered messages, and rows follow them.
    @Test
    void callsOverHttpThatTakeLongAreAnswered() throws Exception {
        long tookMs = 0;
        for (int n = 10_000; tookMs < 3 * IDLE_MS / 2; n = largerSum(n, tookMs)) {
            byte[] calls = TraceProcessorRpcStream.newBuilder()
                    .addMsg(query("SELECT sum(a.range % 7) AS slow FROM range(" + n + ") a, range(" + n + ") b"))
                    .addMsg(query("SELECT 'next' AS t").setSeq(1))
                    .build()
                    .toByteArray();
            long startNs = System.nanoTime();
            HttpResponse<byte[]> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/rpc"))
                                    .POST(HttpRequest.BodyPublishers.ofByteArray(calls))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            List<TraceProcessorRpc> replies =
                    TraceProcessorRpcStream.parseFrom(response.body()).getMsgList();
            for (int i = 0; i < replies.size(); i++) {
                assertEquals(i, replies.get(i).getSeq());
            }
            List<TraceProcessorRpc> rows = replies.stream()
                    .filter(m -> m.getQueryResult().getBatchCount() > 0)
                    .toList();
            assertEquals(2, rows.size());
            assertEquals("slow", rows.getFirst().getQueryResult().getColumnNames(0));
            assertEquals("next\0", rows.get(1).getQueryResult().getBatch(0).getStringCells());
        }
    }

    /// Calls are answered even if the client has closed its side of the connection.
    @Test
    void aClientMayShutDownItsOutput() throws IOException {
        Path patient = folder.resolve("p");
        open.add(UnixEndpoint.open(engine, patient));
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(patient))) {
            channel.write(ByteBuffer.wrap(frame(query("SELECT 5"))));
            channel.shutdownOutput();
            TraceProcessorRpcStream response = TraceProcessorRpcStream.parseFrom(Channels.newInputStream(channel));
            assertEquals(5, response.getMsg(0).getQueryResult().getBatch(0).getVarintCells(0));
        }
    }

    /// A query that takes longer than the idle time of a client returns its rows.
    @Test
    void aSlowQueryIsNotAnIdleClient() throws IOException {
        long tookMs = 0;
        for (int n = 10_000; tookMs < 3 * IDLE_MS / 2; n = largerSum(n, tookMs)) {
            long startNs = System.nanoTime();
            String text = response("SELECT sum(a.range % 7) AS slow FROM range(" + n + ") a, range(" + n + ") b");
            tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            assertTrue(text.contains("slow") && !text.contains("cancel"), text);
        }
    }

    /// An example of such a client is a notebook that is stopped in a debugger.
    @Test
    void clientsThatDoNotReadAreDisconnected() throws IOException {
        for (int i = 0; i < 3; i++) {
            connectWithQuery("SELECT range AS n, range || ' is a number' AS t FROM range(100000000)");
            sendToSocket(frame(query("SELECT range AS n FROM range(100000000)")));
        }
        assertNextClientIsAnswered();
    }

    /// Requests for images and links of foreign pages have no origin.
    @Test
    void foreignPagesAreRefused() throws IOException {
        String get = "GET /notify_eof HTTP/1.1\r\nHost: localhost\r\n";
        assertEquals(403, status(connect(get + "Origin: https://evil.example\r\n\r\n")));
        assertEquals(403, status(connect(get + "Sec-Fetch-Site: cross-site\r\n\r\n")));
        assertEquals(403, status(connect(get.replace("localhost", "evil.example") + "\r\n")));
        assertEquals(405, status(connect("GET /query HTTP/1.1\r\nHost: localhost\r\n\r\n")));
        assertEquals(200, status(connect(get + "\r\n")));
    }
}
