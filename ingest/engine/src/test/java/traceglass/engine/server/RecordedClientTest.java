package traceglass.engine.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.engine.EngineOptions;
import traceglass.engine.rpc.RpcEngine;
import traceglass.protos.processor.AppendTraceDataResult;
import traceglass.protos.processor.ComputeMetricResult;
import traceglass.protos.processor.DisableAndReadMetatraceResult;
import traceglass.protos.processor.FinalizeDataResult;
import traceglass.protos.processor.QueryResult;
import traceglass.protos.processor.QueryResult.CellsBatch;
import traceglass.protos.processor.StatusResult;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummaryResult;

/// Replays the requests of Perfetto's Python client, recorded while it ran `python_calls.py`.
@Timeout(60)
class RecordedClientTest {

    private final RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "test");
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
    }

    /// Sends a request on a new connection and returns the body of the response.
    private byte[] send(RecordedRequests.Recorded request) throws IOException {
        try (Socket socket = new Socket("localhost", server.port())) {
            socket.getOutputStream().write(request.bytes(server.port()));
            byte[] all = socket.getInputStream().readAllBytes();
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n") + 4;
            String head = text.substring(0, end).toLowerCase(Locale.ROOT);
            assertTrue(head.startsWith("http/1.1 200 "), head);
            // Unless the client requests to keep the connection, it is closed, as by Perfetto's trace processor.
            assertTrue(head.contains("connection: close\r\n"), head);
            byte[] body = text.substring(end).getBytes(StandardCharsets.ISO_8859_1);
            return head.contains("transfer-encoding: chunked") ? decodeChunked(text.substring(end)) : body;
        }
    }

    private static byte[] decodeChunked(String chunked) {
        StringBuilder body = new StringBuilder();
        int at = 0;
        int length = -1;
        while (length != 0) {
            int end = chunked.indexOf("\r\n", at);
            length = HexFormat.fromHexDigits(chunked.substring(at, end));
            body.append(chunked, end + 2, end + 2 + length);
            at = end + 2 + length + 2;
        }
        return body.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String cells(QueryResult result) {
        assertTrue(result.getBatch(result.getBatchCount() - 1).getIsLastBatch());
        CellsBatch batch = result.getBatch(0);
        return result.getColumnNamesList() + " " + batch.getStringCells().replace('\0', '|')
                + batch.getVarintCellsList() + batch.getFloat64CellsList();
    }

    @Test
    void recordedRequestsGetTheExpectedResponses() throws IOException {
        List<RecordedRequests.Recorded> requests = RecordedRequests.read("python_requests.txt");
        assertEquals("POST /parse", requests.getFirst().target());
        List<QueryResult> results = new ArrayList<>();
        List<TraceSummaryResult> summaries = new ArrayList<>();
        List<String> files = new ArrayList<>();
        for (RecordedRequests.Recorded request : requests) {
            byte[] body = send(request);
            switch (request.target()) {
                case "POST /parse" ->
                    assertEquals(
                            request.body().length,
                            AppendTraceDataResult.parseFrom(body).getTotalBytesParsed());
                case "GET /notify_eof" ->
                    assertEquals("", FinalizeDataResult.parseFrom(body).getError());
                case "POST /query" -> results.add(QueryResult.parseFrom(body));
                case "POST /trace_summary" -> summaries.add(TraceSummaryResult.parseFrom(body));
                case "POST /compute_metric" ->
                    assertFalse(ComputeMetricResult.parseFrom(body).getError().isEmpty());
                case "GET /enable_metatrace" -> assertEquals(0, body.length);
                case "GET /disable_and_read_metatrace" ->
                    assertEquals(
                            "", DisableAndReadMetatraceResult.parseFrom(body).getError());
                case "GET /status" ->
                    assertEquals(14, StatusResult.parseFrom(body).getApiVersion());
                case "POST /export" -> files.add(new String(body, 0, 512, StandardCharsets.ISO_8859_1));
                default -> throw new AssertionError(request.target());
            }
        }
        assertEquals(
                List.of(
                        "[name, dur] python load|python parse|[50000, 1000000][]",
                        "[n, x, e, t, b] é|[1][0.5]",
                        "[name] [][]",
                        "[] [][]",
                        "[five] [5][]",
                        "[n] [2][]",
                        "[id] [0, 1][]",
                        "[] [][]"),
                results.stream().map(RecordedClientTest::cells).toList());
        assertEquals(
                List.of("line 1, column 8: no such column: absent"),
                results.stream()
                        .map(QueryResult::getError)
                        .filter(e -> !e.isEmpty())
                        .map(e -> e.lines().findFirst().orElse(""))
                        .toList());
        assertSummaries(summaries);
        assertEquals("SQLite format 3", files.getFirst().substring(0, 15));
        assertEquals("ustar", files.getLast().substring(257, 262));
    }

    private static void assertSummaries(List<TraceSummaryResult> summaries) throws IOException {
        List<String> seen = new ArrayList<>();
        for (TraceSummaryResult result : summaries) {
            TraceSummary summary = TraceSummary.parseFrom(result.getProtoSummary());
            seen.add(summary.getMetricBundlesList().stream()
                            .map(b -> b.getBundleId() + " " + b.getRowCount())
                            .collect(Collectors.joining(", "))
                    + summary.getMetadataList().stream()
                            .map(m -> m.getKey() + "=" + m.getValue())
                            .collect(Collectors.joining())
                    + result.getError());
        }
        assertEquals(
                List.of(
                        "dur_per_slice 2",
                        "dur_per_slice 2",
                        "",
                        "kind=json",
                        "There is no metric 'absent'; available metrics: dur_per_slice"),
                seen);
    }
}
