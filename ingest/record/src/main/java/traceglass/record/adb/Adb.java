package traceglass.record.adb;

import java.io.EOFException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import traceglass.record.spi.RecordProblem;

/// Devices known to adb: lists them once, or watches the list.
public final class Adb {

    private static final long RETRY_MS = 1000;
    private static final int RETRY_PERIOD_MS = 1000;

    private final AdbServer server;
    private final Map<String, String> environment;

    public Adb(AdbServer server, Map<String, String> environment) {
        this.server = server;
        this.environment = Map.copyOf(environment);
    }

    /// Returns an instance for the server and program set in environment variables.
    public static Adb ofEnvironment() {
        return new Adb(AdbServer.ofEnvironment(System.getenv()), System.getenv());
    }

    /// Makes sure that the server is running; starts it if adb is found.
    public void ensureServer() throws RecordProblem {
        try {
            server.version();
        } catch (RecordProblem e) {
            if (e.kind() != RecordProblem.Kind.NOT_FOUND || !server.host().equals("localhost")) {
                throw e;
            }
            AdbProgram.startServer(server, environment);
            server.version();
        }
    }

    /// Returns the attached devices as targets.
    public List<AdbTarget> devices() throws RecordProblem {
        ensureServer();
        return targets(server.request("host:devices-l"));
    }

    private List<AdbTarget> targets(String list) {
        return AdbDevice.parse(list).stream().map(d -> new AdbTarget(server, d)).toList();
    }

    /// Attaches a device over the network.
    ///
    /// @param address host and port, such as `192.168.1.42:5555`
    /// @return adb's message about the connection
    public String connect(String address) throws RecordProblem {
        ensureServer();
        String reply = server.request("host:connect:" + address);
        if (reply.startsWith("failed to authenticate")) {
            // The device is now in the list, with a hint about how to authorize this computer.
            throw new RecordProblem(RecordProblem.Kind.REFUSED, AdbTexts.notAuthorized(address));
        }
        if (reply.startsWith("failed")
                || reply.startsWith("unable")
                || reply.startsWith("cannot")
                || reply.startsWith("missing")) {
            throw new RecordProblem(RecordProblem.Kind.NOT_FOUND, AdbTexts.noDeviceAt(address, reply));
        }
        return reply;
    }

    /// Pairs with a device that does not know this computer yet.
    ///
    /// @param address host and port of the device's pairing dialog; they differ from those of [#connect]
    /// @param code the six digits shown by the device
    /// @return adb's message about the result
    public String pair(String address, String code) throws RecordProblem {
        ensureServer();
        String reply;
        try {
            reply = server.request("host:pair:" + code + ":" + address).strip();
        } catch (RecordProblem e) {
            if (e.kind() == RecordProblem.Kind.REFUSED
                    && String.valueOf(e.getMessage()).contains("unknown host service")) {
                // Some distributions build adb without pairing support.
                throw new RecordProblem(RecordProblem.Kind.UNSUPPORTED, AdbTexts.NO_PAIRING, e);
            }
            throw e;
        }
        if (!reply.startsWith("Successfully")) {
            throw new RecordProblem(RecordProblem.Kind.REFUSED, AdbTexts.notPaired(address, reply));
        }
        return reply;
    }

    /// Reconnects offline and unauthorized devices; a device then shows its authorization dialog again.
    public void reconnectOffline() throws RecordProblem {
        server.request("host:reconnect-offline");
    }

    /// Watches the device list until it is closed.
    public interface Watch extends AutoCloseable {

        @Override
        void close();
    }

    /// Reports the devices now and after every change, on a separate thread. If the server goes away, waits for it
    /// to return; meanwhile the receiver gets the reason with an empty list.
    public Watch watch(BiConsumer<List<AdbTarget>, RecordProblem> receiver) {
        Watcher watcher = new Watcher(receiver);
        Thread.ofPlatform().daemon().name("traceglass-devices").start(watcher);
        return watcher;
    }

    private final class Watcher implements Runnable, Watch {

        private final BiConsumer<List<AdbTarget>, RecordProblem> receiver;
        private volatile boolean isClosed;

        @SuppressWarnings("NullAway.Init") // `close` checks for null.
        private volatile SocketChannel channel;

        Watcher(BiConsumer<List<AdbTarget>, RecordProblem> receiver) {
            this.receiver = receiver;
        }

        @Override
        public void run() {
            boolean mayStart = true;
            while (!isClosed) {
                try {
                    if (mayStart) {
                        ensureServer();
                    }
                    follow();
                    mayStart = false;
                } catch (RecordProblem e) {
                    // Started at most once: a server that was stopped on purpose must not be
                    // restarted immediately.
                    mayStart = false;
                    if (!isClosed) {
                        receiver.accept(List.of(), e);
                    }
                }
                pause();
            }
        }

        private void follow() throws RecordProblem {
            try (SocketChannel c = server.openHost("host:track-devices-l")) {
                channel = c;
                String lastList = null;
                while (!isClosed) {
                    String list = nextList(c);
                    if (!list.equals(lastList)) {
                        lastList = list;
                        receiver.accept(targets(list), null);
                    }
                }
            } catch (IOException e) {
                if (!isClosed) {
                    receiver.accept(List.of(), new RecordProblem(RecordProblem.Kind.LOST, AdbTexts.SERVER_STOPPED, e));
                }
            }
        }

        /// Waits for the next list. Some servers do not report a device that waits for authorization, so the
        /// list is also polled.
        private String nextList(SocketChannel c) throws IOException, RecordProblem {
            PushbackInputStream in = new PushbackInputStream(c.socket().getInputStream());
            try {
                c.socket().setSoTimeout(RETRY_PERIOD_MS);
                int first = in.read();
                if (first < 0) {
                    throw new EOFException(AdbTexts.SERVER_CLOSED);
                }
                in.unread(first);
                c.socket().setSoTimeout(0);
                return AdbServer.readText(in);
            } catch (SocketTimeoutException e) {
                return server.request("host:devices-l");
            }
        }

        private void pause() {
            try {
                if (!isClosed) {
                    Thread.sleep(RETRY_MS);
                }
            } catch (InterruptedException e) {
                isClosed = true;
            }
        }

        @Override
        public void close() {
            isClosed = true;
            SocketChannel c = channel;
            if (c != null) {
                try {
                    c.close();
                } catch (IOException e) {
                    // The connection is no longer used.
                }
            }
        }
    }
}
