package traceglass.record.chrome;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.store.text.Json;

/// A browser's DevTools connection: JSON messages on a WebSocket. Calls have an id, replies repeat it, and events
/// have none.
final class DevTools implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(3);

    private final HttpClient http;
    private final Map<Integer, CompletableFuture<Map<?, ?>>> waiting = new HashMap<>();
    private final BiConsumer<String, Map<?, ?>> events;

    @SuppressWarnings("NullAway.Init") // Set when connected, before the object is shared.
    private WebSocket socket;

    private int lastId;
    private @Nullable IOException failure;
    private CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

    private DevTools(HttpClient http, BiConsumer<String, Map<?, ?>> events) {
        this.http = http;
        this.events = events;
    }

    /// Information that a browser reports about itself.
    ///
    /// @param name name and version, such as `Chrome/126.0.6478.126`
    /// @param socket address of its DevTools
    record Browser(String name, URI socket) {}

    /// Requests information about the browser on a debugging port.
    static Browser findBrowser(String host, int port) throws RecordProblem {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build()) {
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + host + ":" + port + "/json/version"))
                            .timeout(HTTP_TIMEOUT)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            Map<?, ?> facts = parse(response.body());
            String address = text(facts.get("webSocketDebuggerUrl"));
            if (address.isEmpty()) {
                throw new IOException(BrowserTexts.NOT_A_BROWSER);
            }
            return new Browser(text(facts.get("Browser")), URI.create(address));
        } catch (IOException | IllegalArgumentException e) {
            throw new RecordProblem(Kind.NOT_FOUND, BrowserTexts.nothingListens(port), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, BrowserTexts.REQUEST_INTERRUPTED, e);
        }
    }

    /// Connects to a browser.
    ///
    /// @param events receives name and parameters of each event, on a thread of the connection
    static DevTools connect(URI address, BiConsumer<String, Map<?, ?>> events) throws RecordProblem {
        DevTools tools = new DevTools(
                HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build(), events);
        try {
            tools.socket = tools.http
                    .newWebSocketBuilder()
                    .connectTimeout(TIMEOUT)
                    .buildAsync(address, tools.new Listener())
                    .join();
            return tools;
        } catch (CompletionException e) {
            tools.http.shutdownNow();
            throw new RecordProblem(Kind.NOT_FOUND, BrowserTexts.refused(address), e);
        }
    }

    /// Calls a method and waits for its reply.
    ///
    /// @param params parameter values by name
    Map<?, ?> call(String method, Map<String, ?> params) throws RecordProblem {
        CompletableFuture<Map<?, ?>> response = new CompletableFuture<>();
        int id;
        synchronized (this) {
            if (failure != null) {
                throw connectionLost(failure);
            }
            id = ++lastId;
            waiting.put(id, response);
            String message = message(id, method, params);
            // One message at a time: each is sent after the previous one is complete.
            sent = sent.handle((r, e) -> null).thenCompose(r -> socket.sendText(message, true));
        }
        try {
            Map<?, ?> reply = response.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            if (reply.containsKey("error")) {
                throw new RecordProblem(
                        Kind.REFUSED,
                        BrowserTexts.notAccepted(
                                method, text(object(reply.get("error")).get("message"))));
            }
            return object(reply.get("result"));
        } catch (TimeoutException e) {
            throw new RecordProblem(Kind.LOST, BrowserTexts.noResponse(method, TIMEOUT.toSeconds()), e);
        } catch (ExecutionException e) {
            throw connectionLost(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, BrowserTexts.interrupted(method), e);
        } finally {
            synchronized (this) {
                waiting.remove(id);
            }
        }
    }

    private static String message(int id, String method, Map<String, ?> params) {
        return Json.compact(out -> {
            out.writeStartObject();
            out.writeNumberField("id", id);
            out.writeStringField("method", method);
            out.writeFieldName("params");
            Json.write(params, out);
            out.writeEndObject();
        });
    }

    private static Map<?, ?> parse(String json) throws IOException {
        try {
            if (Json.read(json) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(BrowserTexts.invalidJson(e.getMessage()), e);
        }
        throw new IOException(BrowserTexts.NOT_AN_OBJECT);
    }

    /// Casts the value to a map; returns an empty map for other values.
    private static Map<?, ?> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    /// Casts the value to a string; returns an empty string for other values.
    static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    static RecordProblem connectionLost(@Nullable Throwable e) {
        return new RecordProblem(Kind.LOST, BrowserTexts.broken(e == null ? null : e.getMessage()), e);
    }

    /// Returns the exception that broke the connection, or null.
    synchronized @Nullable IOException failure() {
        return failure;
    }

    private void fail(IOException reason) {
        Map<Integer, CompletableFuture<Map<?, ?>>> all;
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = reason;
            all = new HashMap<>(waiting);
            waiting.clear();
        }
        all.values().forEach(f -> f.completeExceptionally(reason));
    }

    private void onMessage(String text) {
        try {
            Map<?, ?> message = parse(text);
            if (message.get("id") instanceof Number id) {
                CompletableFuture<Map<?, ?>> response;
                synchronized (this) {
                    response = waiting.get(id.intValue());
                }
                if (response != null) {
                    response.complete(message);
                }
            } else if (message.get("method") instanceof String method) {
                events.accept(method, object(message.get("params")));
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public void close() {
        fail(new IOException(BrowserTexts.CLOSED));
        socket.abort();
        http.shutdownNow();
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            text.append(data);
            if (isLast) {
                String message = text.toString();
                text.setLength(0);
                onMessage(message);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            fail(new IOException(reason.isEmpty() ? BrowserTexts.CLOSED_BY_BROWSER : reason));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            fail(new IOException(
                    error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage(), error));
        }
    }
}
