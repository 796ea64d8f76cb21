package traceglass.app.mcp;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/// A client of the SDK that is connected to a server in this process by pipes.
final class PipedClient implements AutoCloseable {

    final McpSyncClient client;
    final List<McpSchema.ProgressNotification> progress = new CopyOnWriteArrayList<>();
    private final OutputStream toServer;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    PipedClient(TraceMcpServer server) {
        BlockingPipe requests = new BlockingPipe();
        BlockingPipe responses = new BlockingPipe();
        toServer = requests.out;
        Thread.ofPlatform().daemon().name("mcp server").start(() -> {
            try (OutputStream out = responses.out) {
                server.serve(requests.in, out);
                ended.complete(null);
            } catch (IOException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        client = McpClient.sync(new Transport(responses.in))
                .requestTimeout(Duration.ofSeconds(150))
                .progressConsumer(progress::add)
                .build();
    }

    /// Calls a tool.
    CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(McpSchema.CallToolRequest.builder(tool)
                .arguments(arguments)
                .meta(Map.of("progressToken", tool))
                .build());
    }

    /// Calls a tool and returns the text of its result. Fails if the result is an error.
    String text(String tool, Map<String, Object> arguments) {
        CallToolResult result = call(tool, arguments);
        String text = text(result);
        if (Boolean.TRUE.equals(result.isError())) {
            throw new AssertionError(tool + ": " + text);
        }
        return text;
    }

    /// Calls a tool that fails and returns the text of the error.
    String error(String tool, Map<String, Object> arguments) {
        CallToolResult result = call(tool, arguments);
        if (!Boolean.TRUE.equals(result.isError())) {
            throw new AssertionError(tool + " did not fail: " + text(result));
        }
        return text(result);
    }

    static String text(CallToolResult result) {
        return result.content().stream()
                .filter(McpSchema.TextContent.class::isInstance)
                .map(c -> ((McpSchema.TextContent) c).text())
                .collect(Collectors.joining("\n"));
    }

    /// Sends an additional line, between those of the client.
    void send(String line) throws IOException {
        synchronized (toServer) {
            toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            toServer.flush();
        }
    }

    /// Ends the input of the server and waits until the server has ended.
    @Override
    public void close() throws Exception {
        toServer.close();
        ended.get(30, TimeUnit.SECONDS);
        client.close();
    }

    private final class Transport implements McpClientTransport {

        private final McpJsonMapper json = McpJsonDefaults.getMapper();
        private final InputStream in;

        Transport(InputStream in) {
            this.in = in;
        }

        @Override
        public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
            return Mono.fromRunnable(() -> Thread.ofPlatform()
                    .daemon()
                    .name("mcp client")
                    .start(() -> {
                        try (BufferedReader lines =
                                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                                handler.apply(Mono.just(McpSchema.deserializeJsonRpcMessage(json, line)))
                                        .subscribe();
                            }
                        } catch (IOException e) {
                            // The server has ended.
                        }
                    }));
        }

        @Override
        public Mono<Void> sendMessage(JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                try {
                    send(json.writeValueAsString(message));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
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
    }
}
