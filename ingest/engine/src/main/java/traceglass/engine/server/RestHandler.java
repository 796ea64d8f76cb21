package traceglass.engine.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import traceglass.engine.EngineException;
import traceglass.engine.rpc.RequestMemory;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.rpc.RpcStream;
import traceglass.protos.processor.ExportArgs;
import traceglass.protos.processor.QueryArgs;
import traceglass.protos.processor.TraceSummaryArgs;

/// Handles the HTTP paths of Perfetto's trace processor, which its Python client uses. Like there, HTTP methods
/// are not checked, except for paths that run queries.
final class RestHandler extends Handler.Abstract {

    private static final Set<String> POST_PATHS =
            Set.of("/parse", "/query", "/rpc", "/export", "/trace_summary", "/compute_metric");

    private static final String HELP = """
        This is Traceglass's trace processor, a server for other programs. It supports:
          GET /status, POST /parse, GET /notify_eof, POST /query, POST /rpc, /websocket
        """;

    private final RpcEngine engine;
    private final long heartbeatMs;
    private final RequestMemory memory;

    /// @param heartbeatMs time without rows after which to check whether the client is still connected
    /// @param memory memory for large requests
    RestHandler(RpcEngine engine, long heartbeatMs, RequestMemory memory) {
        this.engine = engine;
        this.heartbeatMs = heartbeatMs;
        this.memory = memory;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // Prevent an idle timeout while a query runs and no bytes are transferred.
        request.addIdleTimeoutListener(_ -> false);
        // Java's client keeps connections without requesting it, and calls only "/rpc".
        boolean isKept = request.getHeaders().contains(HttpHeader.CONNECTION, "keep-alive")
                || Request.getPathInContext(request).equals("/rpc")
                        && !request.getHeaders().contains(HttpHeader.CONNECTION, "close");
        if (!isKept) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/x-protobuf");
        try {
            dispatch(request, response);
            callback.succeeded();
        } catch (RefusedRequest e) {
            Response.writeError(request, response, callback, e.status(), e.getMessage());
        } catch (InvalidProtocolBufferException e) {
            Response.writeError(request, response, callback, 400, "The request is not the expected message");
        } catch (IOException | RuntimeException e) {
            callback.failed(e);
        }
        return true;
    }

    private void dispatch(Request request, Response response) throws IOException {
        String path = Request.getPathInContext(request);
        // Prevent other pages from running queries with image tags or links, which send GET requests.
        if (POST_PATHS.contains(path) && !request.getMethod().equals("POST")) {
            throw new RefusedRequest(405, "Use POST");
        }
        switch (path) {
            case "/" -> {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
                write(response, ByteString.copyFrom(HELP, StandardCharsets.UTF_8));
            }
            case "/status" -> write(response, engine.status());
            case "/rpc" -> stream(request, response);
            case "/parse" -> parse(request, response);
            case "/notify_eof" -> write(response, engine.finish());
            case "/restore_initial_tables" -> engine.restoreInitialTables();
            case "/query" -> query(request, response);
            case "/compute_metric" -> write(response, engine.computeMetric());
            case "/trace_summary" -> summary(request, response);
            case "/enable_metatrace" -> write(response, ByteString.EMPTY);
            case "/disable_and_read_metatrace" -> write(response, engine.metatrace());
            case "/export" -> export(request, response);
            default -> throw new RefusedRequest(404, "There is no " + Request.getPathInContext(request));
        }
    }

    private void parse(Request request, Response response) throws IOException {
        try (RequestBody body = RequestBody.read(request, memory)) {
            write(response, engine.append(body.bytes()));
        }
    }

    private void query(Request request, Response response) throws IOException {
        try (RequestBody body = RequestBody.read(request, memory)) {
            QueryArgs args = QueryArgs.parseFrom(body.bytes());
            HeartbeatResponse heartbeat = HeartbeatResponse.ofQuery(Content.Sink.asOutputStream(response), heartbeatMs);
            try {
                engine.query(args.getSqlQuery(), heartbeat::isGone, heartbeat::send);
                heartbeat.close();
            } finally {
                heartbeat.stop();
            }
        }
    }

    private void summary(Request request, Response response) throws IOException {
        try (RequestBody body = RequestBody.read(request, memory)) {
            TraceSummaryArgs args = TraceSummaryArgs.parseFrom(body.bytes());
            HeartbeatResponse heartbeat =
                    HeartbeatResponse.ofMessage(Content.Sink.asOutputStream(response), heartbeatMs);
            try {
                heartbeat.send(engine.summarize(args, heartbeat::isGone).toByteString());
                heartbeat.close();
            } finally {
                heartbeat.stop();
            }
        }
    }

    private void stream(Request request, Response response) throws IOException {
        RpcStream[] stream = new RpcStream[1];
        HeartbeatResponse heartbeat = HeartbeatResponse.ofStream(
                Content.Sink.asOutputStream(response), heartbeatMs, silentNs -> stream[0].sendHeartbeat(silentNs));
        RpcStream.Client client = new RpcStream.Client() {
            @Override
            public void send(ByteString bytes) throws IOException {
                heartbeat.send(bytes);
            }

            @Override
            public boolean isGone() {
                return heartbeat.isGone();
            }

            @Override
            public void disconnect() {
                RequestBody.disconnect(request);
            }
        };
        try (RpcStream calls = new RpcStream(engine, client, memory)) {
            stream[0] = calls;
            RequestBody.receive(request, calls::receive);
            heartbeat.close();
        } finally {
            heartbeat.stop();
        }
    }

    private void export(Request request, Response response) throws IOException {
        ExportArgs.Format format;
        try (RequestBody body = RequestBody.read(request, memory)) {
            format = ExportArgs.parseFrom(body.bytes()).getFormat();
        }
        OutputStream[] out = {null};
        try {
            engine.export(format, chunk -> {
                if (out[0] == null) {
                    out[0] = Content.Sink.asOutputStream(response);
                }
                chunk.writeTo(out[0]);
            });
        } catch (EngineException e) {
            throw new RefusedRequest(400, String.valueOf(e.getMessage()));
        }
        if (out[0] != null) {
            out[0].close();
        }
    }

    private static void write(Response response, MessageLite message) throws IOException {
        write(response, message.toByteString());
    }

    private static void write(Response response, ByteString bytes) throws IOException {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.size());
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            bytes.writeTo(out);
        }
    }
}
