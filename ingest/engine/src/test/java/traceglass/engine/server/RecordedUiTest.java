package traceglass.engine.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RpcEngine;
import traceglass.protos.processor.StatusResult;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;

/// Replays the calls of Perfetto's UI when it uses a server as its accelerator.
@Timeout(60)
class RecordedUiTest {

    private static final String UI = "https://ui.perfetto.dev";

    @TempDir
    private Path folder;

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "Traceglass 1");
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpEndpoint server = open();

    private HttpEndpoint open() {
        try {
            return HttpEndpoint.open(engine, null, 0, List.of(), null);
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

    private static List<byte[]> calls() throws IOException {
        String text;
        try (InputStream in = RecordedUiTest.class.getResourceAsStream("ui_calls.txt")) {
            text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
        List<byte[]> calls = new ArrayList<>();
        for (String paragraph : text.split("\n\n+")) {
            String digits = paragraph.lines().filter(l -> !l.startsWith("#")).reduce("", String::concat);
            if (!digits.isEmpty()) {
                calls.add(HexFormat.of().parseHex(digits));
            }
        }
        return calls;
    }

    /// Collects the replies, whose frames can be split and joined in any way.
    private static final class Replies implements WebSocket.Listener {

        private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            pieces.add(bytes);
            socket.request(1);
            return null;
        }

        /// Waits for the reply to the last call.
        List<TraceProcessorRpc> awaitReplies(TraceProcessorMethod last) throws Exception {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            List<TraceProcessorRpc> replies = List.of();
            while (replies.isEmpty() || replies.getLast().getResponse() != last) {
                byte[] piece = pieces.poll(20, TimeUnit.SECONDS);
                assertTrue(piece != null, "replies so far: " + replies.size());
                all.writeBytes(piece);
                try {
                    replies =
                            TraceProcessorRpcStream.parseFrom(all.toByteArray()).getMsgList();
                } catch (IOException e) {
                    // The frame continues in the next piece.
                }
            }
            return replies;
        }
    }

    private WebSocket connect(Replies replies) {
        return client.newWebSocketBuilder()
                .header("Origin", UI)
                .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/websocket"), replies)
                .join();
    }

    @Test
    void repliesArriveInTheOrderOfTheCalls() throws Exception {
        Replies received = new Replies();
        WebSocket socket = connect(received);
        // The page does not wait for a reply before it sends the next call.
        for (byte[] call : calls()) {
            socket.sendBinary(ByteBuffer.wrap(call), true).join();
        }
        List<TraceProcessorRpc> replies = received.awaitReplies(TraceProcessorMethod.TPM_GET_STATUS);
        for (int i = 0; i < replies.size(); i++) {
            assertEquals(i, replies.get(i).getSeq());
            assertFalse(replies.get(i).hasFatalError());
            assertFalse(replies.get(i).hasInvalidRequest(), replies.get(i)::toString);
        }
        List<String> seen = new ArrayList<>();
        int rows = 0;
        for (TraceProcessorRpc reply : replies) {
            String text = describe(reply);
            if (reply.getQueryResult().getBatchCount() > 0 && text.startsWith("n:")) {
                rows += reply.getQueryResult().getBatch(0).getCellsCount();
            } else if (text.startsWith(":") && rows < 120_000 && rows > 0) {
                rows += reply.getQueryResult().getBatch(0).getCellsCount();
            } else {
                seen.add(text);
            }
        }
        assertEquals(120_000, rows);
        assertEquals(
                List.of(
                        "RESET_TRACE_PROCESSOR",
                        "APPEND_TRACE_DATA 40",
                        "APPEND_TRACE_DATA 74",
                        "FINALIZE_TRACE_DATA",
                        "name,dur:ui load|[50000]",
                        "five:[5]",
                        ":[] line 1, column 8: no such column: absent",
                        "REGISTER_SQL_PACKAGE",
                        "six:[6]",
                        "COMPUTE_METRIC fails",
                        "ENABLE_METATRACE",
                        "DISABLE_AND_READ_METATRACE",
                        "CREATE_SUMMARIZER page-1",
                        "UPDATE_SUMMARIZER_SPEC all true",
                        "QUERY_SUMMARIZER true 1",
                        "DESTROY_SUMMARIZER",
                        "SUMMARIZE_TRACE true",
                        "RESTORE_INITIAL_TABLES",
                        ":[] line 1, column 18: no such table: tab",
                        "GET_STATUS 14"),
                seen);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    }

    private static String describe(TraceProcessorRpc reply) {
        String method = reply.getResponse().name().substring("TPM_".length());
        return switch (reply.getResponse()) {
            case TPM_QUERY_STREAMING -> {
                var result = reply.getQueryResult();
                var batch = result.getBatch(0);
                String cells = batch.getCellsCount() > 10
                        ? ""
                        : batch.getStringCells().replace('\0', '|') + batch.getVarintCellsList();
                String error =
                        result.getError().lines().findFirst().map(e -> " " + e).orElse("");
                yield String.join(",", result.getColumnNamesList()) + ":" + cells + error;
            }
            case TPM_APPEND_TRACE_DATA -> method + " " + reply.getAppendResult().getTotalBytesParsed();
            case TPM_COMPUTE_METRIC ->
                method + (reply.getMetricResult().getError().isEmpty() ? "" : " fails");
            case TPM_CREATE_SUMMARIZER ->
                method + " " + reply.getCreateSummarizerResult().getSummarizerId();
            case TPM_UPDATE_SUMMARIZER_SPEC ->
                method + " "
                        + reply.getUpdateSummarizerSpecResult().getQueries(0).getQueryId() + " "
                        + reply.getUpdateSummarizerSpecResult().getQueries(0).getWasUpdated();
            case TPM_QUERY_SUMMARIZER ->
                method + " " + reply.getQuerySummarizerResult().getExists() + " "
                        + reply.getQuerySummarizerResult().getRowCount();
            case TPM_SUMMARIZE_TRACE ->
                method + " "
                        + reply.getTraceSummaryResult().getTextprotoSummary().contains("double_value: 50000.000000");
            case TPM_GET_STATUS -> method + " " + reply.getStatus().getApiVersion();
            default -> method;
        };
    }

    /// A reloaded page starts numbering with 0; another tab has its own connection and numbers.
    @Test
    void everyTabAndReloadHasASequenceOfItsOwn() throws Exception {
        byte[] query = HexFormat.of().parseHex("0a1108001003ba060a0a0873656c6563742031");
        byte[] status = HexFormat.of().parseHex("0a040801100a");
        for (int load = 0; load < 2; load++) {
            Replies first = new Replies();
            Replies second = new Replies();
            WebSocket tab = connect(first);
            WebSocket other = connect(second);
            for (WebSocket socket : List.of(tab, other)) {
                socket.sendBinary(ByteBuffer.wrap(query), true).join();
                socket.sendBinary(ByteBuffer.wrap(status), true).join();
            }
            for (Replies replies : List.of(first, second)) {
                List<TraceProcessorRpc> tabReplies = replies.awaitReplies(TraceProcessorMethod.TPM_GET_STATUS);
                assertEquals(2, tabReplies.size());
                assertEquals(
                        1, tabReplies.getFirst().getQueryResult().getBatch(0).getVarintCells(0));
            }
            tab.abort();
            other.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }
    }

    /// Before it opens a trace, the page requests the version and the name of a loaded trace.
    @Test
    void thePageDetectsTheServer() throws Exception {
        URI status = URI.create("http://127.0.0.1:" + server.port() + "/status");
        HttpResponse<byte[]> preflight = client.send(
                HttpRequest.newBuilder(status)
                        .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                        .header("Origin", UI)
                        .header("Access-Control-Request-Method", "POST")
                        .header("Access-Control-Request-Private-Network", "true")
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(204, preflight.statusCode());
        assertEquals(
                "true",
                preflight
                        .headers()
                        .firstValue("Access-Control-Allow-Private-Network")
                        .orElse(""));
        assertEquals("", status(status).getLoadedTraceName());
        engine.open(Files.writeString(
                folder.resolve("mine.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]"));
        StatusResult loaded = status(status);
        assertEquals("mine.json", loaded.getLoadedTraceName());
        assertEquals("Traceglass 1", loaded.getHumanReadableVersion());
        assertEquals(14, loaded.getApiVersion());
        // With a version code, the page would try to load a page of that version.
        assertEquals("", loaded.getVersionCode());
        assertEquals(Set.of(), loaded.getUnknownFields().asMap().keySet());
    }

    private StatusResult status(URI status) throws Exception {
        HttpResponse<byte[]> response = client.send(
                HttpRequest.newBuilder(status)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .header("Origin", UI)
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode());
        assertEquals(
                UI, response.headers().firstValue("Access-Control-Allow-Origin").orElse(""));
        return StatusResult.parseFrom(ByteString.copyFrom(response.body()));
    }
}
