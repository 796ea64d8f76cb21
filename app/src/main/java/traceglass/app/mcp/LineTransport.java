package traceglass.app.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import traceglass.app.mcp.RpcLine.InvalidRequestException;

/// Transports JSON-RPC messages over two streams, one per line.
///
/// The transport of the SDK stops at the first invalid line and does not support cancellation. This one answers such
/// lines with JSON-RPC errors, limits the length of lines and the number of concurrent requests, stops requests that
/// the client cancels, and stops running requests when the input has ended.
final class LineTransport implements McpServerTransportProvider {

    static final int MAX_CALLS = 32;

    private static final int BUSY = -32_000;
    /// Methods that the SDK calls without a check.
    private static final Set<String> WITH_PARAMETERS = Set.of(
            McpSchema.METHOD_INITIALIZE,
            McpSchema.METHOD_TOOLS_CALL,
            McpSchema.METHOD_RESOURCES_READ,
            McpSchema.METHOD_PROMPT_GET,
            McpSchema.METHOD_LOGGING_SET_LEVEL);

    private static final long GRACE_MS = 2_000;
    private static final List<String> VERSIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private final McpJsonMapper json;
    private final InputStream in;
    private final OutputStream out;
    private final Map<Object, ToolCall> calls = new ConcurrentHashMap<>();
    private final Object idle = new Object();
    private boolean isBroken;
    private volatile boolean isInitialized;
    private @Nullable McpServerSession session;

    LineTransport(McpJsonMapper json, InputStream in, OutputStream out) {
        this.json = json;
        this.in = in;
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(new ClientConnection());
    }

    @Override
    public List<String> protocolVersions() {
        return VERSIONS;
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return isInitialized ? session().sendNotification(method, params) : Mono.empty();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return session().closeGracefully();
    }

    private McpServerSession session() {
        McpServerSession current = session;
        if (current == null) {
            throw new IllegalStateException("The server was not built");
        }
        return current;
    }

    /// Reads and answers messages until the input ends. Running requests then get two seconds to finish.
    void run() throws IOException {
        RpcLine lines = new RpcLine(in, json);
        try {
            for (boolean isOpen = true; isOpen; ) {
                try {
                    JSONRPCMessage message = lines.next();
                    isOpen = message != null;
                    if (message != null) {
                        handle(message);
                    }
                } catch (InvalidRequestException e) {
                    reject(e.id, e.code, String.valueOf(e.getMessage()));
                }
            }
            awaitCalls();
        } finally {
            calls.values().forEach(ToolCall::cancel);
            awaitCalls();
        }
    }

    private void awaitCalls() {
        long end = System.nanoTime() + GRACE_MS * 1_000_000;
        synchronized (idle) {
            try {
                for (long remainingMs = GRACE_MS;
                        !calls.isEmpty() && remainingMs > 0;
                        remainingMs = (end - System.nanoTime()) / 1_000_000) {
                    idle.wait(remainingMs);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void handle(JSONRPCMessage message) {
        switch (message) {
            case JSONRPCRequest request -> request(request);
            case JSONRPCNotification note -> {
                if (note.method().equals("notifications/cancelled")) {
                    cancel(note);
                    return;
                }
                if (note.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
                    isInitialized = true;
                }
                session().handle(note).onErrorComplete().subscribe();
            }
            default -> session().handle(message).onErrorComplete().subscribe();
        }
    }

    private void request(JSONRPCRequest request) {
        boolean isFirst = request.method().equals(McpSchema.METHOD_INITIALIZE);
        if (!isInitialized && request.method().equals(McpSchema.METHOD_PING)) {
            write(JSONRPCResponse.result(request.id(), Map.of()));
            return;
        }
        if (!isInitialized && !isFirst) {
            reject(request.id(), McpSchema.ErrorCodes.INVALID_REQUEST, McpTexts.NOT_INITIALIZED);
            return;
        }
        if (request.params() == null && WITH_PARAMETERS.contains(request.method())) {
            reject(request.id(), McpSchema.ErrorCodes.INVALID_PARAMS, McpTexts.NO_PARAMETERS);
            return;
        }
        if (calls.size() >= MAX_CALLS) {
            reject(request.id(), BUSY, McpTexts.busy(MAX_CALLS));
            return;
        }
        ToolCall call = new ToolCall();
        if (calls.putIfAbsent(request.id(), call) != null) {
            reject(request.id(), McpSchema.ErrorCodes.INVALID_REQUEST, McpTexts.ID_IN_USE);
            return;
        }
        session()
                .handle(request)
                .contextWrite(context ->
                        context.put(McpTransportContext.KEY, McpTransportContext.create(Map.of(ToolCall.KEY, call))))
                .doFinally(_ -> ended(request.id(), call))
                .onErrorComplete()
                .subscribe();
    }

    private void ended(Object id, ToolCall call) {
        calls.remove(id, call);
        synchronized (idle) {
            idle.notifyAll();
        }
    }

    private void cancel(JSONRPCNotification note) {
        if (note.params() instanceof Map<?, ?> params && params.get("requestId") != null) {
            ToolCall call = calls.get(params.get("requestId"));
            if (call != null) {
                call.cancel();
            }
        }
    }

    private void reject(@Nullable Object id, int code, String message) {
        Map<String, @Nullable Object> response = new HashMap<>();
        response.put("jsonrpc", "2.0");
        response.put("id", id);
        response.put("error", new JSONRPCError(code, message, null));
        write(response);
    }

    private void write(Object message) {
        try {
            // The mapper escapes line breaks within strings.
            byte[] line = (json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (out) {
                if (!isBroken) {
                    out.write(line);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The client has disconnected; the input ends soon.
            synchronized (out) {
                isBroken = true;
            }
            calls.values().forEach(ToolCall::cancel);
        }
    }

    /// Connection of the session to the client.
    private final class ClientConnection implements McpServerTransport {

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                // Do not answer canceled requests.
                ToolCall call = message instanceof JSONRPCResponse response ? calls.get(response.id()) : null;
                if (call == null || !call.isCanceled()) {
                    write(message);
                }
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }

        @Override
        public void close() {
            // The streams belong to the caller.
        }
    }
}
