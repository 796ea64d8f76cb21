package traceglass.engine.server;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.jspecify.annotations.Nullable;
import traceglass.engine.rpc.RequestMemory;
import traceglass.engine.rpc.RpcEngine;

/// Serves the engine over HTTP.
public final class HttpEndpoint implements Closeable {

    private static final int THREADS = 64;
    private static final int MAX_CONNECTIONS = 2000;
    private static final long IDLE_MS = 60_000;
    /// Number of checks during the idle time whether a client is still connected.
    private static final int HEARTBEATS = 12;

    private static final int PIECE_BYTES = 64 << 10;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String LOOPBACK_6 = "::1";

    private final Server server;
    private final int port;

    private HttpEndpoint(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /// Starts listening.
    ///
    /// @param address host name or IP address to listen on; null for only this machine, with IPv4 and IPv6
    /// @param port port; 0 for any free port
    /// @param origins additional origins of pages that can make calls
    /// @param token token that callers must send, or null for none
    /// @throws IOException if the port is in use
    public static HttpEndpoint open(
            RpcEngine engine, @Nullable String address, int port, List<String> origins, @Nullable String token)
            throws IOException {
        return open(engine, address, port, origins, token, IDLE_MS, RequestMemory.ofProcess());
    }

    /// @param idleMs time after which a client that neither sends nor reads a byte is considered disconnected
    /// @param memory memory for large requests
    static HttpEndpoint open(
            RpcEngine engine,
            @Nullable String address,
            int port,
            List<String> origins,
            @Nullable String token,
            long idleMs,
            RequestMemory memory)
            throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("trace server");
        threads.setDaemon(true);
        // Clients can wait for others or send half a request; thousands of waiting virtual threads cost little.
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        Server server = new Server(threads);
        WebSocketUpgradeHandler sockets = WebSocketUpgradeHandler.from(server, container -> {
            container.setMaxBinaryMessageSize(0);
            // Passes on the received part of a frame instead of keeping it until the frame is complete.
            container.setAutoFragment(true);
            container.setMaxFrameSize(0);
            container.setInputBufferSize(PIECE_BYTES);
            container.setIdleTimeout(Duration.ZERO);
            container.addMapping(
                    "/websocket", (request, response, callback) -> new RpcSocket(engine, idleMs / HEARTBEATS, memory));
        });
        sockets.setHandler(new RestHandler(engine, idleMs / HEARTBEATS, memory));
        server.setHandler(new HttpAccess(sockets, origins, token));
        server.setErrorHandler(new PlainErrors());
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        List<String> hosts = address == null ? List.of(LOOPBACK, LOOPBACK_6) : List.of(address);
        int boundPort = port;
        try {
            List<Connector> connectors = new ArrayList<>();
            for (String host : hosts) {
                NetworkConnector connector = listen(server, host, boundPort, idleMs);
                if (connector != null) {
                    connectors.add(connector);
                    boundPort = connector.getLocalPort();
                }
            }
            server.setConnectors(connectors.toArray(Connector[]::new));
            server.start();
        } catch (Exception e) {
            stop(server);
            throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
        return new HttpEndpoint(server, boundPort);
    }

    /// Adds a connector.
    ///
    /// @return the connector, or null if this machine does not support IPv6
    private static @Nullable NetworkConnector listen(Server server, String host, int port, long idleMs)
            throws IOException {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        // For clients that send half a request or don't read the response. A query itself can take longer.
        connector.setIdleTimeout(idleMs);
        try {
            connector.open();
            return connector;
        } catch (IOException e) {
            if (host.equals(LOOPBACK_6)) {
                return null;
            }
            throw e;
        }
    }

    /// The port on which it listens.
    public int port() {
        return port;
    }

    @Override
    public void close() {
        stop(server);
    }

    private static void stop(Server server) {
        try {
            server.setStopTimeout(0);
            server.stop();
        } catch (Exception e) {
            System.getLogger("traceglass.engine").log(System.Logger.Level.DEBUG, "Stopping the server", e);
        }
    }
}
