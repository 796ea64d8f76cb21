package traceglass.engine.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Controls access: accepts only pages of known origins and, if the server can be reached from other machines, callers
/// with the token. Answers the CORS preflight requests of browsers.
final class HttpAccess extends Handler.Wrapper {

    /// The origins that Perfetto's trace processor accepts.
    private static final List<String> DEFAULT_ORIGINS =
            List.of("https://ui.perfetto.dev", "http://localhost:10000", "http://127.0.0.1:10000");

    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "::1", "[::1]");
    private static final String BEARER = "Bearer ";

    private final List<String> origins;
    private final @Nullable String token;

    /// @param origins additional origins
    /// @param token token that callers must send, or null if the server can be reached only from this machine
    HttpAccess(Handler handler, List<String> origins, @Nullable String token) {
        super(handler);
        this.origins = origins;
        this.token = token;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin != null && !isAllowed(origin)) {
            Response.writeError(request, response, callback, 403, "Origin not allowed");
            return true;
        }
        // Requests for images and links of a foreign page have no origin, but browsers send this header with them.
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (origin == null && site != null && !site.equals("same-origin") && !site.equals("none")) {
            Response.writeError(request, response, callback, 403, "Origin not allowed");
            return true;
        }
        // DNS rebinding: a foreign page whose host name points to this machine sends no origin.
        if (token == null && !isLocal(Request.getServerName(request))) {
            Response.writeError(request, response, callback, 403, "Host not allowed");
            return true;
        }
        if (origin != null) {
            response.getHeaders().put("Access-Control-Allow-Origin", origin);
            response.getHeaders().put(HttpHeader.VARY, "Origin");
        }
        if (request.getMethod().equals("OPTIONS")) {
            response.getHeaders().put("Access-Control-Allow-Methods", "POST, GET, OPTIONS");
            response.getHeaders().put("Access-Control-Allow-Headers", "*");
            response.getHeaders().put("Access-Control-Max-Age", "86400");
            response.getHeaders().put("Access-Control-Allow-Private-Network", "true");
            response.setStatus(204);
            callback.succeeded();
            return true;
        }
        if (token != null && !hasToken(request, token)) {
            Response.writeError(request, response, callback, 401, "A token is required");
            return true;
        }
        return super.handle(request, response, callback);
    }

    /// Returns whether a host name stands for this machine. Loopback addresses are safe: only other names can be
    /// rebound.
    private static boolean isLocal(@Nullable String host) {
        return host != null && (LOCAL_NAMES.contains(host.toLowerCase(Locale.ROOT)) || host.matches("127\\.[0-9.]+"));
    }

    private boolean isAllowed(String origin) {
        return DEFAULT_ORIGINS.stream().anyMatch(origin::equalsIgnoreCase)
                || origins.stream().anyMatch(origin::equalsIgnoreCase);
    }

    private static boolean hasToken(Request request, String token) {
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        String sentToken = header != null && header.startsWith(BEARER)
                ? header.substring(BEARER.length())
                : Request.extractQueryParameters(request).getValue("token");
        return sentToken != null
                && MessageDigest.isEqual(
                        sentToken.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }
}
